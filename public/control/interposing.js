// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Switches the recording of protocols on and off. The list is read anew after each change: others may change it too.

import { switchOf, withoutProtocol } from '../model/interposers.js';

/**
 * @typedef {import('../model/protocol-rows.js').ProtocolRow} ProtocolRow
 *
 * @typedef {object} InterposingParts
 * @property {Pick<import('./actions.js').Actions, 'interpose' | 'tryInterpose' | 'removeInterposer'>} actions
 * @property {{ refresh: () => Promise<void> }} polled
 * @property {(row: ProtocolRow, point: { x: number, y: number }, origin: HTMLElement) => void} ask  how to stop the
 *   recording of a protocol that a wider pattern selects
 */
export class Interposing {
  #parts;

  /** @param {InterposingParts} parts */
  constructor(parts) {
    this.#parts = parts;
  }

  /** @param {ProtocolRow} row @param {{ x: number, y: number }} point @param {HTMLElement} origin */
  async switch(row, point, origin) {
    const { actions, polled, ask } = this.#parts;
    const action = switchOf(row);
    if (action === 'ask') return ask(row, point, origin);
    if (action === 'remove') return this.remove(row.own);
    await actions.interpose({ protocols: [row.protocol] });
    await polled.refresh();
  }

  /** @param {string} pattern @returns {Promise<string | null>} what is wrong with it */
  async add(pattern) {
    const problem = await this.#parts.actions.tryInterpose({ protocols: [pattern] });
    if (problem === null) await this.#parts.polled.refresh();
    return problem;
  }

  /** @param {Interposer[]} interposers */
  async remove(interposers) {
    for (const interposer of interposers) await this.#parts.actions.removeInterposer(interposer);
    await this.#parts.polled.refresh();
  }

  /** The narrower interposer comes before the wider one goes, so that no call of the others is missed.
   * @param {ProtocolRow} row */
  async leaveOut(row) {
    const { actions } = this.#parts;
    for (const interposer of row.wider) {
      const narrower = await actions.interpose(withoutProtocol(interposer, row));
      if (narrower) await actions.removeInterposer(interposer);
    }
    await this.remove(row.own);
  }
}
