// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Rows that are all there, as a source for a grid.

/** @template Row */
export class ArraySource {
  /** @type {Row[]} */
  #rows = [];
  /** @type {Map<unknown, number>} */
  #places = new Map();

  /** @param {(row: Row) => unknown} keyOf */
  constructor(keyOf) {
    this.keyOf = keyOf;
  }

  get rows() {
    return this.#rows;
  }

  /** @param {Row[]} rows */
  replace(rows) {
    this.#rows = rows;
    this.#places = new Map(rows.map((row, index) => [this.keyOf(row), index]));
  }

  count = () => this.#rows.length;

  /** @param {number} index @returns {Row | undefined} */
  rowAt = (index) => this.#rows[index];

  /** @param {unknown} key */
  indexOf = (key) => this.#places.get(key) ?? -1;

  /** @param {unknown} key @returns {Row | undefined} */
  rowWith = (key) => this.#rows[this.indexOf(key)];
}
