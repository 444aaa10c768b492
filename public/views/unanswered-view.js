// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Calls that reached nobody: what the program asked and nobody answered.

import { escapeText } from '../model/escape-text.js';
import { formatCount } from '../model/format.js';
import { localDateTime, parseInstant } from '../model/instant.js';
import { selectorTokens } from '../model/selector-tokens.js';
import { element, setText } from './dom.js';
import { selectorKey } from './selectors-view.js';
import { createTableView } from './table-view.js';

const REASONS = {
  noTarget: 'there was no forward delegate',
  targetGone: 'the forward delegate is gone',
  notImplemented: 'the forward delegate does not implement it',
};

const lastOf = (row) => parseInstant(row.lastAt ?? row.lastStartedAt ?? row.last);
const text = (read) => (cell, row) => setText(cell, read(row));

const COLUMNS = [
  {
    id: 'calls',
    title: 'Calls',
    width: 84,
    keep: 9,
    align: 'end',
    startsDescending: true,
    read: ({ calls, count }) => calls ?? count,
    render: text(({ calls, count }) => formatCount(calls ?? count)),
  },
  {
    id: 'protocol',
    title: 'Protocol',
    width: 180,
    keep: 4,
    read: ({ protocol }) => protocol,
    render: text(({ protocol }) => escapeText(protocol)),
  },
  {
    id: 'selector',
    title: 'Selector',
    width: 240,
    flex: 2,
    keep: 10,
    read: ({ selector }) => selector,
    render: (cell, { selector }) =>
      cell.replaceChildren(
        ...selectorTokens(selector).map(({ text: part, isStrong }) =>
          element('span', { class: isStrong ? 'selector__telling' : 'selector__common', text: part })
        ),
      ),
  },
  {
    id: 'owner',
    title: 'Owner',
    width: 140,
    keep: 5,
    read: ({ owner }) => owner,
    render: text(({ owner }) => escapeText(owner ?? '–')),
  },
  {
    id: 'reason',
    title: 'Why',
    width: 220,
    flex: 1,
    keep: 6,
    read: ({ reason }) => reason,
    render: text(({ reason }) => escapeText(REASONS[reason] ?? reason ?? '–')),
  },
  {
    id: 'last',
    title: 'Last',
    width: 200,
    keep: 3,
    startsDescending: true,
    read: lastOf,
    render: text((row) => localDateTime(lastOf(row))),
  },
];

/**
 * @param {{ onOpen: (row: object) => void }} options
 */
export function createUnansweredView({ onOpen }) {
  const table = createTableView({
    id: 'unanswered',
    label: 'Unanswered calls',
    columns: COLUMNS,
    sort: '-calls',
    keyOf: (row) => `${row.proxy ?? ''}/${selectorKey(row)}`,
    onOpen,
  });
  table.element.classList.add('unanswered');

  return {
    element: table.element,
    update: (rows) => table.update(rows, 'Every call has found somebody to answer it.'),
    focus: () => table.grid.focus(),
    destroy: () => table.destroy(),
  };
}
