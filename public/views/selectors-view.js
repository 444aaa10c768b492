// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Statistics of each selector: how often, how slow, how often without an answer.

import { formatCount, formatDuration } from '../model/format.js';
import { latencyBuckets, logScale } from '../model/statistics.js';
import { nameColumn, numberColumn, selectorColumn } from './common-columns.js';
import { element, graphic, setAttribute, setText } from './dom.js';
import { latencyRange } from './latency-chart.js';
import { createTableView } from './table-view.js';

const SPARK_HEIGHT = 16;

/** @param {{ protocol: string, selector: string }} row */
export const selectorKey = ({ protocol, selector }) => `${protocol}.${selector}`;

/** A histogram small enough for a row; all rows share the scale of time, each has its own height.
 * @param {HTMLElement} cell @param {Selector} row @param {{ place: (nanoseconds: number) => number }} context */
function renderSpark(cell, row, { place }) {
  const buckets = latencyBuckets(row.histogram);
  const highest = Math.max(1, ...buckets.map((bucket) => bucket.count));
  const d = buckets.map((bucket) => {
    const x = place(bucket.from) * 100;
    const width = Math.max(1, place(bucket.to) * 100 - x - 0.4);
    const height = bucket.count === 0 ? 0 : Math.max(1, (bucket.count / highest) * SPARK_HEIGHT);
    return `M${x.toFixed(2)} ${SPARK_HEIGHT}v${(-height).toFixed(2)}h${width.toFixed(2)}V${SPARK_HEIGHT}z`;
  }).join('');
  cell.replaceChildren(
    graphic('svg', {
      class: 'spark',
      viewBox: `0 0 100 ${SPARK_HEIGHT}`,
      preserveAspectRatio: 'none',
      'aria-hidden': 'true',
    }, graphic('path', { d })),
  );
}

/** A bar behind a text.
 * @param {HTMLElement} cell @param {number} share  from 0 to 1 @param {string} text */
export function renderShare(cell, share, text) {
  const bar = element('span', { class: 'share' });
  bar.style.width = `${share * 100}%`;
  cell.replaceChildren(bar, element('span', { class: 'share__text', text }));
}

/** @typedef {import('../model/columns.js').Column<Selector>} SelectorColumn */

/** @param {'calls' | 'errors' | 'unanswered'} field @param {string} title @param {number} width @param {number} keep */
const count = (field, title, width, keep) =>
  /** @type {SelectorColumn} */ (numberColumn(field, title, (row) => row[field], {
    width,
    keep,
    render(cell, row) {
      setText(cell, formatCount(row[field]));
      setAttribute(cell, 'data-zero', !row[field]);
    },
  }));

/** @param {'p50' | 'p90' | 'p99' | 'max'} id @param {string} title @param {number} keep */
const duration = (id, title, keep) =>
  /** @type {SelectorColumn} */ (
    numberColumn(id, title, (row) => row[`${id}Nanoseconds`], { width: 76, keep }, formatDuration)
  );

/** @type {SelectorColumn[]} */
const COLUMNS = [
  nameColumn('protocol', 'Protocol', ({ protocol }) => protocol, { width: 170, keep: 4 }),
  selectorColumn({ flex: 3 }),
  count('calls', 'Calls', 84, 9),
  count('errors', 'Errors', 70, 5),
  count('unanswered', 'Unanswered', 96, 3),
  numberColumn('total', 'Total', ({ totalNanoseconds }) => totalNanoseconds, {
    width: 120,
    keep: 7,
    usesContext: true,
    render: (cell, { totalNanoseconds: total }, { longestTotal }) =>
      renderShare(cell, total / Math.max(1, longestTotal), formatDuration(total)),
  }),
  duration('p50', 'p50', 6),
  duration('p90', 'p90', 2),
  duration('p99', 'p99', 6),
  duration('max', 'Max', 2),
  {
    id: 'histogram',
    title: 'Latency',
    width: 140,
    flex: 1,
    keep: 4,
    isSortable: false,
    usesContext: true,
    render: renderSpark,
  },
];

/**
 * @param {object} options
 * @param {(row: Selector) => void} options.onOpen
 * @param {(row: Selector, point: { x: number, y: number }) => void} options.onMenu
 */
export function createSelectorsView({ onOpen, onMenu }) {
  const { update, ...table } = createTableView({
    id: 'selectors',
    label: 'Selectors',
    columns: COLUMNS,
    sort: '-total',
    keyOf: selectorKey,
    prepare(rows) {
      const { from, to } = latencyRange(rows) ?? { from: 1, to: 2 };
      return { place: logScale(from, to), longestTotal: Math.max(0, ...rows.map((row) => row.totalNanoseconds)) };
    },
    decorate: (row, node) => setAttribute(node, 'data-failing', row !== undefined && row.errors > 0),
    onOpen,
    onMenu: (row, _, point) => onMenu(row, point),
  });
  return {
    ...table,
    /** @param {Selector[]} rows */
    update: (rows) => update(rows, 'No call has been recorded yet.'),
  };
}
