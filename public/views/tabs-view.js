// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The tabs of the page and their panels, with the keyboard of the ARIA pattern: left and right move, the tab under the
// focus is shown.

import { element, setAttribute, setShown, setText, steppedTo } from './dom.js';

/**
 * @typedef {import('../model/page-state.js').Tab} Tab
 */

/** On a narrow screen the tabs are scrolled.
 * @param {HTMLElement} button */
const intoView = (button) => button.scrollIntoView({ block: 'nearest', inline: 'nearest' });

/**
 * @param {object} options
 * @param {{ id: Tab, title: string, content: HTMLElement, missing: string }[]} options.tabs  `missing` names what is not
 *   there when nothing can fill the tab
 * @param {(id: Tab) => void} options.onChange
 */
export function createTabsView({ tabs, onChange }) {
  const parts = new Map(tabs.map(({ id, title, content, missing }) => {
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
    const line = element('p', { class: 'table__words', hidden: true });
    const panel = element(
      'div',
      { class: 'page__panel', role: 'tabpanel', id: `panel-${id}`, 'aria-labelledby': `tab-${id}`, hidden: true },
      content,
      line,
    );
    return [id, { button, count, panel, content, line, missing }];
  }));
  const all = [...parts.values()];
  const root = element(
    'div',
    { class: 'tabs', role: 'tablist', 'aria-label': 'Views' },
    ...all.map(({ button }) => button),
  );
  root.addEventListener('keydown', (event) => {
    const offered = [...parts].filter(([, { button }]) => !button.hidden);
    const place = offered.findIndex(([, { button }]) => button === event.target);
    const next = steppedTo(event.key, 'ArrowLeft', 'ArrowRight', place, offered.length);
    if (next === null || place < 0) return;
    event.preventDefault();
    const [id, { button }] = offered[next];
    onChange(id);
    button.focus();
  });

  return {
    element: root,
    panels: element('div', { class: 'page__panels' }, ...all.map(({ panel }) => panel)),
    /** @param {Tab} selected  the tab that is shown */
    update(selected) {
      for (const [id, { button, panel }] of parts) {
        setAttribute(button, 'aria-selected', String(id === selected));
        setAttribute(button, 'tabindex', id === selected ? '0' : '-1');
        panel.hidden = id !== selected;
        if (id === selected) intoView(button);
      }
    },
    /** A small number beside a title; an empty text takes it away.
     * @param {Tab} id @param {string} text */
    setCount: (id, text) => setText(all[tabs.findIndex((tab) => tab.id === id)].count, text),
    /** A tab that this server does not know is not offered.
     * @param {Tab} id @param {boolean} isOffered */
    setOffered(id, isOffered) {
      const { button } = all[tabs.findIndex((tab) => tab.id === id)];
      const isNew = isOffered && button.hidden;
      setShown(button, isOffered);
      if (isNew && button.getAttribute('aria-selected') === 'true') intoView(button);
    },
    /** @param {Tab} id */
    isOffered: (id) => parts.get(id)?.button.hidden === false,
    /** Shows a tab's content, or a plain line where nothing can fill it.
     * @param {Tab} id @param {boolean} isAvailable @param {boolean} isFile  the calls come from a file */
    setAvailable(id, isAvailable, isFile) {
      const { content, line, missing } = all[tabs.findIndex((tab) => tab.id === id)];
      setText(line, isFile ? `A file of exported calls has no ${missing}.` : `This server has no ${missing} yet.`);
      setShown(line, !isAvailable);
      setShown(content, isAvailable);
    },
  };
}
