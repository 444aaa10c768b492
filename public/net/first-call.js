// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// When the first call of the list began, for times that count from it. It stays the first one when it is evicted: times
// that have been read aloud must not change.

import { parseInstant } from '../model/instant.js';

export class FirstCall {
  /**
   * Microseconds since 1970, null while it is not known.
   * @type {number | null}
   */
  start = null;

  #options;
  /** @type {string | null} */
  #asked = null;

  /** @param {{ api: import('./call-pages.js').InvocationAPI, isWanted: () => boolean, onChange: () => void }} options */
  constructor(options) {
    this.#options = options;
  }

  /**
   * Asks once for each filter and run.
   * @param {string} filter
   * @param {string | null} epoch
   */
  async find(filter, epoch) {
    const question = `${epoch} ${filter}`;
    if (!this.#options.isWanted() || epoch === null || question === this.#asked) return;
    this.#asked = question;
    this.start = null;
    const reply = await this.#options.api.invocations({ filter, order: 'asc', limit: 1 }).catch(() => null);
    if (question !== this.#asked) return;
    // No call yet, or no answer: asked again with the next change of the list.
    if (!reply?.items[0]) this.#asked = null;
    else this.start = parseInstant(reply.items[0].startedAt);
    this.#options.onChange();
  }
}
