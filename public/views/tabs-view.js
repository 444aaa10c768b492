// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The tabs of the page, with the keyboard of the ARIA pattern: left and right move, the tab under the focus is shown.

import { element, setAttribute, setText } from './dom.js';

/**
 * @param {object} options
 * @param {{ id: string, title: string, panel: HTMLElement }[]} options.tabs
 * @param {(id: string) => void} options.onChange
 */
export function createTabsView({ tabs, onChange }) {
  const buttons = new Map();
  for (const { id, title, panel } of tabs) {
    const count = element('span', { class: 'tabs__count' });
    const button = element(
      'button',
      {
        class: 'tabs__tab',
        type: 'button',
        role: 'tab',
        id: `tab-${id}`,
        'aria-controls': `panel-${id}`,
        'aria-selected': 'false',
        tabindex: '-1',
        onclick: () => onChange(id),
      },
      element('span', { text: title }),
      count,
    );
    buttons.set(id, { button, count, panel });
    setAttribute(panel, 'role', 'tabpanel');
    setAttribute(panel, 'id', `panel-${id}`);
    setAttribute(panel, 'aria-labelledby', `tab-${id}`);
  }
  const root = element(
    'div',
    { class: 'tabs', role: 'tablist', 'aria-label': 'Views' },
    ...[...buttons.values()].map(({ button }) => button),
  );
  root.addEventListener('keydown', (event) => {
    const ids = tabs.map(({ id }) => id);
    const place = ids.findIndex((id) => buttons.get(id).button === event.target);
    const next = { ArrowRight: place + 1, ArrowLeft: place - 1, Home: 0, End: ids.length - 1 }[event.key];
    if (next === undefined || place < 0) return;
    event.preventDefault();
    const id = ids[(next + ids.length) % ids.length];
    onChange(id);
    buttons.get(id).button.focus();
  });

  return {
    element: root,
    /** @param {string} selected id of the tab that is shown */
    update(selected) {
      for (const [id, { button, panel }] of buttons) {
        setAttribute(button, 'aria-selected', String(id === selected));
        setAttribute(button, 'tabindex', id === selected ? '0' : '-1');
        panel.hidden = id !== selected;
        // On a narrow screen the tabs are scrolled.
        if (id === selected) button.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      }
    },
    /** A small number beside a title; an empty text takes it away. */
    setCount: (id, text) => setText(buttons.get(id).count, text),
    destroy() {},
  };
}
