// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Calls that reached nobody: what the program asked and nobody answered.

import { escapeText } from '../model/escape-text.js';
import { formatShare } from '../model/format.js';
import { parseInstant, timeOfDay } from '../model/instant.js';
import { nameColumn, numberColumn, selectorColumn } from './common-columns.js';
import { setText } from './dom.js';
import { renderShare, selectorKey } from './selectors-view.js';
import { createTableView } from './table-view.js';

/** Short enough for the column in a usual window.
 * @type {Record<string, string>} */
const REASONS = {
  noTarget: 'no forward delegate',
  targetGone: 'forward delegate is gone',
  notImplemented: 'forward delegate lacks it',
  notCompleted: 'closure released, never called',
};

/** Calls that reached nobody, and those that somebody took and never completed.
 * @param {Unanswered} row */
const countOf = ({ unanswered, neverCompleted = 0 }) => unanswered + neverCompleted;

/** @param {Unanswered} row */
const shareOf = (row) => (row.calls > 0 ? countOf(row) / row.calls : 0);

/** @type {UnansweredColumn[]} */
const COLUMNS = [
  numberColumn('unanswered', 'Unanswered', countOf, { width: 100, keep: 9 }),
  numberColumn('share', 'Of all', shareOf, {
    width: 116,
    keep: 7,
    // A selector that nobody ever answers is another matter than one that is missed now and then.
    render: (cell, row) => renderShare(cell, shareOf(row), shareOf(row) === 1 ? 'all' : formatShare(shareOf(row))),
  }),
  nameColumn('protocol', 'Protocol', ({ protocol }) => protocol, { width: 180, keep: 4 }),
  selectorColumn({ flex: 2 }),
  nameColumn('owner', 'Owner', ({ owners }) => owners?.join(', ') || null, { width: 150, keep: 5 }),
  nameColumn('reason', 'Why, the last time', ({ reason }) => reason, {
    width: 200,
    flex: 1,
    keep: 6,
    render(cell, { reason = '–' }) {
      cell.title = escapeText(REASONS[reason] ?? reason);
      setText(cell, cell.title);
    },
  }),
  {
    id: 'last',
    title: 'Last',
    width: 120,
    keep: 4,
    startsDescending: true,
    read: ({ lastAt }) => parseInstant(lastAt),
    render: (cell, { lastAt }) => setText(cell, timeOfDay(parseInstant(lastAt))),
  },
];

const CLICK = 'A click shows these calls in the list';

/** @typedef {import('../model/columns.js').Column<Unanswered>} UnansweredColumn */

/** The other tabs open details beside them; these rows have none, and lead to their calls: cells say so.
 * @param {UnansweredColumn} column @returns {UnansweredColumn} */
export const leading = (column) => ({
  ...column,
  render(cell, row, context) {
    cell.title = '';
    column.render(cell, row, context);
    cell.title = cell.title ? `${cell.title}\n${CLICK}` : CLICK;
  },
});

/** @param {{ onOpen: (row: Unanswered) => void }} options */
export function createUnansweredView({ onOpen }) {
  const { element, focus, update } = createTableView({
    id: 'unanswered',
    label: 'Unanswered calls',
    columns: COLUMNS.map(leading),
    sort: '-unanswered',
    keyOf: selectorKey,
    onOpen,
  });
  return {
    element,
    focus,
    /** @param {Unanswered[]} rows */
    update: (rows) => update(rows, 'Every call has found somebody to answer it.'),
  };
}
