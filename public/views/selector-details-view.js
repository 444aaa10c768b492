// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// One selector: its latency histogram with an axis, and its numbers.

import { escapeText } from '../model/escape-text.js';
import { formatCount, formatDuration, formatShare } from '../model/format.js';
import { createButton } from './button.js';
import { element } from './dom.js';
import { createLatencyChart } from './latency-chart.js';
import { createPane, createSection, pairs } from './pane.js';

/**
 * @param {{ onClose: () => void, onShowCalls: (row: object) => void, canFilter: () => boolean }} options
 */
export function createSelectorDetailsView({ onClose, onShowCalls, canFilter }) {
  const pane = createPane({ label: 'Details of the selector', onClose });
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
    /** @param {object} row of `/api/v1/selectors` */
    update(row) {
      if (row === current) return;
      current = row;
      show.hidden = !canFilter();
      pane.setTitle(row.selector);
      pane.facts.replaceChildren(element('span', { text: escapeText(row.protocol) }));
      pane.body.replaceChildren(
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
            ['Errors', `${formatCount(row.errors)} (${formatShare(row.calls > 0 ? row.errors / row.calls : 0)})`],
            [
              'Unanswered',
              `${formatCount(row.unanswered)} (${formatShare(row.calls > 0 ? row.unanswered / row.calls : 0)})`,
            ],
            ['Time in all', formatDuration(row.totalNanoseconds)],
          ]),
        ),
      );
    },
    focus: pane.focus,
    destroy() {},
  };
}
