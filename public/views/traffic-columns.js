// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The columns of the traffic list: what each cell of a call shows.

import { wholeCallText } from '../model/call-line.js';
import { derivedOf, outcomeWord, threadName } from '../model/call.js';
import { escapeText } from '../model/escape-text.js';
import { formatCount, formatDuration } from '../model/format.js';
import { timeOfDay } from '../model/instant.js';
import { relativeTime } from '../model/time-choice.js';
import { outcomeTokens, tokensText } from '../model/value-tokens.js';
import { waterfallBar } from '../model/waterfall.js';
import { createBadge } from './badge.js';
import { element, setAttribute, setText, tokenNodes } from './dom.js';
import { selectorNodes, threadNode } from './names.js';

const DEEPEST_INDENT = 12;

/** Milliseconds to read, microseconds to tell neighbours apart; or the distance to another call. */
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

function renderThread(cell, call) {
  cell.replaceChildren(threadNode(call.thread));
}

function indent(cell, { depth }) {
  cell.style.setProperty('--depth', Math.min(depth ?? 0, DEEPEST_INDENT));
}

function renderCall(cell, call) {
  indent(cell, call);
  cell.title = wholeCallText(call);
  cell.replaceChildren(...tokenNodes(derivedOf(call).line));
}

function renderSelector(cell, call) {
  cell.title = call.selector;
  cell.replaceChildren(...selectorNodes(call.selector));
}

function renderArguments(cell, call) {
  cell.replaceChildren(...tokenNodes(derivedOf(call).arguments));
}

/** The result, after a badge where the call did not go the usual way: to the target, and back without an error. */
function renderResult(cell, call) {
  const word = outcomeWord(call);
  const { outcome } = derivedOf(call);
  cell.title = tokensText(outcomeTokens(call));
  cell.replaceChildren(
    ...(word === 'target' ? [] : [createBadge(word)]),
    element('span', { class: 'outcome' }, ...tokenNodes(outcome)),
  );
}

function renderWaterfall(cell, call, { scale, now }) {
  const bar = waterfallBar(
    {
      startMicroseconds: derivedOf(call).start,
      durationNanoseconds: call.durationNanoseconds,
      targetNanoseconds: call.targetNanoseconds,
    },
    scale,
    now,
  );
  let node = cell.firstElementChild;
  if (!node) {
    node = element('div', { class: 'span' }, element('div', { class: 'span__inner' }));
    cell.replaceChildren(node);
  }
  node.dataset.word = outcomeWord(call);
  node.style.setProperty('--left', `${(bar.left * 100).toFixed(3)}%`);
  node.style.width = `${(bar.width * 100).toFixed(3)}%`;
  node.firstElementChild.style.width = `${(bar.inner * 100).toFixed(1)}%`;
}

const plain = (read) => (cell, call) => setText(cell, read(call));

/** @type {import('../model/columns.js').Column[]} */
export const TRAFFIC_COLUMNS = [
  {
    id: 'seq',
    title: '#',
    width: 84,
    keep: 1,
    align: 'end',
    isHidden: true,
    isSortable: false,
    render: plain(({ seq }) => formatCount(seq)),
  },
  {
    id: 'time',
    title: 'Time',
    width: 122,
    keep: 6,
    usesContext: true,
    hint: 'Of the day, since the first call, or since the call before: the menu of the columns changes it',
    render: renderTime,
  },
  {
    id: 'thread',
    title: 'Thread',
    width: 124,
    keep: 3,
    read: ({ thread }) => threadName(thread),
    render: renderThread,
  },
  {
    id: 'protocol',
    title: 'Protocol',
    width: 150,
    keep: 2,
    read: ({ protocol }) => protocol,
    render: plain(({ protocol }) => escapeText(protocol)),
  },
  {
    id: 'owner',
    title: 'Owner',
    width: 120,
    keep: 1,
    isHidden: true,
    read: ({ owner }) => owner,
    render: plain(({ owner }) => escapeText(owner ?? '–')),
  },
  {
    id: 'target',
    title: 'Target',
    width: 120,
    keep: 1,
    isHidden: true,
    read: ({ target }) => target,
    render: plain(({ target }) => escapeText(target ?? '–')),
  },
  {
    id: 'call',
    title: 'Call',
    width: 190,
    comfort: 330,
    flex: 9,
    keep: 10,
    read: ({ selector }) => selector,
    render: renderCall,
  },
  {
    id: 'selector',
    title: 'Selector',
    width: 210,
    flex: 4,
    keep: 5,
    isHidden: true,
    read: ({ selector }) => selector,
    render: renderSelector,
  },
  {
    id: 'arguments',
    title: 'Arguments',
    width: 190,
    flex: 4,
    keep: 4,
    isHidden: true,
    isSortable: false,
    render: renderArguments,
  },
  { id: 'result', title: 'Result', width: 140, flex: 3, keep: 7, read: outcomeWord, render: renderResult },
  {
    id: 'duration',
    title: 'Duration',
    width: 76,
    keep: 8,
    align: 'end',
    startsDescending: true,
    read: ({ durationNanoseconds }) => durationNanoseconds,
    render: plain(({ durationNanoseconds }) => formatDuration(durationNanoseconds)),
  },
  {
    id: 'waterfall',
    title: 'Waterfall',
    width: 150,
    flex: 3,
    keep: 4,
    hint: 'The calls on the screen over time. Idle time is folded away; the longer a bar, the longer the call',
    isSortable: false,
    usesContext: true,
    render: renderWaterfall,
  },
];
