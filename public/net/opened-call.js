// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The one call whose details are open. What was once shown stays readable when the server no longer has it.

import { parseEventId } from '../model/event-id.js';

const MOST_ANCESTORS = 16;
const CHILDREN_PAGE = 500;

/** @typedef {null | 'evicted' | 'otherEpoch' | 'missing' | 'unreachable'} Problem */

export class OpenedCall {
  /** @type {string | null} */
  id = null;
  /**
   * @type {object | null} the record, whole or as the list had it, with `ancestors` and `children` as records once
   * they are known
   */
  call = null;
  /** @type {Problem} */
  problem = null;
  isLoading = false;
  /** Ends when the call that is opened at that moment has been loaded, or could not be. */
  loaded = Promise.resolve();

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
  open(id) {
    this.loaded = this.#load(id);
    return this.loaded;
  }

  async #load(id) {
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
      const [ancestors, children] = await Promise.all([
        this.#ancestorsOf(call, signal),
        this.#childrenOf(call, signal),
      ]);
      if (!signal.aborted) this.#settle({ ...call, ancestors, children }, null);
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

  /**
   * A running call has returned, or somebody has noted something on it. The record is whole; only its relatives have to
   * be kept.
   */
  refreshed(call) {
    if (call.id !== this.id || this.isLoading) return;
    if (['state', 'marked', 'comment'].every((name) => call[name] === this.call?.[name])) return;
    const { ancestors, children, previous, next } = this.call ?? {};
    this.#settle({ ...call, ancestors, children, previous, next }, this.problem);
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

  /**
   * The server names the children; their records follow their parent in the list, so that one page has most of them.
   */
  async #childrenOf(call, signal) {
    const ids = call.children ?? [];
    const found = new Map(ids.map((id) => [id, this.#known(id)]));
    if (ids.some((id) => !found.get(id))) {
      const reply = await this.#api.invocations({ order: 'asc', after: call.seq, limit: CHILDREN_PAGE }, signal).catch(
        () => ({ items: [] }),
      );
      for (const item of reply.items) if (found.has(item.id)) found.set(item.id, item);
    }
    return ids.map((id) => found.get(id) ?? { id });
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
