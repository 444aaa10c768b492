// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Calls that reached nobody: what the program asked and nobody answered.

import { escapeText } from '../model/escape-text.js';
import { formatCount, formatShare } from '../model/format.js';
import { parseInstant, timeOfDay } from '../model/instant.js';
import { element, setText } from './dom.js';
import { renderSelectorCell } from './names.js';
import { selectorKey } from './selectors-view.js';
import { createTableView } from './table-view.js';

const REASONS = {
  noTarget: 'there was no forward delegate',
  targetGone: 'the forward delegate is gone',
  notImplemented: 'the forward delegate does not implement it',
};

const ownersOf = ({ owners }) => (owners ?? []).map(escapeText).join(', ');
const text = (read) => (cell, row) => setText(cell, read(row));

const shareOf = ({ unanswered, calls }) => (calls > 0 ? unanswered / calls : 0);

/** Some or all: a selector that nobody ever answers is another matter than one that is missed now and then. */
function renderShare(cell, row) {
  const bar = element('span', { class: 'share' });
  bar.style.width = `${shareOf(row) * 100}%`;
  const words = shareOf(row) === 1 ? 'all' : formatShare(shareOf(row));
  cell.replaceChildren(bar, element('span', { class: 'share__text', text: words }));
}

const COLUMNS = [
  {
    id: 'unanswered',
    title: 'Unanswered',
    width: 100,
    keep: 9,
    align: 'end',
    startsDescending: true,
    read: ({ unanswered }) => unanswered,
    render: text(({ unanswered }) => formatCount(unanswered)),
  },
  {
    id: 'share',
    title: 'Of all',
    width: 116,
    keep: 7,
    align: 'end',
    startsDescending: true,
    read: shareOf,
    render: renderShare,
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
    render: renderSelectorCell,
  },
  {
    id: 'owner',
    title: 'Owner',
    width: 150,
    keep: 5,
    read: ownersOf,
    render: text((row) => ownersOf(row) || '–'),
  },
  {
    id: 'reason',
    title: 'Why, the last time',
    width: 240,
    flex: 1,
    keep: 6,
    read: ({ reason }) => reason,
    render: text(({ reason }) => escapeText(REASONS[reason] ?? reason ?? '–')),
  },
  {
    id: 'last',
    title: 'Last',
    width: 120,
    keep: 4,
    startsDescending: true,
    read: ({ lastAt }) => parseInstant(lastAt),
    render: text(({ lastAt }) => timeOfDay(parseInstant(lastAt))),
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
    sort: '-unanswered',
    keyOf: selectorKey,
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
