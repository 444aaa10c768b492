// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The columns of the comparison: each value as it was and as it is.

import {
  amountText,
  callDifference,
  changeHint,
  changeRank,
  CHANGES,
  differenceShare,
  differenceText,
  ratioOf,
  trendOf,
} from '../model/comparison.js';
import { formatCount, formatDuration } from '../model/format.js';
import { nameColumn, numberColumn, selectorColumn } from './common-columns.js';
import { element } from './dom.js';

/**
 * @typedef {import('../model/comparison.js').ComparedRow} ComparedRow
 * @typedef {import('../model/comparison.js').RowSide} RowSide
 */

/**
 * `before → after`, or one value when both read the same.
 * @param {HTMLElement} cell @param {string[]} pair @param {string | null} [trend]
 */
function renderPair(cell, [before, after], trend = null) {
  if (before === after) {
    cell.replaceChildren(element('span', { class: 'pair', 'data-same': true, text: after }));
    return;
  }
  cell.replaceChildren(
    element(
      'span',
      { class: 'pair', 'data-trend': trend },
      element('span', { class: 'pair__before', text: before }),
      element('span', { class: 'pair__arrow', text: ' → ' }),
      element('span', { class: 'pair__after', text: after }),
    ),
  );
}

/** @param {ComparedRow} row @param {(side: RowSide) => string} read */
const both = (row, read) => [row.before, row.after].map((side) => (side ? read(side) : '–'));

/** @param {HTMLElement} cell @param {ComparedRow} row */
export function renderChanges(cell, { changes, basis }) {
  cell.replaceChildren(
    ...changes.map((kind) =>
      element('span', {
        class: 'change',
        'data-change': kind,
        title: changeHint(kind, basis),
        text: CHANGES[kind].title,
      })
    ),
  );
}

/** @param {HTMLElement} cell @param {ComparedRow} row */
function renderCalls(cell, row) {
  cell.title = `${both(row, ({ calls }) => formatCount(calls)).join(' → ')} calls`;
  renderPair(cell, both(row, (side) => amountText(row, side)));
}

/** @param {HTMLElement} cell @param {ComparedRow} row */
function renderDifference(cell, row) {
  cell.replaceChildren(
    element('span', { class: 'difference', text: differenceText(row) }),
    element('span', { class: 'difference__share', text: differenceShare(row) }),
  );
}

/** @param {HTMLElement} cell @param {ComparedRow} row */
function renderErrors(cell, row) {
  const isWorse = (row.after?.errors ?? 0) > (row.before?.errors ?? 0);
  renderPair(cell, both(row, ({ errors }) => formatCount(errors)), isWorse ? 'worse' : null);
}

/** @typedef {import('../model/columns.js').Column<ComparedRow>} ComparedColumn */

/** @param {'p50' | 'p95' | 'p99'} id @param {number} keep */
const latency = (id, keep) => {
  const field = /** @type {const} */ (`${id}Nanoseconds`);
  return /** @type {ComparedColumn} */ (numberColumn(id, id, (row) => ratioOf(row, field), {
    width: 152,
    keep,
    render: (cell, row) => renderPair(cell, both(row, (side) => formatDuration(side[field])), trendOf(row, field)),
  }));
};

/** @type {ComparedColumn[]} */
export const COMPARE_COLUMNS = [
  { id: 'change', title: 'Change', width: 170, keep: 9, read: changeRank, render: renderChanges },
  nameColumn('protocol', 'Protocol', ({ protocol }) => protocol, { width: 150, keep: 3 }),
  selectorColumn({ width: 220, flex: 1 }),
  numberColumn('calls', 'Calls', ({ before, after }) => Math.max(before?.calls ?? 0, after?.calls ?? 0), {
    width: 136,
    keep: 8,
    render: renderCalls,
  }),
  numberColumn('difference', 'Difference', callDifference, { width: 132, keep: 7, render: renderDifference }),
  numberColumn('errors', 'Errors', ({ before, after }) => (after?.errors ?? 0) - (before?.errors ?? 0), {
    width: 84,
    keep: 5,
    render: renderErrors,
  }),
  latency('p50', 6),
  latency('p95', 6),
  latency('p99', 2),
  numberColumn('order', 'Order', ({ after }) => after?.place, {
    width: 76,
    keep: 4,
    startsDescending: false,
    render: (cell, row) => renderPair(cell, both(row, ({ place }) => formatCount(place))),
  }),
];
