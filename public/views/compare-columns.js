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
import { escapeText } from '../model/escape-text.js';
import { formatCount, formatDuration } from '../model/format.js';
import { element, setText } from './dom.js';
import { renderSelectorCell } from './names.js';

/** `before → after`, or one value when both read the same. */
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

const both = (row, read) => [row.before, row.after].map((side) => (side ? read(side) : '–'));

function renderChanges(cell, { changes, basis }) {
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

function renderCalls(cell, row) {
  cell.title = `${both(row, ({ calls }) => formatCount(calls)).join(' → ')} calls`;
  renderPair(cell, both(row, (side) => amountText(row, side)));
}

function renderDifference(cell, row) {
  cell.replaceChildren(
    element('span', { class: 'difference', text: differenceText(row) }),
    element('span', { class: 'difference__share', text: differenceShare(row) }),
  );
}

function renderErrors(cell, row) {
  const isWorse = (row.after?.errors ?? 0) > (row.before?.errors ?? 0);
  renderPair(cell, both(row, ({ errors }) => formatCount(errors)), isWorse ? 'worse' : null);
}

const latency = (id, title, field, keep) => ({
  id,
  title,
  width: 152,
  keep,
  align: 'end',
  startsDescending: true,
  read: (row) => ratioOf(row, field),
  render: (cell, row) => renderPair(cell, both(row, (side) => formatDuration(side[field])), trendOf(row, field)),
});

export const COMPARE_COLUMNS = [
  { id: 'change', title: 'Change', width: 170, keep: 9, read: changeRank, render: renderChanges },
  {
    id: 'protocol',
    title: 'Protocol',
    width: 150,
    keep: 3,
    read: ({ protocol }) => protocol,
    render: (cell, { protocol }) => setText(cell, escapeText(protocol)),
  },
  {
    id: 'selector',
    title: 'Selector',
    width: 220,
    flex: 1,
    keep: 10,
    read: ({ selector }) => selector,
    render: renderSelectorCell,
  },
  {
    id: 'calls',
    title: 'Calls',
    width: 136,
    keep: 8,
    align: 'end',
    startsDescending: true,
    read: ({ before, after }) => Math.max(before?.calls ?? 0, after?.calls ?? 0),
    render: renderCalls,
  },
  {
    id: 'difference',
    title: 'Difference',
    width: 132,
    keep: 7,
    align: 'end',
    startsDescending: true,
    read: callDifference,
    render: renderDifference,
  },
  {
    id: 'errors',
    title: 'Errors',
    width: 84,
    keep: 5,
    align: 'end',
    startsDescending: true,
    read: ({ before, after }) => (after?.errors ?? 0) - (before?.errors ?? 0),
    render: renderErrors,
  },
  latency('p50', 'p50', 'p50Nanoseconds', 6),
  latency('p95', 'p95', 'p95Nanoseconds', 6),
  latency('p99', 'p99', 'p99Nanoseconds', 2),
  {
    id: 'order',
    title: 'Order',
    width: 76,
    keep: 4,
    align: 'end',
    read: ({ after }) => after?.place,
    render: (cell, row) => renderPair(cell, both(row, ({ place }) => formatCount(place))),
  },
];
