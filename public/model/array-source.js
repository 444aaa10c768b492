// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Rows that are all there, as a source for a grid.

export class ArraySource {
  #rows = [];
  #places = new Map();

  /** @param {(row: object) => unknown} keyOf */
  constructor(keyOf) {
    this.keyOf = keyOf;
  }

  get rows() {
    return this.#rows;
  }

  /** @param {object[]} rows */
  replace(rows) {
    this.#rows = rows;
    this.#places = new Map(rows.map((row, index) => [this.keyOf(row), index]));
  }

  count = () => this.#rows.length;

  rowAt = (index) => this.#rows[index];

  indexOf = (key) => this.#places.get(key) ?? -1;

  /** @returns {object | undefined} */
  rowWith = (key) => this.#rows[this.indexOf(key)];
}
