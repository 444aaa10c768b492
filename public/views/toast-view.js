// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// A word about what has just been done, such as "Copied". It goes away by itself and is read out.

import { element } from './dom.js';

const SHOWN_MILLISECONDS = 2500;

export function createToastView() {
  const root = element('div', { class: 'toast', role: 'status', 'aria-live': 'polite' });
  let timer = 0;

  return {
    element: root,
    /** @param {string} text */
    update(text) {
      root.textContent = text;
      root.dataset.shown = '';
      clearTimeout(timer);
      timer = setTimeout(() => delete root.dataset.shown, SHOWN_MILLISECONDS);
    },
    destroy: () => clearTimeout(timer),
  };
}
