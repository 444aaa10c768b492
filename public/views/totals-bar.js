// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The line at the bottom: how many calls there were, what became of them, and what recording costs.

import { formatBytes, formatCount, formatDuration, formatLongDuration } from '../model/format.js';
import { escapeText } from '../model/escape-text.js';
import { element, setAttribute, setShown, setText } from './dom.js';

/** Whether a program runs behind it: a file and a recording have no rate and take no memory. */
const isLive = ({ uptimeSeconds, replay }) => uptimeSeconds !== null && !replay;

const ITEMS = [
  {
    id: 'calls',
    label: 'calls',
    hint: 'All calls that went through a proxy',
    read: ({ counters }) => formatCount(counters.calls),
  },
  {
    id: 'rate',
    label: '/s',
    hint: 'Calls per second',
    read: (_, rate) => (rate === null ? '–' : formatCount(Math.round(rate))),
    isKnown: isLive,
  },
  {
    id: 'stored',
    label: 'stored',
    hint: 'Calls that can be looked at',
    read: ({ counters }) => formatCount(counters.stored),
  },
  {
    id: 'evicted',
    label: 'evicted',
    hint: 'Calls that made room for newer ones',
    read: ({ counters }) => formatCount(counters.evicted),
  },
  {
    id: 'cleared',
    label: 'cleared',
    hint: 'Calls that somebody cleared',
    read: ({ counters }) => formatCount(counters.cleared),
  },
  {
    id: 'dropped',
    label: 'dropped',
    hint: 'Calls that came faster than they could be recorded',
    read: ({ counters }) => formatCount(counters.dropped),
    isAlarming: ({ counters }) => counters.dropped > 0,
  },
  {
    id: 'suppressed',
    label: 'suppressed',
    hint: 'Calls while recording was off',
    read: ({ counters }) => formatCount(counters.suppressed),
  },
  {
    id: 'bytes',
    label: '',
    hint: 'Memory of the stored calls',
    read: ({ counters }) => formatBytes(counters.bytes),
    isKnown: isLive,
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
  const values = new Map();
  const items = ITEMS.map(({ id, label, hint, isHiddenAtFirst }) => {
    const value = element('span', { class: 'totals__value', text: '–' });
    values.set(id, value);
    const name = element('span', { class: 'totals__label', text: label });
    const parts = id === 'uptime' ? [name, value] : [value, name];
    return element('span', { class: 'totals__item', 'data-item': id, title: hint, hidden: isHiddenAtFirst }, ...parts);
  });
  const version = element('span', { class: 'totals__version' });
  const root = element('footer', { class: 'totals', 'aria-label': 'Totals', tabindex: '0' }, ...items, version);

  return {
    element: root,
    /**
     * @param {object | null} status reply of `/api/v1/status`; null while the server does not answer
     * @param {number | null} rate calls per second
     */
    update(status, rate) {
      setAttribute(root, 'data-stale', status === null);
      if (!status) return;
      for (const { id, read, isAlarming, isKnown } of ITEMS) {
        setText(values.get(id), read(status, rate));
        setShown(values.get(id).parentElement, isKnown?.(status) ?? true);
        setAttribute(values.get(id).parentElement, 'data-alarming', isAlarming?.(status) ?? false);
      }
      setText(version, status.version ? `version ${escapeText(status.version)}` : '');
    },
    destroy() {},
  };
}
