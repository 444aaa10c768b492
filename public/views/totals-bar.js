// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The line at the bottom: how many calls there were, what became of them, and what recording costs.

import { formatBytes, formatCount, formatDuration, formatLongDuration } from '../model/format.js';
import { escapeText } from '../model/escape-text.js';
import { element, setAttribute, setShown, setText } from './dom.js';

/** Whether a program runs behind it: a file and a recording have no rate and take no memory.
 * @param {Status} status */
const isLive = ({ uptimeSeconds, replay }) => uptimeSeconds !== null && !replay;

/**
 * @typedef {object} TotalsItem
 * @property {string} id
 * @property {string} label
 * @property {string} hint
 * @property {(status: Status, rate: number | null) => string} read
 * @property {(status: Status) => boolean} [isKnown]
 * @property {(status: Status) => boolean} [isAlarming]
 * @property {(status: Status) => string} [tell]  a longer hint
 * @property {boolean} [isHiddenAtFirst]
 */

/** What became of the spans, and where they go.
 * @param {SpanSending} spans */
const spansText = ({ endpoint, sent, waiting, dropped, retries, failure }) =>
  `Spans sent to ${escapeText(endpoint)}: ${formatCount(sent)}. Waiting: ${formatCount(waiting)}. Dropped: ${
    formatCount(dropped)
  }. Tried again: ${formatCount(retries)}.${failure === null ? '' : ` ${escapeText(failure)}`}`;

/** One of the counters by its name.
 * @param {'calls' | 'stored' | 'evicted' | 'cleared' | 'dropped' | 'suppressed'} id @param {string} hint
 * @returns {TotalsItem} */
const counter = (id, hint) => ({ id, label: id, hint, read: ({ counters }) => formatCount(counters[id]) });

/** @type {TotalsItem[]} */
const ITEMS = [
  counter('calls', 'All calls that went through a proxy'),
  {
    id: 'rate',
    label: '/s',
    hint: 'Calls per second',
    read: (_, rate) => (rate === null ? '–' : formatCount(Math.round(rate))),
    isKnown: isLive,
  },
  counter('stored', 'Calls that can be looked at'),
  counter('evicted', 'Calls that made room for newer ones'),
  counter('cleared', 'Calls that somebody cleared'),
  {
    ...counter('dropped', 'Calls that came faster than they could be recorded'),
    isAlarming: ({ counters }) => (counters.dropped ?? 0) > 0,
  },
  counter('suppressed', 'Calls that were not recorded: recording was off, or the program is to leave them out'),
  {
    id: 'spans',
    label: 'spans sent',
    hint: 'Spans that a receiver of OpenTelemetry has got',
    tell: ({ otlp }) => (otlp ? spansText(otlp) : ''),
    read: ({ otlp }) => formatCount(otlp?.sent),
    isKnown: ({ otlp }) => Boolean(otlp),
    isAlarming: ({ otlp }) => Boolean(otlp && (otlp.failure !== null || otlp.dropped > 0)),
    isHiddenAtFirst: true,
  },
  {
    id: 'bytes',
    label: '',
    hint: 'Memory of the stored calls, and of the rings that receive new ones',
    read: ({ counters }) => formatBytes(counters.bytes),
    // The calls of a fleet are in its recording.
    isKnown: (status) => isLive(status) && !status.fleet,
  },
  {
    id: 'uptime',
    label: 'up',
    hint: 'Since the program started',
    read: ({ uptimeSeconds }) => formatLongDuration(uptimeSeconds ?? 0),
    isKnown: isLive,
  },
  {
    id: 'overhead',
    label: 'per call',
    hint: 'Time that recording adds to a call',
    read: ({ counters }) => formatDuration(counters.overheadNanosecondsPerCall),
    isKnown: (status) => isLive(status) && Number.isFinite(status.counters.overheadNanosecondsPerCall),
    isHiddenAtFirst: true,
  },
];

export function createTotalsBar() {
  const items = ITEMS.map((item) => {
    const { id, label, hint, isHiddenAtFirst } = item;
    const value = element('span', { class: 'totals__value', text: '–' });
    const name = element('span', { class: 'totals__label', text: label });
    const parts = id === 'uptime' ? [name, value] : [value, name];
    const attributes = { class: 'totals__item', 'data-item': id, title: hint, hidden: isHiddenAtFirst };
    return { ...item, value, node: element('span', attributes, ...parts) };
  });
  const version = element('span', { class: 'totals__version' });
  const root = element('footer', { class: 'totals', 'aria-label': 'Totals', tabindex: '0' });
  root.append(...items.map(({ node }) => node), version);

  return {
    element: root,
    /**
     * @param {Status | null} status null while the server does not answer
     * @param {number | null} rate calls per second
     */
    update(status, rate) {
      setAttribute(root, 'data-stale', status === null);
      if (!status) return;
      for (const { node, value, read, tell, isAlarming, isKnown } of items) {
        if (tell) setAttribute(node, 'title', tell(status));
        setText(value, read(status, rate));
        setShown(node, isKnown?.(status) ?? true);
        setAttribute(node, 'data-alarming', isAlarming?.(status) ?? false);
      }
      setText(version, status.version ? `version ${escapeText(status.version)}` : '');
    },
  };
}
