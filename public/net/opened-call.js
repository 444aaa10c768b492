// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The one call whose details are open. What was once shown stays readable when the server no longer has it.

import { isUnnamed } from '../model/backtrace.js';
import { parseEventId } from '../model/call.js';
import { nameOf } from '../model/call-order.js';

const MOST_ANCESTORS = 16;
const CHILDREN_PAGE = 500;

/** Whether two records of one call say the same.
 * @param {Invocation} call @param {Invocation} other */
function isSame(call, other) {
  if (call.state !== other.state || call.marked !== other.marked || call.comment !== other.comment) return false;
  return JSON.stringify(call.completions) === JSON.stringify(other.completions);
}

/**
 * @typedef {'evicted' | 'otherEpoch' | 'missing' | 'unreachable'} Trouble  why a call is not, or no longer, there
 * @typedef {Partial<Invocation> & { id: string }} Relative  its record once it is known
 * @typedef {Invocation & { ancestors?: Relative[], children?: Relative[], previous?: string | null,
 *   next?: string | null }} ShownCall  whole, or as the list had it
 */

export class OpenedCall {
  /** @type {string | null} */
  id = null;
  /** @type {ShownCall | null} */
  call = null;
  /** @type {Trouble | null} */
  problem = null;
  isLoading = false;
  /** Ends when the call that is opened at that moment has been loaded, or could not be. */
  loaded = Promise.resolve();

  #options;
  #abort = new AbortController();
  /** @type {Invocation | undefined} the record of the list that was shown, or that was there when the call was opened */
  #listed;
  /** @type {string | null} */
  #epoch = null;
  /** @type {number | null} */
  #oldest = null;

  /**
   * @param {{ api: Pick<import('./api.js').API, 'invocation' | 'invocations' | 'backtrace'>, onChange: () => void,
   *   known: (id: string) => Invocation | undefined }} options  `known` are records that the list holds
   */
  constructor(options) {
    this.#options = options;
  }

  /** @param {string} id */
  open(id) {
    this.loaded = this.#load(id);
    return this.loaded;
  }

