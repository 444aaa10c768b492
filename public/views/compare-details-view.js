// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// One selector in two runs: its numbers side by side, and both histograms over one axis.

import { changeHint, differenceShare, differenceText } from '../model/comparison.js';
import { escapeText } from '../model/escape-text.js';
import { formatCount, formatDuration, formatShare } from '../model/format.js';
import { createButton } from './button.js';
import { COMPARE_COLUMNS } from './compare-columns.js';
import { element } from './dom.js';
import { createLatencyChart, latencyRange } from './latency-chart.js';
import { createPane, createSection } from './pane.js';

const NUMBERS = [
  ['Calls', ({ calls }) => formatCount(calls)],
  ['Of all calls', ({ share }) => formatShare(share)],
  ['Errors', ({ errors }) => formatCount(errors)],
  ['Half of the calls', ({ p50Nanoseconds }) => `≤ ${formatDuration(p50Nanoseconds)}`],
  ['95 %', ({ p95Nanoseconds }) => `≤ ${formatDuration(p95Nanoseconds)}`],
  ['99 %', ({ p99Nanoseconds }) => `≤ ${formatDuration(p99Nanoseconds)}`],
  ['Place in the order', ({ place }) => formatCount(place)],
];

/**
 * @param {{ onClose: () => void, onShowCalls: (row: object) => void, canFilter: () => boolean }} options
 */
export function createCompareDetailsView({ onClose, onShowCalls, canFilter }) {
  const pane = createPane({ label: 'The selector in both runs', onClose });
  const show = createButton({
    icon: 'filter',
    label: 'Show the calls of this selector',
    text: 'Show calls',
    onClick: () => onShowCalls(current),
  });
  pane.actions.prepend(show);
  let current = null;

  return {
    element: pane.element,
    /** @param {import('../model/comparison.js').ComparedRow} row */
    update(row) {
      if (row === current) return;
      current = row;
      show.hidden = !canFilter();
      pane.setTitle(row.selector);
      const changes = element('span', { class: 'compare__changes' });
      COMPARE_COLUMNS.find(({ id }) => id === 'change').render(changes, row);
      pane.facts.replaceChildren(element('span', { text: escapeText(row.protocol) }), changes);
      pane.body.replaceChildren(createSection('What changed', reasonsOf(row)), createSection('Numbers', tableOf(row)));
      pane.body.append(...chartsOf(row));
    },
    focus: pane.focus,
    destroy() {},
  };
}

function reasonsOf(row) {
  const difference = row.changes.includes('count')
    ? ` (${[differenceText(row), differenceShare(row)].filter(Boolean).join(', ')})`
    : '';
  return element(
    'ul',
    { class: 'compare__reasons' },
    ...row.changes.map((kind) =>
      element('li', { text: `${changeHint(kind, row.basis)}${kind === 'count' ? difference : ''}.` })
    ),
  );
}

function tableOf({ before, after }) {
  const cell = (side, read) => element('td', { text: side ? read(side) : '–' });
  const head = ['', 'Before', 'After'].map((text) =>
    text === '' ? element('td') : element('th', { scope: 'col', text })
  );
  return element(
    'table',
    { class: 'compare__numbers' },
    element('thead', {}, element('tr', {}, ...head)),
    element(
      'tbody',
      {},
      ...NUMBERS.map(([name, read]) =>
        element('tr', {}, element('th', { scope: 'row', text: name }), cell(before, read), cell(after, read))
      ),
    ),
  );
}

function chartsOf(row) {
  const sides = [['before', 'Latency before'], ['after', 'Latency after']].filter(([side]) => row[side]);
  const range = latencyRange(sides.map(([side]) => row[side]));
  return sides.map(([side, title]) =>
    createSection(title, createLatencyChart(row[side], { label: `Histogram of durations ${side}`, range }))
  );
}
