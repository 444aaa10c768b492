// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Calls that have not returned yet, the longest first.

import { wholeCallText } from '../model/call-line.js';
import { derivedOf, threadName } from '../model/call.js';
import { escapeText } from '../model/escape-text.js';
import { formatDuration } from '../model/format.js';
import { setText, tokenNodes } from './dom.js';
import { threadNode } from './names.js';
import { createTableView } from './table-view.js';

const COLUMNS = [
  {
    id: 'elapsed',
    title: 'For',
    width: 96,
    keep: 9,
    align: 'end',
    startsDescending: true,
    usesContext: true,
    read: (call) => -(derivedOf(call).start ?? 0),
    render: (cell, call, { now }) =>
      setText(cell, formatDuration(Math.max(0, (now - (derivedOf(call).start ?? now)) * 1000))),
  },
  {
    id: 'thread',
    title: 'Thread',
    width: 130,
    keep: 6,
    read: ({ thread }) => threadName(thread),
    render: (cell, { thread }) => cell.replaceChildren(threadNode(thread)),
  },
  {
    id: 'protocol',
    title: 'Protocol',
    width: 160,
    keep: 3,
    read: ({ protocol }) => protocol,
    render: (cell, { protocol }) => setText(cell, escapeText(protocol)),
  },
  {
    id: 'call',
    title: 'Call',
    width: 260,
    flex: 1,
    keep: 10,
    read: ({ selector }) => selector,
    render(cell, call) {
      cell.title = wholeCallText(call);
      cell.replaceChildren(...tokenNodes(derivedOf(call).line));
    },
  },
  {
    id: 'owner',
    title: 'Owner',
    width: 130,
    keep: 2,
    read: ({ owner }) => owner,
    render: (cell, { owner }) => setText(cell, escapeText(owner ?? '–')),
  },
  {
    id: 'target',
    title: 'Target',
    width: 130,
    keep: 2,
    read: ({ target }) => target,
    render: (cell, { target }) => setText(cell, escapeText(target ?? '–')),
  },
];

/**
 * @param {{ onOpen: (call: object) => void }} options
 */
export function createRunningView({ onOpen }) {
  let asOf = null;
  let isPast = false;
  const table = createTableView({
    id: 'running',
    label: 'Running calls',
    columns: COLUMNS,
    sort: '-elapsed',
    keyOf: ({ id }) => id,
    onOpen,
    prepare: () => ({ now: (isPast ? asOf : null) ?? Date.now() * 1000 }),
  });
  table.element.classList.add('running');

  return {
    element: table.element,
    /**
     * @param {object[]} calls
     * @param {number | null} until  up to when they are known to have run, in microseconds
     * @param {boolean} isOver  whether that moment stays: they ran when a recording ended
     */
    update(calls, until, isOver) {
      asOf = until;
      isPast = isOver;
      table.update(calls, isOver ? 'No call was running at the end.' : 'No call is running at this moment.');
    },
    focus: () => table.grid.focus(),
    destroy: () => table.destroy(),
  };
}
