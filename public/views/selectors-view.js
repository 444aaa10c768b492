// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Statistics of each selector: how often, how slow, how often without an answer.

import { formatCount, formatDuration } from '../model/format.js';
import { escapeText } from '../model/escape-text.js';
import { latencyBuckets, logScale } from '../model/latency.js';
import { element, graphic, setAttribute, setText } from './dom.js';
import { renderSelectorCell } from './names.js';
import { createTableView } from './table-view.js';

const SPARK_HEIGHT = 16;

export const selectorKey = ({ protocol, selector }) => `${protocol}.${selector}`;

const count = (field) => (cell, row) => {
  setText(cell, formatCount(row[field]));
  setAttribute(cell, 'data-zero', !row[field]);
};
const duration = (field) => (cell, row) => setText(cell, formatDuration(row[field]));

/** A histogram small enough for a row; all rows share the scale of time, each has its own height. */
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

function renderTotal(cell, row, { longestTotal }) {
  const bar = element('span', { class: 'share' });
  bar.style.width = `${(row.totalNanoseconds / Math.max(1, longestTotal)) * 100}%`;
  cell.replaceChildren(bar, element('span', { class: 'share__text', text: formatDuration(row.totalNanoseconds) }));
}

const column = (id, title, width, field, render, more = {}) => ({
  id,
  title,
  width,
  align: 'end',
  startsDescending: true,
  read: (row) => row[field],
  render: render(field),
  ...more,
});

const COLUMNS = [
  {
    id: 'protocol',
    title: 'Protocol',
    width: 170,
    keep: 4,
    read: ({ protocol }) => protocol,
    render: (cell, row) => setText(cell, escapeText(row.protocol)),
  },
  {
    id: 'selector',
    title: 'Selector',
    width: 240,
    flex: 3,
    keep: 10,
    read: ({ selector }) => selector,
    render: renderSelectorCell,
  },
  column('calls', 'Calls', 84, 'calls', count, { keep: 9 }),
  column('errors', 'Errors', 70, 'errors', count, { keep: 5 }),
  column('unanswered', 'Unanswered', 96, 'unanswered', count, { keep: 3 }),
  column('total', 'Total', 120, 'totalNanoseconds', () => renderTotal, { keep: 7, usesContext: true }),
  column('p50', 'p50', 76, 'p50Nanoseconds', duration, { keep: 6 }),
  column('p90', 'p90', 76, 'p90Nanoseconds', duration, { keep: 2 }),
  column('p99', 'p99', 76, 'p99Nanoseconds', duration, { keep: 6 }),
  column('max', 'Max', 76, 'maxNanoseconds', duration, { keep: 2 }),
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
 * @param {{ onOpen: (row: object) => void }} options
 */
export function createSelectorsView({ onOpen }) {
  const table = createTableView({
    id: 'selectors',
    label: 'Selectors',
    columns: COLUMNS,
    sort: '-total',
    keyOf: selectorKey,
    prepare,
    decorate,
    onOpen,
  });
  table.element.classList.add('selectors');

  function prepare(rows) {
    const buckets = rows.flatMap(({ histogram }) => latencyBuckets(histogram));
    const shortest = Math.min(...buckets.map(({ from }) => from));
    const longest = Math.max(...buckets.map(({ to }) => to));
    const place = logScale(buckets.length > 0 ? shortest : 1, buckets.length > 0 ? longest : 2);
    return { place, longestTotal: Math.max(0, ...rows.map(({ totalNanoseconds }) => totalNanoseconds)) };
  }

  function decorate(row, node) {
    setAttribute(node, 'data-failing', row?.errors > 0);
  }

  return {
    element: table.element,
    update: (rows) => table.update(rows, 'No call has been recorded yet.'),
    rowWith: table.rowWith,
    focus: () => table.grid.focus(),
    destroy: () => table.destroy(),
  };
}
