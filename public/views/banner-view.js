// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Lines above the list that tell what is not as usual. Each has a name, so that it can be shown, changed and taken
// away.

import { element, setText } from './dom.js';

export function createBannerView() {
  const root = element('div', { class: 'banners', role: 'status', 'aria-live': 'polite' });
  const banners = new Map();

  function make(name) {
    const text = element('span', { class: 'banner__text' });
    const actions = element('span', { class: 'banner__actions' });
    // What counts down or up is not read out each time.
    const detail = element('span', { class: 'banner__detail', 'aria-live': 'off' });
    const node = element('div', { class: 'banner', 'data-banner': name }, text, detail, actions);
    const banner = { node, text, detail, actions, labels: '' };
    banners.set(name, banner);
    root.append(node);
    return banner;
  }

  return {
    element: root,
    /**
     * @param {string} name
     * @param {{ text: string, detail?: string, tone?: 'calm' | 'warning' | 'error', actions?: { label: string, run:
     *   () => void }[] } | null} content
     *   null takes the banner away
     */
    update(name, content) {
      if (!content) {
        banners.get(name)?.node.remove();
        banners.delete(name);
        return;
      }
      const banner = banners.get(name) ?? make(name);
      const { text, detail = '', tone = 'calm', actions = [] } = content;
      banner.node.dataset.tone = tone;
      setText(banner.text, text);
      setText(banner.detail, detail);
      const labels = actions.map(({ label }) => label).join('\n');
      // Buttons stay while the text counts down: a new one under the pointer would lose its click and its focus.
      if (labels === banner.labels) return;
      banner.labels = labels;
      banner.actions.replaceChildren(
        ...actions.map(({ label, run }) =>
          element('button', { class: 'button button--small', type: 'button', onclick: run, text: label })
        ),
      );
    },
    destroy() {},
  };
}
