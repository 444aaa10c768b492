// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The order of the traffic list: that of time, which is live, or a sorted copy. The server sorts all calls by some of the
// columns and returns the first ones; for the others, the newest calls are fetched and sorted here. What is shown says how
// many of how many these are.

import { nextSort, parseSort, sortedBy } from '../model/sort.js';
import { collectCalls, collectSorted } from '../net/call-pages.js';

const MOST_SORTED = 10_000;

/** What the server sorts by for a column.
 * @type {Record<string, InvocationQuery['sort']>} */
const SERVER_SORTS = { call: 'selector', selector: 'selector', thread: 'thread', duration: 'duration' };

/**
 * @typedef {object} SortingOptions
 * @property {import('../net/call-pages.js').InvocationAPI} api
 * @property {Pick<import('../views/traffic-view.js').TrafficView, 'setOrder'>} view
 * @property {import('../model/columns.js').Column<Invocation>[]} columns
 * @property {() => void} onChange
 */
export class Sorting {
  /** What the banner tells of a sorted list, null for the order of time.
   * @type {import('../model/banners.js').SortSummary | null} */
  summary = null;
  /** @type {unknown} why the calls could not be sorted */
  error = null;

  #options;
  #abort = new AbortController();

  /** @param {SortingOptions} options */
  constructor(options) {
    this.#options = options;
  }

  /** The sort after a click on a column's title.
   * @param {string | null} sort @param {string} columnId @returns {string | null} */
  next(sort, columnId) {
    if (columnId === 'time') return sort === null ? '-time' : null;
    const column = this.#options.columns.find(({ id }) => id === columnId);
    return nextSort(sort, columnId, column?.startsDescending ?? false);
  }

  /** @param {string | null} sort @param {string} filter */
  async apply(sort, filter) {
    const { api, view, columns } = this.#options;
    this.#abort.abort();
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    const { column: columnId, isDescending } = parseSort(sort ?? '');
    const column = columns.find(({ id }) => id === columnId);
    if (!column?.read) {
      view.setOrder(sort === '-time' ? sort : null, null);
      this.#settle(null, null);
      return;
    }
    try {
      const { calls, ...scope } = await this.#sorted(column, isDescending, { filter, most: MOST_SORTED, signal });
      if (signal.aborted) return;
      view.setOrder(sort, calls);
      this.#settle({ shown: calls.length, column: column.title, ...scope }, null);
    } catch (error) {
      if (!signal.aborted) this.#settle(this.summary, error);
    }
  }

  /**
   * @param {import('../model/columns.js').Column<Invocation>} column
   * @param {boolean} isDescending
   * @param {{ filter: string, most: number, signal: AbortSignal }} options
   */
  async #sorted({ id, read }, isDescending, options) {
    const { api } = this.#options;
    const sort = SERVER_SORTS[id];
    if (sort) {
      const order = isDescending ? /** @type {const} */ ('desc') : /** @type {const} */ ('asc');
      return { ...(await collectSorted(api, { ...options, sort, order })), isOfNewest: false };
    }
    const { calls, matched } = await collectCalls(api, options);
    return { calls: sortedBy(calls, read ?? (() => null), isDescending), matched, isComplete: true, isOfNewest: true };
  }

  /** @param {Sorting['summary']} summary @param {unknown} error */
  #settle(summary, error) {
    this.summary = summary;
    this.error = error;
    this.#options.onChange();
  }
}
