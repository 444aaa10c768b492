// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The panel of a tab: its view, or a plain line where nothing can fill it.

import { element, setShown, setText } from './dom.js';

/**
 * @param {{ content: Node, missing: string }} options  `missing` names what is not there
 */
export function createPanelView({ content, missing }) {
  const line = element('p', { class: 'table__words', hidden: true });
  const root = element('div', { class: 'page__panel', hidden: true }, content, line);

  return {
    element: root,
    /** @param {boolean} isAvailable @param {boolean} isFile  whether the calls come from a file, not from a server */
    update(isAvailable, isFile) {
      setText(line, isFile ? `A file of exported calls has no ${missing}.` : `This server has no ${missing} yet.`);
      setShown(line, !isAvailable);
      setShown(content, isAvailable);
    },
    destroy() {},
  };
}
