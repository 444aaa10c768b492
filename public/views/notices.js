// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// What tells that something is not as usual, or has been done: lines above the list, and a word that goes away by itself.

import { createSmallButton } from './button.js';
import { element, setText } from './dom.js';

/**
 * @typedef {{ text: string, detail?: string, tone?: 'calm' | 'warning' | 'error',
 *   actions?: { label: string, run: (event: any) => void }[] }} Notice
 */

/** Each line has a name, so that it can be shown, changed and taken away. */
export function createBannerView() {
  const root = element('div', { class: 'banners', role: 'status', 'aria-live': 'polite' });
  /** @type {Map<string, { node: HTMLElement, text: HTMLElement, detail: HTMLElement, actions: HTMLElement, labels: string }>} */
  const banners = new Map();

  /** @param {string} name */
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
    /** @param {string} name @param {Notice | null} content  null takes the banner away */
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
      banner.actions.replaceChildren(...actions.map(({ label, run }) => createSmallButton(label, run)));
    },
  };
}

/** Reads out what is seen elsewhere. */
export function createAnnouncer() {
  const root = element('div', { class: 'offscreen', role: 'status', 'aria-live': 'polite' });
  document.body.append(root);
  return {
    /** @param {string} text */
    announce(text) {
      root.textContent = text;
    },
  };
}

const SHOWN_MILLISECONDS = 2500;

/** A word about what has just been done, such as “Copied”. It is read out, and goes away by itself. */
export function createToast() {
  const root = element('div', { class: 'toast', role: 'status', 'aria-live': 'polite' });
  let timer = 0;
  document.body.append(root);

  return {
    /** @param {string} text */
    say(text) {
      root.textContent = text;
      root.dataset.shown = '';
      clearTimeout(timer);
      timer = setTimeout(() => delete root.dataset.shown, SHOWN_MILLISECONDS);
    },
  };
}
