// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The columns of the list of programs.

import { formatCount, formatDuration, formatRate } from '../model/format.js';
import { localDateTime, parseInstant } from '../model/instant.js';
import { agoText, isRunning, isSkewed, serviceOf, skewHint, skewText, stateOf } from '../model/programs.js';
import { nameColumn, numberColumn } from './common-columns.js';
import { element, setAttribute, setText } from './dom.js';

/** @typedef {import('../model/columns.js').Column<FleetProgram>} ProgramColumn */

/** @param {HTMLElement} cell @param {FleetProgram} program */
function renderState(cell, program) {
  const { word, reason, meaning } = stateOf(program);
  setAttribute(cell, 'data-state', program.state);
  cell.title = [meaning, reason].filter(Boolean).join('\n');
  cell.replaceChildren(
    element('span', { class: 'programs__state', text: word }),
    ...(reason ? [' ', element('span', { class: 'programs__reason', text: reason })] : []),
  );
}

/** What should be none stands out when it is not.
 * @param {(program: FleetProgram) => number | null | undefined} read @returns {ProgramColumn['render']} */
const loss = (read) => (cell, program) => {
  setText(cell, formatCount(read(program)));
  setAttribute(cell, 'data-zero', !read(program));
};

/** @param {HTMLElement} cell @param {FleetProgram} program @param {{ now: number }} context */
function renderSeen(cell, { seenAt, lastCallAt }, { now }) {
  setText(cell, agoText(seenAt, now));
  cell.title = [
    `Last answer: ${localDateTime(parseInstant(seenAt))}`,
    `Last call: ${localDateTime(parseInstant(lastCallAt))}`,
  ].join('\n');
}

/** @param {HTMLElement} cell @param {FleetProgram} program */
function renderSkew(cell, program) {
  setText(cell, skewText(program));
  setAttribute(cell, 'data-notable', isSkewed(program));
  cell.title = skewHint(program);
}

/** @param {number | null | undefined} milliseconds */
const lagText = (milliseconds) => formatDuration(typeof milliseconds === 'number' ? milliseconds * 1e6 : null);

/** @param {FleetProgram} program */
const rateOf = (program) => (isRunning(program) ? program.callsPerSecond ?? null : null);

/** @type {ProgramColumn[]} */
export const PROGRAM_COLUMNS = [
  nameColumn('service', 'Service', serviceOf, { width: 130, flex: 1, keep: 11 }),
  nameColumn('host', 'Host', ({ host }) => host, { width: 104, keep: 9 }),
  numberColumn('process', 'Process', ({ processID }) => processID, {
    width: 72,
    keep: 8,
    startsDescending: false,
    hint: 'The number that the system of its host gave the process',
  }, String),
  nameColumn('program', 'Program', ({ program }) => program, { width: 110, keep: 2 }),
  { id: 'state', title: 'State', width: 170, flex: 2, keep: 10, read: ({ state }) => state, render: renderState },
  numberColumn('calls', 'Calls', ({ calls }) => calls, { width: 88, keep: 7, hint: 'Calls that can be looked at' }),
  numberColumn('rate', 'Calls/s', rateOf, { width: 70, keep: 7 }, (rate) => formatRate(rate ?? null)),
  numberColumn('gaps', 'Missing', ({ gaps }) => gaps, {
    width: 72,
    keep: 6,
    hint: 'Calls that the program had evicted before its relay could get them',
    render: loss(({ gaps }) => gaps),
  }),
  numberColumn('dropped', 'Dropped', ({ dropped }) => dropped, {
    width: 72,
    keep: 5,
    hint: 'Calls that came faster than the program could record them',
    render: loss(({ dropped }) => dropped),
  }),
  numberColumn('lag', 'Lag', ({ lagMilliseconds }) => lagMilliseconds, {
    width: 72,
    keep: 4,
    hint: 'How far this recording is behind the program',
  }, lagText),
  {
    id: 'seen',
    title: 'Last seen',
    width: 100,
    keep: 5,
    startsDescending: true,
    usesContext: true,
    hint: 'When the program last answered its relay',
    read: ({ seenAt }) => parseInstant(seenAt),
    render: renderSeen,
  },
  numberColumn('skew', 'Skew', ({ skewNanoseconds: skew }) => (typeof skew === 'number' ? Math.abs(skew) : null), {
    width: 140,
    keep: 3,
    hint: 'The clock of the host against that of the broker. Calls of different hosts are in order only as exactly as that',
    render: renderSkew,
  }),
];
