// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// One selector: its latency histogram with an axis, and its numbers.

import { escapeText } from '../model/escape-text.js';
import { formatCount, formatDuration, formatShare } from '../model/format.js';
import { element } from './dom.js';
import { createLatencyChart } from './latency-chart.js';
import { selectorNodes } from './names.js';
import { createMemory, createSection, createSubjectPane, pairs } from './pane.js';

/** @param {import('./pane.js').SubjectPaneOptions<Selector>} options */
export function createSelectorDetailsView(options) {
  const pane = createSubjectPane({ label: 'Details of the selector', noun: 'selector', ...options });
  const drawn = createMemory();

  return {
    element: pane.element,
    /** @param {Selector} row */
    update(row) {
      if (row === pane.subject) return;
      pane.setSubject(row);
      drawn(pane.title, row.selector, () => selectorNodes(row.selector));
      drawn(pane.facts, row.protocol, () => [element('span', { text: escapeText(row.protocol) })]);
      /** @param {number} part */
      const withShare = (part) => `${formatCount(part)} (${formatShare(row.calls > 0 ? part / row.calls : 0)})`;
      drawn(pane.body, row, () => [
        createSection('Latency', createLatencyChart(row, { label: 'Histogram of durations' })),
        createSection(
          'Percentiles',
          pairs([
            ['Half of the calls', `≤ ${formatDuration(row.p50Nanoseconds)}`],
            ['90 %', `≤ ${formatDuration(row.p90Nanoseconds)}`],
            ['99 %', `≤ ${formatDuration(row.p99Nanoseconds)}`],
            ['Longest', formatDuration(row.maxNanoseconds)],
            ['Mean', formatDuration(row.calls > 0 ? row.totalNanoseconds / row.calls : null)],
          ]),
        ),
        createSection(
          'Calls',
          pairs([
            ['Calls', formatCount(row.calls)],
            ['Errors', withShare(row.errors)],
            ['Unanswered', withShare(row.unanswered)],
            ['Time in all', formatDuration(row.totalNanoseconds)],
          ]),
        ),
      ]);
    },
  };
}
