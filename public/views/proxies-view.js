// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The proxies that are alive: which object they stand in front of, and who is behind them.

import { escapeText } from '../model/escape-text.js';
import { formatCount, formatQuantity } from '../model/format.js';
import { harmfulUnanswered, placeName, proxyKey, stateNotice, stateOf, stateWord } from '../model/proxy-state.js';
import { serviceText } from '../model/process-name.js';
import { nameColumn, numberColumn } from './common-columns.js';
import { element, setAttribute, setText } from './dom.js';
import { createTableView } from './table-view.js';

/** Type of the forward delegate.
 * @param {Proxy} proxy */
export function targetName({ target }) {
  return target ? escapeText(target.type ?? '–') : 'none';
}

/** Of a recording it is not known what became of it.
 * @param {Proxy} proxy @returns {'alive' | 'gone' | 'none' | 'recorded'} */
export function targetState({ target, isRecorded }) {
  if (target === null || target === undefined) return 'none';
  if (isRecorded) return 'recorded';
  return target.isAlive === false ? 'gone' : 'alive';
}

/** @param {Proxy} proxy */
const holdOf = ({ target, isTargetRetained, isRecorded }) => {
  if (!target || isRecorded) return '–';
  return isTargetRetained ? 'strongly' : 'weakly';
};

/** @param {(proxy: Proxy) => string} read @returns {(cell: HTMLElement, proxy: Proxy) => void} */
const text = (read) => (cell, proxy) => setText(cell, read(proxy));

/** @param {HTMLElement} cell @param {Proxy} proxy */
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

/** @param {HTMLElement} cell @param {Proxy} proxy */
function renderState(cell, proxy) {
  setAttribute(cell, 'data-state', stateOf(proxy));
  setAttribute(cell, 'title', stateNotice(proxy)?.text ?? null);
  setText(cell, stateWord(proxy));
}

/** A call of a void optional that nobody implements is no fault, and is not shown like one.
 * @param {HTMLElement} cell @param {Proxy} proxy */
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

/** @type {import('../model/columns.js').Column<Proxy>[]} */
const COLUMNS = [
  numberColumn('id', '#', ({ id }) => Number(id), { width: 56, keep: 5, startsDescending: false }, String),
  nameColumn('protocol', 'Protocol', ({ protocol }) => protocol, { width: 200, flex: 2, keep: 10 }),
  { id: 'owner', title: 'Owner', width: 160, flex: 1, keep: 8, read: placeName, render: text(placeName) },
  { id: 'target', title: 'Target', width: 180, flex: 1, keep: 9, read: targetName, render: renderTarget },
  {
    id: 'retained',
    title: 'Held',
    width: 80,
    keep: 2,
    read: ({ isTargetRetained }) => Number(isTargetRetained === true),
    render: text(holdOf),
  },
  { id: 'place', title: 'State', width: 96, keep: 6, read: stateWord, render: renderState },
  numberColumn('requirements', 'Selectors', ({ requirements }) => requirements?.length, { width: 88, keep: 3 }),
  numberColumn('calls', 'Calls', ({ calls }) => calls, { keep: 7 }),
  numberColumn('unanswered', 'Unanswered', ({ unanswered }) => unanswered, {
    width: 100,
    keep: 4,
    render: renderUnanswered,
  }),
];

/** Every process numbers its own proxies. */
const FLEET_COLUMNS = [
  COLUMNS[0],
  nameColumn('service', 'Service', ({ process }) => process && serviceText(process), { width: 110, keep: 8 }),
  nameColumn('host', 'Host', ({ process }) => process?.host, { width: 100, keep: 4 }),
  numberColumn('process', 'Process', ({ process }) => process?.id, { width: 76, keep: 5, startsDescending: false }, (id) =>
    id === null || id === undefined ? '–' : String(id)),
  ...COLUMNS.slice(1),
];

/** @param {{ onOpen: (proxy: Proxy) => void }} options */
export function createProxiesView({ onOpen }) {
  const { update, ...table } = createTableView({
    id: 'proxies',
    label: 'Proxies',
    columns: COLUMNS,
    sort: 'id',
    keyOf: proxyKey,
    onOpen,
  });
  return {
    ...table,
    /** @param {Proxy[]} proxies @param {boolean} isRecording  whether they are those of a recording */
    update(proxies, isRecording) {
      table.grid.setColumns(proxies.some(({ process }) => process) ? FLEET_COLUMNS : COLUMNS);
      update(proxies, isRecording ? 'The recording tells of no proxy.' : 'No proxy is installed at this moment.');
    },
  };
}
