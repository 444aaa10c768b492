// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// A switch for something in a row: the recording of a protocol, or a rule.

import { escapeText } from '../model/escape-text.js';
import { reasonText } from '../model/protocol-state.js';
import { element, setAttribute } from './dom.js';

/**
 * @template Row
 * @typedef {(row: Row, point: { x: number, y: number }, origin: HTMLElement) => unknown} OnSwitched  a menu may open at
 *   `point`, and gives the focus back to `origin`
 */
/**
 * @typedef {import('../model/protocol-rows.js').ProtocolRow} ProtocolRow
 * @typedef {OnSwitched<ProtocolRow>} OnSwitch
 * @typedef {{ key: unknown, label: string, title: string, isOn: boolean, isDisabled: boolean }} SwitchFacts
 */
/**
 * @template Row
 * @typedef {object} SwitchOptions
 * @property {(row: Row) => SwitchFacts} describe  rows with the same key share a switch
 * @property {OnSwitched<Row>} onSwitch
 * @property {boolean} [isInGrid]  the keyboard reaches it through its row
 */

/** The recording of a protocol.
 * @param {ProtocolRow} row @returns {SwitchFacts} */
const describeProtocol = (row) => ({
  key: row.protocol,
  label: `Record ${escapeText(row.protocol)}`,
  title: escapeText(reasonText(row)),
  isOn: row.interposed,
  isDisabled: !row.interposed && row.requirements === 0,
});

/**
 * @template Row
 * @param {SwitchOptions<Row>} options
 */
export function createSwitch({ describe, onSwitch, isInGrid = false }) {
  /** @type {Row | null} */
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
    /** @param {Row} next */
    update(next) {
      row = next;
      const { label, title, isOn, isDisabled } = describe(next);
      setAttribute(node, 'aria-label', label);
      setAttribute(node, 'aria-checked', String(isOn));
      setAttribute(node, 'title', title);
      node.disabled = isDisabled;
    },
    get key() {
      return row && describe(row).key;
    },
  };
}

/** @param {OnSwitch} onSwitch */
export const createProtocolSwitch = (onSwitch) => createSwitch({ describe: describeProtocol, onSwitch });

/**
 * Draws a switch in a cell. It stays while the numbers of its row change: a new one under the pointer would lose its
 * click.
 * @template Row
 * @param {SwitchOptions<Row>} options
 */
export function switchRenderer(options) {
  /** @type {WeakMap<HTMLElement, ReturnType<typeof createSwitch<Row>>>} */
  const switches = new WeakMap();
  /** @param {HTMLElement} cell @param {Row} row */
  return (cell, row) => {
    const known = switches.get(cell);
    const shown = known && known.key === options.describe(row).key
      ? known
      : createSwitch({ ...options, isInGrid: true });
    if (shown !== known) cell.replaceChildren(shown.element);
    switches.set(cell, shown);
    shown.update(row);
  };
}

/** @param {OnSwitch} onSwitch */
export const protocolSwitchRenderer = (onSwitch) => switchRenderer({ describe: describeProtocol, onSwitch });
