// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Buttons of the toolbars: an icon, a word, or both.

import { element } from './dom.js';
import { icon } from './icons.js';

/**
 * @param {object} options
 * @param {import('./icons.js').IconName} options.icon
 * @param {string} options.label  accessible name, and tooltip
 * @param {string} [options.text] shown beside the icon
 * @param {string} [options.key]  shortcut, named in the tooltip
 * @param {(event: MouseEvent & { currentTarget: HTMLElement }) => void} options.onClick
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

/** A small button that is only a word.
 * @param {string} text @param {(event: MouseEvent & { currentTarget: HTMLElement }) => void} onclick */
export const createSmallButton = (text, onclick) =>
  element('button', { class: 'button button--small', type: 'button', onclick, text });

/** Changes the tooltip and accessible name of an icon button, and optionally its icon.
 * @param {HTMLElement} button @param {string} label @param {import('./icons.js').IconName} [name] */
export function relabel(button, label, name) {
  button.title = label;
  button.setAttribute('aria-label', label);
  const present = /** @type {SVGElement} */ (button.querySelector('.icon'));
  if (name && present.dataset.icon !== name) present.replaceWith(icon(name));
}
