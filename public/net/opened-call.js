// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The one call whose details are open. What was once shown stays readable when the server no longer has it.

import { parseEventId } from '../model/event-id.js';

/** @typedef {null | 'evicted' | 'otherEpoch' | 'missing' | 'unreachable'} Problem */

export class OpenedCall {
  /** @type {string | null} */
  id = null;
  /** @type {object | null} the record, whole or as the list had it */
  call = null;
  /** @type {Problem} */
  problem = null;
  isLoading = false;

  #api;
  #onChange;
  #abort = null;

  /** @param {{ api: object, onChange: () => void }} options */
  constructor({ api, onChange }) {
    this.#api = api;
    this.#onChange = onChange;
  }

  /**
   * @param {string} id
   * @param {object | null} known  the list's record of it, shown until the whole one is there
   * @param {string | null} epoch  the server's present epoch, when it is known
   */
  async open(id, known, epoch) {
    this.#abort?.abort();
    this.id = id;
    this.call = known;
    this.problem = null;
    if (epoch !== null && parseEventId(id)?.epoch !== epoch) return this.#settle('otherEpoch');
    this.isLoading = true;
    this.#onChange();
    const abort = new AbortController();
    this.#abort = abort;
    try {
      const call = await this.#api.invocation(id, abort.signal);
      if (abort.signal.aborted) return;
      this.call = call;
      this.#settle(null);
    } catch (error) {
      if (!abort.signal.aborted) this.#settle(problemOf(error));
    }
  }

  close() {
    this.#abort?.abort();
    this.id = null;
    this.call = null;
    this.problem = null;
    this.isLoading = false;
    this.#onChange();
  }

  /** A newer record of the same call has come through the stream. */
  updated(call) {
    if (call.id !== this.id) return;
    this.call = { ...this.call, ...call };
    this.#onChange();
  }

  /** The server now stores nothing below `oldest`, or runs in another epoch. */
  compare(epoch, oldest) {
    const id = parseEventId(this.id);
    if (!id || this.problem) return;
    if (id.epoch !== epoch) this.#settle('otherEpoch');
    else if (oldest !== null && id.number < oldest && !this.call?.marked) this.#settle('evicted');
  }

  #settle(problem) {
    this.isLoading = false;
    this.problem = problem;
    this.#onChange();
  }
}

function problemOf({ status, code }) {
  if (status === 410) return code === 'otherEpoch' || code === 'epochGone' ? 'otherEpoch' : 'evicted';
  return status === 404 ? 'missing' : 'unreachable';
}
