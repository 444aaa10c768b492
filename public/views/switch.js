// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The switch that records a protocol.

import { escapeText } from '../model/escape-text.js';
import { reasonText } from '../model/protocol-state.js';
import { element, setAttribute } from './dom.js';

/**
 * @typedef {import('../model/protocol-rows.js').ProtocolRow} ProtocolRow
 * @typedef {(row: ProtocolRow, point: { x: number, y: number }, origin: HTMLElement) => unknown} OnSwitch  a menu may
 *   open at `point`, and gives the focus back to `origin`
 */

/**
 * @param {OnSwitch} onSwitch
 * @param {boolean} [isInGrid]  the keyboard reaches it through its row
 */
export function createSwitch(onSwitch, isInGrid = false) {
  /** @type {ProtocolRow | null} */
  let row = null;
  const node = element('button', { class: 'switch', type: 'button', role: 'switch', onclick: press });
  if (isInGrid) node.tabIndex = -1;

  async function press() {
    if (!row || node.disabled || node.hasAttribute('aria-busy')) return;
    const { left, bottom } = node.getBoundingClientRect();
    /** @type {HTMLElement} */
    const origin = node.closest('[role="grid"]') ?? node;
    origin.focus({ preventScroll: true });
    node.setAttribute('aria-busy', 'true');
    await onSwitch(row, { x: left, y: bottom }, origin);
    node.removeAttribute('aria-busy');
  }

  return {
    element: node,
    /** @param {ProtocolRow} next */
    update(next) {
      row = next;
      setAttribute(node, 'aria-label', `Record ${escapeText(next.protocol)}`);
      setAttribute(node, 'aria-checked', String(next.interposed));
      setAttribute(node, 'title', escapeText(reasonText(next)));
      node.disabled = !next.interposed && next.requirements === 0;
    },
    get protocol() {
      return row?.protocol;
    },
  };
}

/** @typedef {ReturnType<typeof createSwitch>} Switch */
