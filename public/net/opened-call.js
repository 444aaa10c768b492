// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The one call whose details are open. What was once shown stays readable when the server no longer has it.

import { parseEventId } from '../model/event-id.js';

const MOST_ANCESTORS = 16;

/** @typedef {null | 'evicted' | 'otherEpoch' | 'missing' | 'unreachable'} Problem */

export class OpenedCall {
  /** @type {string | null} */
  id = null;
  /** @type {object | null} the record, whole or as the list had it, with `ancestors` once they are known */
  call = null;
  /** @type {Problem} */
  problem = null;
  isLoading = false;

  #api;
  #known;
  #onChange;
  #abort = new AbortController();
  #epoch = null;
  #oldest = null;

  /**
   * @param {object} options
   * @param {object} options.api
   * @param {(id: string) => object | undefined} options.known  a record that the list holds
   * @param {() => void} options.onChange
   */
  constructor({ api, known, onChange }) {
    this.#api = api;
    this.#known = known;
    this.#onChange = onChange;
  }

  /** @param {string} id */
  async open(id) {
    this.#abort.abort();
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    this.id = id;
    this.call = this.#known(id) ?? null;
    this.problem = this.#problemOf(id);
    this.isLoading = this.problem === null;
    this.#onChange();
    if (!this.isLoading) return;
    try {
      const call = await this.#api.invocation(id, signal);
      const ancestors = await this.#ancestorsOf(call, signal);
      if (!signal.aborted) this.#settle({ ...call, ancestors }, null);
    } catch (error) {
      if (!signal.aborted) this.#settle(this.call, problemOf(error));
    }
  }

  close() {
    this.#abort.abort();
    this.id = null;
    this.call = null;
    this.problem = null;
    this.isLoading = false;
    this.#onChange();
  }

  /** What the server stores at present; it may have evicted the call, or begun another epoch. */
  compare(epoch, oldest) {
    this.#epoch = epoch;
    this.#oldest = oldest;
    if (this.id === null || this.problem || this.isLoading) return;
    const problem = this.#problemOf(this.id);
    if (problem && !(problem === 'evicted' && this.call?.marked)) this.#settle(this.call, problem);
  }

  /** A running call has returned, or somebody has marked it. */
  refreshed(call) {
    if (call.id !== this.id || this.isLoading) return;
    if (call.state === this.call?.state && call.marked === this.call?.marked) return;
    this.#settle({ ...this.call, ...call }, this.problem);
  }

  #problemOf(id) {
    const { epoch, number } = parseEventId(id) ?? {};
    if (this.#epoch !== null && epoch !== this.#epoch) return 'otherEpoch';
    return this.#oldest !== null && number < this.#oldest ? 'evicted' : null;
  }

  /** From the outermost call to the parent; ends where one is not stored any more. */
  async #ancestorsOf(call, signal) {
    const ancestors = [];
    let next = call.parent;
    while (next && ancestors.length < MOST_ANCESTORS && !signal.aborted) {
      const ancestor = this.#known(next) ?? (await this.#fetchAncestor(next, signal));
      ancestors.unshift(ancestor ?? { id: next });
      next = ancestor?.parent;
    }
    return ancestors;
  }

  async #fetchAncestor(id, signal) {
    if (this.#problemOf(id)) return null;
    return this.#api.invocation(id, signal).catch(() => null);
  }

  #settle(call, problem) {
    this.call = call;
    this.problem = problem;
    this.isLoading = false;
    this.#onChange();
  }
}

function problemOf({ status, code }) {
  if (status === 410) return /epoch/i.test(code ?? '') ? 'otherEpoch' : 'evicted';
  return status === 404 ? 'missing' : 'unreachable';
}
