// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Sorting of rows by a column. A sort is a column's id, with a minus in front for descending.

/** @param {string} sort @returns {{ column: string, isDescending: boolean }} */
export function parseSort(sort) {
  return sort.startsWith('-') ? { column: sort.slice(1), isDescending: true } : { column: sort, isDescending: false };
}

/**
 * The next sort after a click on a column's title: first the interesting end, then the other, then none.
 * @param {string | null} current
 * @param {string} column
 * @param {boolean} startsDescending whether large values are the interesting ones
 * @returns {string | null}
 */
export function nextSort(current, column, startsDescending) {
  const [first, second] = startsDescending ? [`-${column}`, column] : [column, `-${column}`];
  if (current === first) return second;
  return current === second ? null : first;
}

const NAMES = new Intl.Collator('en', { numeric: true });

/** @param {number | string} left @param {number | string} right */
function compare(left, right) {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return NAMES.compare(String(left), String(right));
}

/**
 * @template Row
 * @param {Row[]} rows
 * @param {(row: Row) => number | string | null | undefined} read
 * @param {boolean} isDescending
 * @returns {Row[]} a sorted copy; rows without a value come last either way, equal ones keep their order
 */
export function sortedBy(rows, read, isDescending) {
  const direction = isDescending ? -1 : 1;
  const keyed = rows.map((row) => ({ row, key: read(row) ?? null }));
  keyed.sort((left, right) => {
    if (left.key === null || right.key === null) return Number(left.key === null) - Number(right.key === null);
    return direction * compare(left.key, right.key);
  });
  return keyed.map(({ row }) => row);
}
