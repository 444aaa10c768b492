// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Calls that have not returned yet, the longest first.

import { derivedOf } from '../model/call.js';
import { formatDuration } from '../model/format.js';
import { serviceText } from '../model/process-name.js';
import { callColumn, nameColumn, numberColumn, threadColumn } from './common-columns.js';
import { setText } from './dom.js';
import { createBadge } from './names.js';
import { createTableView } from './table-view.js';

const plainCall = callColumn({});

/** A badge before a call that a rule holds: it runs only once somebody decides.
 * @type {import('../model/columns.js').Column<Invocation>} */
const heldCall = {
  ...plainCall,
  render(cell, call, context) {
    plainCall.render(cell, call, context);
    if (call.held) cell.prepend(createBadge('held'), ' ');
  },
};

/** @type {import('../model/columns.js').Column<Invocation>[]} */
const COLUMNS = [
  numberColumn('elapsed', 'For', (call) => -(derivedOf(call).start ?? 0), {
    width: 96,
    keep: 9,
    usesContext: true,
    render: (cell, call, { now }) =>
      setText(cell, formatDuration(Math.max(0, (now - (derivedOf(call).start ?? now)) * 1000))),
  }),
  threadColumn({ keep: 6 }),
  nameColumn('protocol', 'Protocol', ({ protocol }) => protocol, { width: 160, keep: 3 }),
  heldCall,
  nameColumn('owner', 'Owner', ({ owner }) => owner, { keep: 2 }),
  nameColumn('target', 'Target', ({ target }) => target, { keep: 2 }),
];

/** Those of a fleet say which program they are of. */
const FLEET_COLUMNS = [
  COLUMNS[0],
  nameColumn('service', 'Service', ({ process }) => process && serviceText(process), { width: 110, keep: 5 }),
  nameColumn('host', 'Host', ({ process }) => process?.host, { width: 104, keep: 4 }),
  ...COLUMNS.slice(1),
];

/** @param {{ onOpen: (call: Invocation) => void }} options */
export function createRunningView({ onOpen }) {
  /** @type {number | null} */
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

  return {
    element: table.element,
    focus: table.focus,
    /**
     * @param {Invocation[]} calls
     * @param {number | null} until  up to when they are known to have run, in microseconds
     * @param {boolean} isOver  whether that moment stays: they ran when a recording ended
     */
    update(calls, until, isOver) {
      asOf = until;
      isPast = isOver;
      table.grid.setColumns(calls.some(({ process }) => process) ? FLEET_COLUMNS : COLUMNS);
      table.update(calls, isOver ? 'No call was running at the end.' : 'No call is running at this moment.');
    },
  };
}
