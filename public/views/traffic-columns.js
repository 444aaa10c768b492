// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The columns of the traffic list: what each cell of a call shows.

import { derivedOf, outcomeWord } from '../model/call.js';
import { relativeTime } from '../model/columns.js';
import { escapeText } from '../model/escape-text.js';
import { formatDuration } from '../model/format.js';
import { timeOfDay } from '../model/instant.js';
import { serviceText } from '../model/process-name.js';
import { shortTraceId } from '../model/trace.js';
import { outcomeTokens, tokensText } from '../model/value-tokens.js';
import { waterfallBar } from '../model/waterfall.js';
import { callColumn, nameColumn, numberColumn, selectorColumn, threadColumn } from './common-columns.js';
import { element, setAttribute, setText, tokenNodes } from './dom.js';
import { createBadge } from './names.js';

/**
 * What the cells of the rows on the screen have in common.
 * @typedef {object} TrafficContext
 * @property {string} version  another one writes those cells anew that use the context
 * @property {import('../model/waterfall.js').WaterfallScale} scale
 * @property {number} now                microseconds
 * @property {import('../model/columns.js').TimeChoice} time
 * @property {number | null} firstStart  microseconds
 * @property {(call: Invocation) => number | null} previousStart
 */

/** Milliseconds to read, microseconds to tell neighbours apart; or the distance to another call.
 * @param {HTMLElement} cell @param {Invocation} call @param {TrafficContext} context */
function renderTime(cell, call, { time, firstStart, previousStart }) {
  const { start } = derivedOf(call);
  const clock = timeOfDay(start, 6);
  if (time === 'clock') {
    setAttribute(cell, 'title', null);
    cell.replaceChildren(clock.slice(0, -3), element('span', { class: 'time__rest', text: clock.slice(-3) }));
    return;
  }
  setAttribute(cell, 'title', clock);
  setText(cell, relativeTime(start, time === 'first' ? firstStart : previousStart(call)));
}

/** The result, after a badge where the call did not go the usual way: to the target, and back without an error.
 * @param {HTMLElement} cell @param {Invocation} call */
function renderResult(cell, call) {
  const word = outcomeWord(call);
  cell.title = tokensText(outcomeTokens(call));
  cell.replaceChildren(
    ...(word === 'target' ? [] : [createBadge(word)]),
    outcomeNode(derivedOf(call).outcome, Boolean(call.error)),
  );
}

/** The type of an error leaves the cell before its case or its text does.
 * @param {import('../model/value-tokens.js').Token[]} tokens @param {boolean} isError */
function outcomeNode(tokens, isError) {
  if (!isError || tokens.length < 2) return element('span', { class: 'outcome' }, ...tokenNodes(tokens));
  const [type, text] = tokenNodes(tokens);
  return element('span', { class: 'outcome outcome--error' }, type, element('span', { class: 'outcome__text' }, text));
}

/** @param {HTMLElement} cell @param {Invocation} call @param {TrafficContext} context */
function renderWaterfall(cell, call, { scale, now }) {
  const bar = waterfallBar({ ...call, startMicroseconds: derivedOf(call).start }, scale, now);
  if (!cell.firstElementChild) {
    cell.replaceChildren(element('div', { class: 'span' }, element('div', { class: 'span__inner' })));
  }
  const node = /** @type {HTMLElement} */ (cell.firstElementChild);
  const inner = /** @type {HTMLElement} */ (node.firstElementChild);
  node.dataset.word = outcomeWord(call);
  setAttribute(node, 'data-failing', derivedOf(call).isFailing);
  node.style.setProperty('--left', `${(bar.left * 100).toFixed(3)}%`);
  node.style.width = `${(bar.width * 100).toFixed(3)}%`;
  inner.style.width = `${(bar.inner * 100).toFixed(1)}%`;
}

/** What tells the processes of a fleet apart.
 * @type {import('../model/columns.js').Column<Invocation>[]} */
const FLEET_COLUMNS = [
  nameColumn('service', 'Service', ({ process }) => process && serviceText(process), { width: 104, keep: 5 }),
  nameColumn('host', 'Host', ({ process }) => process?.host, { width: 104, keep: 1, isHidden: true }),
  numberColumn('process', 'Process', ({ process }) => process?.id, {
    width: 76,
    keep: 1,
    isHidden: true,
    startsDescending: false,
    hint: 'The number that the system of its host gave the process',
  }, (id) => (id === null || id === undefined ? '–' : String(id))),
];

/** @type {import('../model/columns.js').Column<Invocation>[]} */
export const TRAFFIC_COLUMNS = [
  numberColumn('seq', '#', ({ seq }) => seq, { width: 84, keep: 1, isHidden: true, isSortable: false }),
  {
    id: 'time',
    title: 'Time',
    width: 122,
    keep: 6,
    usesContext: true,
    hint: 'Of the day, since the first call, or since the call before: the menu of the columns changes it',
    render: renderTime,
  },
  ...FLEET_COLUMNS,
  threadColumn({ width: 124, keep: 3 }),
  nameColumn('protocol', 'Protocol', ({ protocol }) => protocol, { width: 150, keep: 2 }),
  nameColumn('owner', 'Owner', ({ owner }) => owner || null, { width: 120, keep: 1, isHidden: true }),
  nameColumn('target', 'Target', ({ target }) => target, { width: 120, keep: 1, isHidden: true }),
  callColumn({ width: 190, comfort: 330, flex: 9 }),
  selectorColumn({ width: 210, flex: 4, keep: 5, isHidden: true }),
  {
    id: 'arguments',
    title: 'Arguments',
    width: 190,
    flex: 4,
    keep: 4,
    isHidden: true,
    isSortable: false,
    render: (cell, call) => cell.replaceChildren(...tokenNodes(derivedOf(call).arguments)),
  },
  { id: 'result', title: 'Result', width: 140, flex: 3.5, keep: 7, read: outcomeWord, render: renderResult },
  numberColumn('rule', 'Rule', ({ rule }) => rule, { width: 64, keep: 1, isHidden: true }),
  nameColumn('trace', 'Trace', ({ trace }) => trace?.traceId, {
    width: 90,
    keep: 1,
    isHidden: true,
    render(cell, { trace }) {
      cell.title = trace ? escapeText(trace.traceId) : '';
      setText(cell, trace ? escapeText(shortTraceId(trace.traceId)) : '');
    },
  }),
  numberColumn('duration', 'Duration', (call) => call.durationNanoseconds, { width: 76, keep: 8 }, formatDuration),
  {
    id: 'waterfall',
    title: 'Waterfall',
    width: 150,
    flex: 2.5,
    keep: 4,
    hint: 'The calls on the screen over time. Idle time is folded away; the longer a bar, the longer the call',
    isSortable: false,
    usesContext: true,
    render: renderWaterfall,
  },
];

/** Those that there are: a list of one process has no columns for processes.
 * @param {boolean} isFleet */
export const columnsFor = (isFleet) =>
  isFleet ? TRAFFIC_COLUMNS : TRAFFIC_COLUMNS.filter((column) => !FLEET_COLUMNS.includes(column));
