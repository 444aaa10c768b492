// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The order of the traffic list: that of time, which is live, or a sorted copy of the newest calls.

import { nextSort } from '../model/sort.js';

export class Sorting {
  #calls;
  #view;
  #columns;
  #onChange;
  #sort = null;

  /**
   * @param {object} options
   * @param {import('../net/sorted-calls.js').SortedCalls} options.calls
   * @param {{ setOrder: (sort: string | null, calls: object[] | null) => void }} options.view
   * @param {object[]} options.columns
   * @param {(error: Error | null) => void} options.onChange
   */
  constructor({ calls, view, columns, onChange }) {
    this.#calls = calls;
    this.#view = view;
    this.#columns = columns;
    this.#onChange = onChange;
  }

  /** What the banner tells of a sorted list, null for the order of time. */
  get summary() {
    const { calls, matched } = this.#calls;
    if (calls === null) return null;
    return { shown: calls.length, matched, column: this.#column?.title ?? '' };
  }

  /** The sort after a click on a column's title. @returns {string | null} */
  next(sort, columnId) {
    if (columnId === 'time') return sort === null ? '-time' : null;
    return nextSort(sort, columnId, this.#columns.find(({ id }) => id === columnId)?.startsDescending ?? false);
  }

  /** @param {string | null} sort @param {string} filter */
  async apply(sort, filter) {
    this.#sort = sort;
    if (!this.#column) {
      this.#calls.clear();
      this.#view.setOrder(sort === '-time' ? sort : null, null);
      this.#onChange(null);
      return;
    }
    try {
      if (!(await this.#calls.load(filter, sort, this.#column.read))) return;
      this.#view.setOrder(sort, this.#calls.calls);
      this.#onChange(null);
    } catch (error) {
      this.#onChange(error);
    }
  }

  get #column() {
    const id = this.#sort?.replace(/^-/, '');
    return this.#columns.find((column) => column.id === id && column.read);
  }
}
