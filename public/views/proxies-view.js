// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The proxies that are alive: which object they stand in front of, and who is behind them.

import { escapeText } from '../model/escape-text.js';
import { formatCount, formatQuantity } from '../model/format.js';
import { harmfulUnanswered, placeName, stateNotice, stateOf, stateWord } from '../model/proxy-state.js';
import { element, setAttribute, setText } from './dom.js';
import { createTableView } from './table-view.js';

/** @returns {string} type of the forward delegate */
export function targetName({ target }) {
  return target ? escapeText(target.type ?? '–') : 'none';
}

/** @returns {'alive' | 'gone' | 'none' | 'recorded'} of a recording it is not known what became of it */
export function targetState({ target, isRecorded }) {
  if (target === null || target === undefined) return 'none';
  if (isRecorded) return 'recorded';
  return target.isAlive === false ? 'gone' : 'alive';
}

const holdOf = ({ target, isTargetRetained, isRecorded }) => {
  if (!target || isRecorded) return '–';
  return isTargetRetained ? 'strongly' : 'weakly';
};

const text = (read) => (cell, row) => setText(cell, read(row));

function renderTarget(cell, proxy) {
  const state = targetState(proxy);
  cell.replaceChildren(
    element('span', {
      class: 'liveness',
      'data-state': state,
      text: state === 'gone' ? `${targetName(proxy)} (gone)` : targetName(proxy),
    }),
  );
}

function renderState(cell, proxy) {
  setAttribute(cell, 'data-state', stateOf(proxy));
  setAttribute(cell, 'title', stateNotice(proxy)?.text ?? null);
  setText(cell, stateWord(proxy));
}

/** A call of a void optional that nobody implements is no fault, and is not shown like one. */
function renderUnanswered(cell, proxy) {
  const harmful = harmfulUnanswered(proxy);
  const harmless = (proxy.unanswered ?? 0) - harmful;
  setText(cell, formatCount(proxy.unanswered));
  setAttribute(cell, 'data-zero', harmful === 0);
  setAttribute(
    cell,
    'title',
    harmless > 0 ? `${formatQuantity(harmless, 'call')} of optional methods that nobody has to implement` : null,
  );
}

const COLUMNS = [
  {
    id: 'id',
    title: '#',
    width: 56,
    keep: 5,
    align: 'end',
    read: ({ id }) => Number(id),
    render: text(({ id }) => String(id)),
  },
  {
    id: 'protocol',
    title: 'Protocol',
    width: 200,
    flex: 2,
    keep: 10,
    read: ({ protocol }) => protocol,
    render: text(({ protocol }) => escapeText(protocol ?? '–')),
  },
  {
    id: 'owner',
    title: 'Owner',
    width: 160,
    flex: 1,
    keep: 8,
    read: placeName,
    render: text(placeName),
  },
  {
    id: 'target',
    title: 'Target',
    width: 180,
    flex: 1,
    keep: 9,
    read: targetName,
    render: renderTarget,
  },
  {
    id: 'retained',
    title: 'Held',
    width: 80,
    keep: 2,
    read: ({ isTargetRetained }) => Number(isTargetRetained === true),
    render: text(holdOf),
  },
  {
    id: 'place',
    title: 'State',
    width: 96,
    keep: 6,
    read: stateWord,
    render: renderState,
  },
  {
    id: 'requirements',
    title: 'Selectors',
    width: 88,
    keep: 3,
    align: 'end',
    startsDescending: true,
    read: ({ requirements }) => requirements?.length,
    render: text(({ requirements }) => formatCount(requirements?.length)),
  },
  {
    id: 'calls',
    title: 'Calls',
    width: 90,
    keep: 7,
    align: 'end',
    startsDescending: true,
    read: ({ calls }) => calls,
    render: text(({ calls }) => formatCount(calls)),
  },
  {
    id: 'unanswered',
    title: 'Unanswered',
    width: 100,
    keep: 4,
    align: 'end',
    startsDescending: true,
    read: ({ unanswered }) => unanswered,
    render: renderUnanswered,
  },
];

/**
 * @param {{ onOpen: (proxy: object) => void }} options
 */
export function createProxiesView({ onOpen }) {
  const table = createTableView({
    id: 'proxies',
    label: 'Proxies',
    columns: COLUMNS,
    sort: 'id',
    keyOf: ({ id }) => String(id),
    onOpen,
  });
  table.element.classList.add('proxies');

  return {
    element: table.element,
    /** @param {object[]} proxies @param {boolean} isRecording  whether they are those of a recording */
    update: (proxies, isRecording) =>
      table.update(proxies, isRecording ? 'The recording tells of no proxy.' : 'No proxy is installed at this moment.'),
    setSelected: (id) => table.grid.setSelected(id),
    rowWith: table.rowWith,
    focus: () => table.grid.focus(),
    destroy: () => table.destroy(),
  };
}