  /** @param {string} id */
  async #load(id) {
    this.#abort.abort();
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    // Until the server tells more, what is shown of a call that is asked for again stays, and so does what it lacks.
    const isAgain = id === this.id && this.problem === 'unreachable';
    const problem = this.#problemOf(id);
    this.id = id;
    this.#listed = this.#options.known(id);
    this.call = this.#listed ?? (isAgain ? this.call : null);
    this.problem = problem ?? (isAgain ? 'unreachable' : null);
    this.isLoading = problem === null;
    this.#options.onChange();
    if (!this.isLoading) return;
    try {
      const call = await this.#options.api.invocation(id, signal);
      const [ancestors, children, backtrace] = await Promise.all([
        this.#ancestorsOf(call, signal),
        this.#childrenOf(call, signal),
        this.#backtraceOf(call, signal),
      ]);
      const named = backtrace && { backtrace };
      if (!signal.aborted) this.#settle({ ...call, ...named, ancestors, children }, null);
    } catch (error) {
      if (!signal.aborted) this.#settle(this.call, troubleOf(error));
    }
  }

  close() {
    this.#abort.abort();
    this.id = null;
    this.call = null;
    this.problem = null;
    this.isLoading = false;
    this.#options.onChange();
  }

  /** The server answers: what it did not tell before is asked for again. */
  serverAnswered() {
    if (this.id !== null && this.problem === 'unreachable' && !this.isLoading) void this.open(this.id);
  }

  /** What the server stores at present; it may have evicted the call, or begun another epoch.
   * @param {string | null} epoch  null in a fleet, which has calls of many @param {number | null} oldest */
  compare(epoch, oldest) {
    this.#epoch = epoch;
    this.#oldest = oldest;
    if (this.id === null || this.problem || this.isLoading) return;
    const problem = this.#problemOf(this.id);
    if (problem && !(problem === 'evicted' && this.call?.marked)) this.#settle(this.call, problem);
  }

  /**
   * A running call has returned, a closure of it was called, or somebody has noted something on it. The record is whole; only its relatives have to
   * be kept.
   * @param {Invocation} call
   */
  refreshed(call) {
    if (call.id !== this.id || this.isLoading) return;
    const shown = this.call;
    if (shown && isSame(call, shown)) return;
    const { ancestors, children, previous, next } = shown ?? {};
    const named = isUnnamed(call) && shown?.backtrace && { backtrace: shown.backtrace };
    this.#settle({ ...call, ...named, ancestors, children, previous, next }, this.problem);
  }

  /** The list has this record of the call. What it had before the call was opened is older than what was fetched: a
   * paused list has not heard yet what happened since.
   * @param {Invocation} call */
  listed(call) {
    if (call.id !== this.id || this.isLoading || call === this.#listed) return;
    this.#listed = call;
    this.refreshed(call);
  }

  /** @param {string} id @returns {Trouble | null} */
  #problemOf(id) {
    const { epoch, number } = parseEventId(id) ?? { epoch: '', number: Infinity };
    if (this.#epoch !== null && epoch !== this.#epoch) return 'otherEpoch';
    return this.#oldest !== null && number < this.#oldest ? 'evicted' : null;
  }

  /** From the outermost call to the parent; ends where one is not stored any more.
   * @param {Invocation} call @param {AbortSignal} signal */
  async #ancestorsOf(call, signal) {
    /** @type {Relative[]} */
    const ancestors = [];
    /** @type {string | null | undefined} */
    let next = call.parent;
    while (next && ancestors.length < MOST_ANCESTORS && !signal.aborted) {
      /** @type {Invocation | null} */
      const ancestor = this.#options.known(next) ?? (await this.#fetchAncestor(next, signal));
      ancestors.unshift(ancestor ?? { id: next });
      next = ancestor?.parent;
    }
    return ancestors;
  }

  /**
   * The server names the children; their records follow their parent in the list, so that one page has most of them.
   * @param {WholeInvocation} call @param {AbortSignal} signal @returns {Promise<Relative[]>}
   */
  async #childrenOf(call, signal) {
    const ids = call.children ?? [];
    /** @type {Map<string, Invocation | undefined>} */
    const found = new Map(ids.map((id) => [id, this.#options.known(id)]));
    if (ids.some((id) => !found.get(id))) {
      const query = { order: /** @type {const} */ ('asc'), after: nameOf(call), limit: CHILDREN_PAGE };
      const reply = await this.#options.api.invocations(query, signal).catch(() => null);
      for (const item of reply?.items ?? []) if (found.has(item.id)) found.set(item.id, item);
    }
    return ids.map((id) => found.get(id) ?? { id });
  }

  /** The frames with their functions, which the server looks up only when it is asked.
   * @param {WholeInvocation} call @param {AbortSignal} signal */
  async #backtraceOf(call, signal) {
    if (!isUnnamed(call)) return undefined;
    const reply = await this.#options.api.backtrace(call.id, signal).catch(() => null);
    return reply?.items;
  }

  /** @param {string} id @param {AbortSignal} signal */
  async #fetchAncestor(id, signal) {
    if (this.#problemOf(id)) return null;
    return this.#options.api.invocation(id, signal).catch(() => null);
  }

  /** @param {ShownCall | null} call @param {Trouble | null} problem */
  #settle(call, problem) {
    this.call = call;
    this.problem = problem;
    this.isLoading = false;
    this.#options.onChange();
  }
}

/** @param {any} error  an `APIError`, or the network's @returns {Trouble} */
function troubleOf({ status, code }) {
  if (status === 410) return /epoch/i.test(code ?? '') ? 'otherEpoch' : 'evicted';
  return status === 404 ? 'missing' : 'unreachable';
}

/** The record as the server sends it: without the ancestors, and with the children by their ids.
 * @param {ShownCall} call */
export function sentRecord({ ancestors: _, children, ...record }) {
  return children ? { ...record, children: children.map(({ id }) => id) } : record;
}
