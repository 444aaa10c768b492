// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The columns of the traffic list: what each cell of a call shows.

import { derivedOf, outcomeWord, threadHue, threadName } from '../model/call.js';
import { escapeText } from '../model/escape-text.js';
import { formatCount, formatDuration } from '../model/format.js';
import { timeOfDay } from '../model/instant.js';
import { selectorTokens } from '../model/selector-tokens.js';
import { waterfallBar } from '../model/waterfall.js';
import { createBadge } from './badge.js';
import { element, setText, tokenNodes } from './dom.js';

const DEEPEST_INDENT = 12;

/** Milliseconds to read, microseconds to tell neighbours apart. */
function renderTime(cell, call) {
  const text = timeOfDay(derivedOf(call).start, 6);
  cell.replaceChildren(text.slice(0, -3), element('span', { class: 'time__rest', text: text.slice(-3) }));
}

function renderDelta(cell, call, { previousStart }) {
  const before = previousStart(call);
  const { start } = derivedOf(call);
  setText(cell, before === null || start === null ? '' : `+${formatDuration(Math.max(0, start - before) * 1000)}`);
}

function renderThread(cell, call) {
  const hue = threadHue(call.thread);
  cell.replaceChildren(element('span', {
    class: 'thread',
    'data-hue': hue,
    'data-main': hue === null,
    text: threadName(call.thread),
  }));
}

function renderSelector(cell, call) {
  const depth = Math.min(call.depth ?? 0, DEEPEST_INDENT);
  cell.style.setProperty('--depth', depth);
  cell.replaceChildren(
    ...selectorTokens(call.selector).map(({ text, isStrong }) =>
      element('span', { class: isStrong ? 'selector__telling' : 'selector__common', text })
    ),
  );
}

function renderArguments(cell, call) {
  cell.replaceChildren(...tokenNodes(derivedOf(call).arguments));
}

function renderResult(cell, call) {
  cell.replaceChildren(
    createBadge(outcomeWord(call)),
    element('span', { class: 'outcome' }, ...tokenNodes(derivedOf(call).outcome)),
  );
}

function renderWaterfall(cell, call, { scale, now }) {
  const bar = waterfallBar(
    {
      startMicroseconds: derivedOf(call).start ?? scale.from,
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
  node.style.left = `${(bar.left * 100).toFixed(3)}%`;
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
  { id: 'time', title: 'Time', width: 122, keep: 6, render: renderTime },
  {
    id: 'delta',
    title: 'Δ',
    width: 84,
    keep: 1,
    align: 'end',
    isHidden: true,
    isSortable: false,
    usesContext: true,
    render: renderDelta,
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
    id: 'selector',
    title: 'Selector',
    width: 210,
    flex: 4,
    keep: 10,
    read: ({ selector }) => selector,
    render: renderSelector,
  },
  { id: 'arguments', title: 'Arguments', width: 190, flex: 5, keep: 5, isSortable: false, render: renderArguments },
  { id: 'result', title: 'Result', width: 128, flex: 2, keep: 7, read: outcomeWord, render: renderResult },
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
    width: 140,
    flex: 1,
    keep: 4,
    isSortable: false,
    usesContext: true,
    render: renderWaterfall,
  },
];
