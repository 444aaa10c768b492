// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The list of keyboard shortcuts.

import { SHORTCUTS } from '../model/shortcuts.js';
import { createButton } from './button.js';
import { closeBeside, element } from './dom.js';

export function createHelpDialog() {
  const groups = [...new Set(SHORTCUTS.map(({ group }) => group))].map((group) =>
    element(
      'section',
      { class: 'help__group' },
      element('h3', { class: 'help__title', text: group }),
      element('dl', { class: 'help__list' }, ...SHORTCUTS.filter((each) => each.group === group).flatMap(rowOf)),
    )
  );
  /** @type {HTMLDialogElement} */
  const root = element(
    'dialog',
    { class: 'help', 'aria-label': 'Keyboard shortcuts' },
    element(
      'header',
      { class: 'help__header' },
      element('h2', { text: 'Keyboard shortcuts' }),
      createButton({ icon: 'close', label: 'Close', onClick: () => root.close() }),
    ),
    element('div', { class: 'help__groups' }, ...groups),
  );
  closeBeside(root);

  return {
    element: root,
    open: () => root.showModal(),
  };
}

/** @param {import('../model/shortcuts.js').Shortcut} shortcut */
function rowOf({ keys, shown, text }) {
  const names = shown ?? keys;
  return [
    element(
      'dt',
      {},
      ...names.map((name) => (name === '–' ? name : element('kbd', { class: 'help__key', text: name }))),
    ),
    element('dd', { text }),
  ];
}
