// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The rows of the list, and a part of it: all of its rows from one place in the order of calls to another, and where they
// stand in the list. That nothing is missing between `from` and `to` (both included, infinite at the edges of the list) is
// what lets two parts be joined.

import { leastOf, mostOf, orderOf } from './call-order.js';

/**
 * @typedef {import('./call-order.js').Order} Order
 * @typedef {{ kind: 'gap', seq: Order, missed: number }} Gap  a line for calls that this page can no longer get
 * @typedef {Invocation | Gap} ListRow
 */

/** @param {ListRow | undefined} row @returns {row is Gap} */
export const isGap = (row) => row !== undefined && 'kind' in row && row.kind === 'gap';

/** @param {ListRow} row @returns {Order} */
export const orderOfRow = (row) => (isGap(row) ? row.seq : orderOf(row));

/**
 * Index of the first row whose order is at least `order`.
 * @param {ListRow[]} rows ascending @param {Order} order
 */
export function lowerBound(rows, order) {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (orderOfRow(rows[middle]) < order) low = middle + 1;
    else high = middle;
  }
  return low;
}

export class RowChunk {
  /**
   * @param {ListRow[]} rows ascending
   * @param {Order} from lowest order that is covered, -Infinity at the head of the list
   * @param {Order} to highest one, Infinity at its tail
   * @param {number} base place of the first row
   */
  constructor(rows, from, to, base) {
    this.rows = rows;
    this.from = from;
    this.to = to;
    this.base = base;
  }

  get end() {
    return this.base + this.rows.length;
  }

  get isHead() {
    return this.from === -Infinity;
  }

  get isTail() {
    return this.to === Infinity;
  }

  get first() {
    return orderOfRow(this.rows[0]);
  }

  get last() {
    return orderOfRow(this.rows[this.rows.length - 1]);
  }

  /** @param {Order} order */
  covers(order) {
    return this.from <= order && order <= this.to;
  }

  /** Index of the first row whose order is at least `order`.
   * @param {Order} order */
  indexOf(order) {
    return lowerBound(this.rows, order);
  }

  /** @param {ListRow} row @returns {boolean} whether the row was not there before */
  insert(row) {
    const index = this.indexOf(orderOfRow(row));
    const held = this.rows[index];
    if (held && orderOfRow(held) === orderOfRow(row)) {
      this.rows[index] = newer(held, row);
      return false;
    }
    this.rows.splice(index, 0, row);
    return true;
  }

  /** Forgets rows that no longer exist: nothing is left before `oldest`.
   * @param {Order} oldest */
  dropBefore(oldest) {
    // What was asked for after the oldest does not have it.
    if (this.from > oldest || (this.from === oldest && this.first > oldest)) return;
    const gone = this.indexOf(oldest);
    // The line that tells of missed calls stays as long as the row after it.
    const dropped = gone > 0 && gone < this.rows.length && isGap(this.rows[gone - 1]) ? gone - 1 : gone;
    this.rows.splice(0, dropped);
    this.base += dropped;
    this.from = -Infinity;
  }

  /** The part of the chunk between two places; what is cut off is no longer covered.
   * @param {number} from @param {number} to */
  slice(from, to) {
    const rows = this.rows.slice(from - this.base, to - this.base);
    return new RowChunk(
      rows,
      from <= this.base ? this.from : orderOfRow(rows[0]),
      to >= this.end ? this.to : orderOfRow(rows[rows.length - 1]),
      Math.max(from, this.base),
    );
  }

  /** One chunk of two that touch; `upper` begins later.
   * @param {RowChunk} lower @param {RowChunk} upper */
  static joined(lower, upper) {
    const rows = union(lower.rows, upper.rows);
    const from = leastOf(lower.from, upper.from);
    const to = mostOf(lower.to, upper.to);
    return new RowChunk(rows, from, to, lower.base);
  }
}

/** A call that has returned never runs again; everything else that comes later is better known.
 * @param {ListRow} held @param {ListRow} arrived */
const newer = (held, arrived) => (!isRunning(held) && isRunning(arrived) ? held : arrived);

/** @param {ListRow} row */
const isRunning = (row) => !isGap(row) && row.state === 'running';

/** @param {ListRow[]} left @param {ListRow[]} right */
function union(left, right) {
  const result = [];
  let i = 0;
  let k = 0;
  while (i < left.length && k < right.length) {
    const [one, other] = [orderOfRow(left[i]), orderOfRow(right[k])];
    if (one === other) result.push(newer(left[i++], right[k++]));
    else result.push(one < other ? left[i++] : right[k++]);
  }
  while (i < left.length) result.push(left[i++]);
  while (k < right.length) result.push(right[k++]);
  return result;
}
