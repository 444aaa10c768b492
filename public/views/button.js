// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Buttons of the toolbars: an icon, a word, or both.

import { element } from './dom.js';
import { icon } from './icons.js';

/**
 * @param {object} options
 * @param {string} options.icon
 * @param {string} options.label  accessible name, and tooltip
 * @param {string} [options.text] shown beside the icon
 * @param {string} [options.key]  shortcut, named in the tooltip
 * @param {(event: MouseEvent) => void} options.onClick
 * @returns {HTMLButtonElement}
 */
export function createButton({ icon: name, label, text, key, onClick }) {
  return element(
    'button',
    {
      class: text ? 'button button--quiet' : 'button button--icon',
      type: 'button',
      'aria-label': text ? null : label,
      title: key ? `${label} (${key})` : label,
      onclick: onClick,
    },
    icon(name),
    text ? element('span', { class: 'button__text', text }) : null,
  );
}

/** Changes the tooltip and accessible name of an icon button, and optionally its icon. */
export function relabel(button, label, name) {
  button.title = label;
  button.setAttribute('aria-label', label);
  if (name && button.querySelector('.icon').dataset.icon !== name) {
    button.querySelector('.icon').replaceWith(icon(name));
  }
}
