// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The frame that all panes of details share: a title, facts below it, actions beside it, and a body of sections.

import { selectorTokens } from '../model/selector-tokens.js';
import { createButton } from './button.js';
import { element } from './dom.js';

/**
 * @param {{ label: string, onClose: () => void }} options
 */
export function createPane({ label, onClose }) {
  const title = element('h2', { class: 'details__selector', tabindex: '-1' });
  const facts = element('div', { class: 'details__facts' });
  const actions = element(
    'div',
    { class: 'details__actions' },
    createButton({ icon: 'close', label: 'Close', key: 'Esc', onClick: onClose }),
  );
  const notice = element('p', { class: 'notice', role: 'status', hidden: true });
  // What can be scrolled can be reached by keyboard.
  const body = element('div', { class: 'details__body', tabindex: '0', role: 'group', 'aria-label': 'Details' });
  const root = element(
    'section',
    { class: 'details', 'aria-label': label },
    element(
      'header',
      { class: 'details__header' },
      element('div', { class: 'details__heading' }, title, facts),
      actions,
    ),
    notice,
    body,
  );

  return {
    element: root,
    title,
    facts,
    actions,
    notice,
    body,
    /** @param {string} selector or any other name */
    setTitle(selector) {
      title.replaceChildren(
        ...selectorTokens(selector).map(({ text, isStrong }) =>
          element('span', { class: isStrong ? 'selector__telling' : 'selector__common', text })
        ),
      );
    },
    focus: () => title.focus({ preventScroll: true }),
  };
}

/** @returns {HTMLElement | null} null when there is no content */
export function createSection(title, content) {
  if (!content) return null;
  return element(
    'section',
    { class: 'details__section' },
    element('h3', { class: 'details__title', text: title }),
    content,
  );
}

/**
 * Names and values in two columns.
 * @param {[string, string | Node][]} rows
 */
export function pairs(rows) {
  return element(
    'dl',
    { class: 'pairs' },
    ...rows.flatMap(([name, value]) => [
      element('dt', { text: name }),
      element('dd', {}, value),
    ]),
  );
}
