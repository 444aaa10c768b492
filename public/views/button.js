// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Buttons: an icon, a word, or both. Icons are lines on a grid of 16 units, drawn with the colour of the text around
// them.

import { element, graphic } from './dom.js';

/**
 * @param {object} options
 * @param {IconName} options.icon
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
 * @param {HTMLElement} button @param {string} label @param {IconName} [name] */
export function relabel(button, label, name) {
  button.title = label;
  button.setAttribute('aria-label', label);
  const present = /** @type {SVGElement} */ (button.querySelector('.icon'));
  if (name && present.dataset.icon !== name) present.replaceWith(icon(name));
}

const PATHS = {
  pause: ['M5.5 3.5v9', 'M10.5 3.5v9'],
  play: ['M5 3.2v9.6l7.5-4.8z'],
  record: ['M8 4a4 4 0 1 0 0 8a4 4 0 1 0 0-8z'],
  choose: [
    'M8 6a2 2 0 1 0 0 4a2 2 0 1 0 0-4z',
    'M2.5 5.5v-3h3',
    'M10.5 2.5h3v3',
    'M13.5 10.5v3h-3',
    'M5.5 13.5h-3v-3',
  ],
  clear: ['M8 2.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 1 0 0-11z', 'M4.1 4.1l7.8 7.8'],
  follow: ['M8 2.5v8', 'M4.5 7.5l3.5 3.5l3.5-3.5', 'M3.5 13.5h9'],
  history: ['M8 2.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 1 0 0-11z', 'M8 5v3.2l2.2 1.5'],
  close: ['M4 4l8 8', 'M12 4l-8 8'],
  previous: ['M4 10l4-4l4 4'],
  next: ['M4 6l4 4l4-4'],
  columns: ['M2.5 3.5h11v9h-11z', 'M6.2 3.5v9', 'M9.8 3.5v9'],
  copy: ['M5.5 5.5h8v8h-8z', 'M10.5 5.5v-3h-8v8h3'],
  export: ['M8 2.5v7.5', 'M4.8 7l3.2 3.2l3.2-3.2', 'M2.5 10.5v3h11v-3'],
  help: ['M5.8 6a2.2 2.2 0 1 1 3.2 2c-.7.4-1 .8-1 1.7', 'M8 12.1v.2'],
  theme: ['M8 2.5a5.5 5.5 0 1 0 0 11z', 'M8 2.5a5.5 5.5 0 0 1 0 11'],
  star: ['M8 2.2l1.8 3.7l4 .6l-2.9 2.8l.7 4l-3.6-1.9l-3.6 1.9l.7-4l-2.9-2.8l4-.6z'],
  filter: ['M2.5 3.5h11l-4.2 5v4.5l-2.6-1.5v-3z'],
  chevron: ['M6 4l4 4l-4 4'],
  link: ['M6.5 9.5l3-3', 'M7.5 4.5l1.3-1.3a2.8 2.8 0 0 1 4 4l-1.3 1.3', 'M8.5 11.5l-1.3 1.3a2.8 2.8 0 0 1-4-4l1.3-1.3'],
  plus: ['M8 3.5v9', 'M3.5 8h9'],
  minus: ['M3.5 8h9'],
  swap: ['M3 5.5h9.5', 'M9.8 2.8l2.7 2.7l-2.7 2.7', 'M13 10.5h-9.5', 'M6.2 7.8l-2.7 2.7l2.7 2.7'],
  fold: ['M3 3.5l3.5 4.5l-3.5 4.5', 'M13 3.5l-3.5 4.5l3.5 4.5'],
  fit: ['M6 3v-.2h-3.2v3.2', 'M10 2.8h3.2v3.2', 'M13.2 10v3.2h-3.2', 'M6 13.2h-3.2v-3.2'],
  trash: ['M3 4.5h10', 'M6.2 4.5v-1.7h3.6v1.7', 'M4.3 4.5l.6 8.7h6.2l.6-8.7', 'M6.8 7v3.6', 'M9.2 7v3.6'],
  path: ['M3 3h4v8.5h6', 'M10.3 8.8l2.7 2.7l-2.7 2.7'],
  warning: ['M8 2.5l6 11h-12z', 'M8 6.5v3', 'M8 11.4v.2'],
};

/** @typedef {keyof typeof PATHS} IconName */

/** @param {IconName} name @returns {SVGElement} decorative: a button with nothing else in it needs a label */
export function icon(name) {
  const paths = PATHS[name].map((d) => graphic('path', { d }));
  return graphic('svg', { class: 'icon', viewBox: '0 0 16 16', 'aria-hidden': 'true', 'data-icon': name }, ...paths);
}
