// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// What the tab of protocols shows, in several requests.

import { callsByProtocol, withCalls } from '../model/protocol-rows.js';
import { APIError } from './api.js';

/**
 * @typedef {Pick<import('./api.js').API, 'protocols' | 'protocol' | 'interposers' | 'selectors'>} ProtocolAPI
 * @typedef {{ items: ProgramProtocol[], interposers: Interposer[], calls: Map<string, number>,
 *   opened: WholeProtocol | null }} ProtocolsReply  `calls` by the name of the protocol in their records
 */

export class ProgramProtocols {
  #api;
  /** @type {{ key: string, whole: WholeProtocol | null }} the opened protocol, and what it depends on */
  #opened = { key: '', whole: null };

  /** @param {ProtocolAPI} api */
  constructor(api) {
    this.#api = api;
  }

  /**
   * The protocols of the process, and one of them in full.
   * @param {string | null} name  of the opened one @param {AbortSignal} signal
   * @returns {Promise<ProtocolsReply | null>} null where there is no process, as in a recording
   */
  async load(name, signal) {
    try {
      const [{ items }, { items: interposers }, { items: selectors }] = await Promise.all([
        this.#api.protocols(signal),
        this.#api.interposers(signal),
        this.#api.selectors({}, signal),
      ]);
      const item = items.find(({ protocol }) => protocol === name);
      const whole = item ? await this.#whole(item, interposers, signal) : null;
      return { items, interposers, calls: callsByProtocol(selectors), opened: whole && withCalls(whole, selectors) };
    } catch (error) {
      if (error instanceof APIError && error.code === 'noProcess') return null;
      throw error;
    }
  }

  /** The program searches its symbols for the requirements: it is asked again only when the answer may differ.
   * @param {ProgramProtocol} item @param {Interposer[]} interposers @param {AbortSignal} signal
   * @returns {Promise<WholeProtocol | null>} null when it cannot tell: the list is worth showing all the same */
  async #whole(item, interposers, signal) {
    const key = JSON.stringify([item, interposers]);
    if (key === this.#opened.key) return this.#opened.whole;
    try {
      this.#opened = { key, whole: await this.#api.protocol(item.protocol, signal) };
      return this.#opened.whole;
    } catch (error) {
      if (error instanceof APIError) return null;
      throw error;
    }
  }
}
