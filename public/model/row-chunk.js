// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The rows of the list, and a part of it: all of its rows from one `seq` to another, and where they stand in the list. That nothing is
// missing between `from` and `to` (both included, infinite at the edges of the list) is what lets two parts be
// joined.

/**
 * @typedef {{ kind: 'gap', seq: number, missed: number }} Gap  a line for calls that this page can no longer get
 * @typedef {Invocation | Gap} ListRow
 */

/** @param {ListRow | undefined} row @returns {row is Gap} */
export const isGap = (row) => row !== undefined && 'kind' in row && row.kind === 'gap';

/**
 * Index of the first row whose `seq` is at least `seq`.
 * @param {{ seq: number }[]} rows ascending @param {number} seq
 */
export function lowerBound(rows, seq) {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (rows[middle].seq < seq) low = middle + 1;
    else high = middle;
  }
  return low;
}

export class RowChunk {
  /**
   * @param {ListRow[]} rows ascending
   * @param {number} from lowest `seq` that is covered, -Infinity at the head of the list
   * @param {number} to highest one, Infinity at its tail
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

  get firstSeq() {
    return this.rows[0].seq;
  }

  get lastSeq() {
    return this.rows[this.rows.length - 1].seq;
  }

  /** @param {number} seq */
  covers(seq) {
    return this.from <= seq && seq <= this.to;
  }

  /** Index of the first row whose `seq` is at least `seq`.
   * @param {number} seq */
  indexOf(seq) {
    return lowerBound(this.rows, seq);
  }

  /** @param {ListRow} row @returns {boolean} whether the row was not there before */
  insert(row) {
    const index = this.indexOf(row.seq);
    if (this.rows[index]?.seq === row.seq) {
      this.rows[index] = newer(this.rows[index], row);
      return false;
    }
    this.rows.splice(index, 0, row);
    return true;
  }

  /** Forgets rows that no longer exist: nothing is left before `oldest`.
   * @param {number} oldest */
  dropBefore(oldest) {
    if (this.from > oldest) return;
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
      from <= this.base ? this.from : rows[0].seq,
      to >= this.end ? this.to : rows[rows.length - 1].seq,
      Math.max(from, this.base),
    );
  }

  /** One chunk of two that touch; `upper` begins later.
   * @param {RowChunk} lower @param {RowChunk} upper */
  static joined(lower, upper) {
    const rows = union(lower.rows, upper.rows);
    const from = Math.min(lower.from, upper.from);
    const to = Math.max(lower.to, upper.to);
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
    if (left[i].seq === right[k].seq) result.push(newer(left[i++], right[k++]));
    else result.push(left[i].seq < right[k].seq ? left[i++] : right[k++]);
  }
  while (i < left.length) result.push(left[i++]);
  while (k < right.length) result.push(right[k++]);
  return result;
}
