// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The columns of the list of protocols.

import { escapeText } from '../model/escape-text.js';
import { formatCount, formatQuantity, formatRate } from '../model/format.js';
import { selectionText } from '../model/interposers.js';
import { recordingState, recordingWord } from '../model/protocol-state.js';
import { nameColumn, numberColumn } from './common-columns.js';
import { setAttribute, setText } from './dom.js';
import { protocolSwitchRenderer } from './switch.js';

/**
 * @typedef {import('../model/protocol-rows.js').ProtocolRow} ProtocolRow
 * @typedef {import('../model/columns.js').Column<ProtocolRow>} ProtocolColumn
 */

/** @param {ProtocolRow} row */
const typesText = ({ types }) => types.map(escapeText).join(', ') || '–';

/** @param {ProtocolRow} row */
const patternsText = ({ own, wider }) => [...wider, ...own].map(selectionText).map(escapeText).join('; ') || '–';

/** @param {(row: ProtocolRow) => string} read @returns {(cell: HTMLElement, row: ProtocolRow) => void} */
const titledText = (read) => (cell, row) => {
  setText(cell, read(row));
  setAttribute(cell, 'title', cell.textContent);
};

/** @param {HTMLElement} cell @param {ProtocolRow} row */
function renderCalls(cell, row) {
  const namesakes = row.namesakes.map(escapeText).join(', ');
  setText(cell, formatCount(row.calls));
  setAttribute(cell, 'data-zero', row.calls === 0);
  setAttribute(cell, 'title', namesakes ? `With those of ${namesakes}` : null);
}

/** @param {HTMLElement} cell @param {ProtocolRow} row */
function renderState(cell, row) {
  setText(cell, recordingWord(row));
  setAttribute(cell, 'data-state', recordingState(row));
  const { recorded, refused } = row;
  const entries = `${formatQuantity(recorded, 'entry', 'entries')} recorded, ${formatCount(refused)} refused`;
  setAttribute(cell, 'title', recorded + refused > 0 ? entries : null);
}

/** @param {import('./switch.js').OnSwitch} onSwitch @returns {ProtocolColumn[]} */
export const protocolColumns = (onSwitch) => [
  {
    id: 'record',
    title: 'Record',
    width: 64,
    keep: 11,
    startsDescending: true,
    read: ({ interposed }) => Number(interposed),
    render: protocolSwitchRenderer(onSwitch),
  },
  nameColumn('name', 'Protocol', ({ name }) => name, {
    width: 172,
    flex: 2,
    keep: 10,
    render(cell, { name, protocol }) {
      setText(cell, escapeText(name));
      setAttribute(cell, 'title', escapeText(protocol));
    },
  }),
  nameColumn('module', 'Module', ({ module }) => module, { width: 120, flex: 1, keep: 7 }),
  { id: 'types', title: 'Types', width: 150, flex: 1, keep: 3, read: typesText, render: titledText(typesText) },
  numberColumn('requirements', 'Requirements', ({ requirements }) => requirements, { width: 104, keep: 2 }),
  numberColumn('calls', 'Calls', ({ calls }) => calls, { width: 84, keep: 9, render: renderCalls }),
  numberColumn('rate', 'Calls/s', ({ rate }) => rate, {
    width: 76,
    keep: 6,
    render(cell, { rate }) {
      setText(cell, formatRate(rate));
      setAttribute(cell, 'data-zero', rate === 0);
    },
  }),
  { id: 'state', title: 'State', width: 168, flex: 1, keep: 8, read: recordingWord, render: renderState },
  {
    id: 'pattern',
    title: 'Pattern',
    width: 130,
    flex: 1,
    keep: 5,
    read: patternsText,
    render: titledText(patternsText),
  },
];
