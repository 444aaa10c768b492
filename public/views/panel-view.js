// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The panel of a tab: its view, or a plain line where the server cannot fill it yet.

import { element, setShown } from './dom.js';

/**
 * @param {{ content: Node, missing: string }} options  `missing` names what the server does not have
 */
export function createPanelView({ content, missing }) {
  const line = element('p', { class: 'table__words', hidden: true, text: `This server has no ${missing} yet.` });
  const root = element('div', { class: 'page__panel', hidden: true }, content, line);

  return {
    element: root,
    /** @param {boolean} isAvailable */
    update(isAvailable) {
      setShown(line, !isAvailable);
      setShown(content, isAvailable);
    },
    destroy() {},
  };
}
