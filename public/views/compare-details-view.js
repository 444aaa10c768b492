// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// One selector in two runs: its numbers side by side, and both histograms over one axis.

import { changeHint, differenceShare, differenceText } from '../model/comparison.js';
import { escapeText } from '../model/escape-text.js';
import { formatCount, formatDuration, formatShare } from '../model/format.js';
import { renderChanges } from './compare-columns.js';
import { element } from './dom.js';
import { createLatencyChart, latencyRange } from './latency-chart.js';
import { selectorNodes } from './names.js';
import { createMemory, createSection, createSubjectPane } from './pane.js';

/**
 * @typedef {import('../model/comparison.js').ComparedRow} ComparedRow
 * @typedef {import('../model/comparison.js').RowSide} RowSide
 */

/** @type {[string, (side: RowSide) => string][]} */
const NUMBERS = [
  ['Calls', ({ calls }) => formatCount(calls)],
  ['Of all calls', ({ share }) => formatShare(share)],
  ['Errors', ({ errors }) => formatCount(errors)],
  ['Half of the calls', ({ p50Nanoseconds }) => `≤ ${formatDuration(p50Nanoseconds)}`],
  ['95 %', ({ p95Nanoseconds }) => `≤ ${formatDuration(p95Nanoseconds)}`],
  ['99 %', ({ p99Nanoseconds }) => `≤ ${formatDuration(p99Nanoseconds)}`],
  ['Place in the order', ({ place }) => formatCount(place)],
];

/** @param {import('./pane.js').SubjectPaneOptions<ComparedRow>} options */
export function createCompareDetailsView(options) {
  const pane = createSubjectPane({ label: 'The selector in both runs', noun: 'selector', ...options });
  const drawn = createMemory();

  return {
    element: pane.element,
    /** @param {ComparedRow} row */
    update(row) {
      if (row === pane.subject) return;
      pane.setSubject(row);
      drawn(pane.title, row.selector, () => selectorNodes(row.selector));
      drawn(pane.facts, [row.protocol, row.changes, row.basis], () => {
        const changes = element('span', { class: 'compare__changes' });
        renderChanges(changes, row);
        return [element('span', { text: escapeText(row.protocol) }), changes];
      });
      drawn(pane.body, row, () => [
        createSection('What changed', reasonsOf(row)),
        createSection('Numbers', tableOf(row)),
        ...chartsOf(row),
      ]);
    },
  };
}

/** @param {ComparedRow} row */
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

/** @param {ComparedRow} row */
function tableOf({ before, after }) {
  /** @param {RowSide | null} side @param {(side: RowSide) => string} read */
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

/** @param {ComparedRow} row */
function chartsOf({ before, after }) {
  const sides = [before ? { name: 'before', side: before } : [], after ? { name: 'after', side: after } : []].flat();
  const range = latencyRange(sides.map(({ side }) => side));
  return sides.map(({ name, side }) =>
    createSection(`Latency ${name}`, createLatencyChart(side, { label: `Histogram of durations ${name}`, range }))
  );
}
