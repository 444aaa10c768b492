// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The newest calls in another order than that of time. The server lists calls by time only, so a bounded number is
// fetched and sorted here; what is shown says how many of how many these are.

import { parseSort, sortedBy } from '../model/sort.js';
import { collectCalls } from './collected-calls.js';

const MOST_SORTED = 10_000;

export class SortedCalls {
  /** @type {object[] | null} null while the list is in the order of time */
  calls = null;
  matched = 0;

  #api;
  #abort = new AbortController();

  /** @param {{ api: object }} options */
  constructor({ api }) {
    this.#api = api;
  }

  /**
   * @param {string} filter
   * @param {string} sort
   * @param {(call: object) => number | string} read  the value of the sorted column
   * @returns {Promise<boolean>} false when another request came in between
   */
  async load(filter, sort, read) {
    this.#abort.abort();
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    try {
      const { calls, matched } = await collectCalls(this.#api, { filter, most: MOST_SORTED, signal });
      if (signal.aborted) return false;
      this.calls = sortedBy(calls, read, parseSort(sort).isDescending);
      this.matched = matched;
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      throw error;
    }
  }

  clear() {
    this.#abort.abort();
    this.calls = null;
  }
}
