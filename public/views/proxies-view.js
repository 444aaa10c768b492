// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The proxies that are alive: which object they stand in front of, and who is behind them.

import { escapeText } from '../model/escape-text.js';
import { formatCount } from '../model/format.js';
import { element, setAttribute, setText } from './dom.js';
import { createTableView } from './table-view.js';

/** Type and identity of an object, which may arrive as text or as a structure. */
export function objectName(object) {
  if (object === null || object === undefined) return 'none';
  if (typeof object === 'string') return escapeText(object);
  return escapeText(object.id ?? object.type ?? '–');
}

/** @returns {'alive' | 'gone' | 'none'} */
export function targetState({ target }) {
  if (target === null || target === undefined) return 'none';
  return target.isAlive === false || target.alive === false ? 'gone' : 'alive';
}

const sum = ({ requirements }, field) => (requirements ?? []).reduce((total, each) => total + (each[field] ?? 0), 0);
const callsOf = (proxy) => proxy.calls ?? sum(proxy, 'calls');
const unansweredOf = (proxy) => proxy.unanswered ?? sum(proxy, 'unanswered');
const isRetained = ({ isTargetRetained, retained }) => isTargetRetained ?? retained ?? false;
const text = (read) => (cell, row) => setText(cell, read(row));

function renderTarget(cell, proxy) {
  const state = targetState(proxy);
  cell.replaceChildren(
    element('span', {
      class: 'liveness',
      'data-state': state,
      text: state === 'gone' ? `${objectName(proxy.target)} (gone)` : objectName(proxy.target),
    }),
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
    render: text(({ protocol }) => escapeText(protocol)),
  },
  {
    id: 'owner',
    title: 'Owner',
    width: 160,
    flex: 1,
    keep: 8,
    read: ({ owner }) => objectName(owner),
    render: text(({ owner }) => objectName(owner)),
  },
  {
    id: 'target',
    title: 'Target',
    width: 180,
    flex: 1,
    keep: 9,
    read: ({ target }) => objectName(target),
    render: renderTarget,
  },
  {
    id: 'retained',
    title: 'Held',
    width: 80,
    keep: 2,
    read: (proxy) => Number(isRetained(proxy)),
    render: text((proxy) => (isRetained(proxy) ? 'strongly' : 'weakly')),
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
    read: callsOf,
    render: text((proxy) => formatCount(callsOf(proxy))),
  },
  {
    id: 'unanswered',
    title: 'Unanswered',
    width: 100,
    keep: 4,
    align: 'end',
    startsDescending: true,
    read: unansweredOf,
    render: (cell, proxy) => {
      setText(cell, formatCount(unansweredOf(proxy)));
      setAttribute(cell, 'data-zero', !unansweredOf(proxy));
    },
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
    update: (proxies) => table.update(proxies, 'No proxy is installed at this moment.'),
    setSelected: (id) => table.grid.setSelected(id),
    rowWith: table.rowWith,
    focus: () => table.grid.focus(),
    destroy: () => table.destroy(),
  };
}
