// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// One selector: its latency histogram with an axis, and its numbers.

import { escapeText } from '../model/escape-text.js';
import { formatCount, formatDuration, formatShare, formatShortCount } from '../model/format.js';
import { latencyBuckets, logScale } from '../model/latency.js';
import { createButton } from './button.js';
import { element, graphic } from './dom.js';
import { createPane, createSection, pairs } from './pane.js';

const HEIGHT = 120;

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
        createSection('Latency', chartOf(row)),
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

function chartOf(row) {
  const buckets = latencyBuckets(row.histogram);
  if (buckets.length === 0) return element('p', { class: 'details__note', text: 'No completed call' });
  const place = logScale(buckets[0].from || 1, buckets.at(-1).to);
  const highest = Math.max(...buckets.map(({ count }) => count));
  const bars = buckets.map((bucket) => {
    const x = place(bucket.from || 1) * 100;
    const height = bucket.count === 0 ? 0 : Math.max(1, (bucket.count / highest) * HEIGHT);
    const bar = graphic('rect', {
      x,
      y: HEIGHT - height,
      width: Math.max(0.5, place(bucket.to) * 100 - x - 0.5),
      height,
    });
    bar.append(
      graphic(
        'title',
        {},
        `${formatDuration(bucket.from)} – ${formatDuration(bucket.to)}: ${formatCount(bucket.count)}`,
      ),
    );
    return bar;
  });
  const marks = [['p50', row.p50Nanoseconds], ['p99', row.p99Nanoseconds]].map(([name, value]) => {
    const mark = element('span', { class: 'latency__mark' }, element('span', { text: name }));
    mark.style.left = `${place(value) * 100}%`;
    return mark;
  });
  return element(
    'div',
    { class: 'latency' },
    element(
      'div',
      { class: 'latency__plot' },
      graphic('svg', {
        class: 'latency__chart',
        viewBox: `0 0 100 ${HEIGHT}`,
        preserveAspectRatio: 'none',
        role: 'img',
        'aria-label': 'Histogram of durations',
      }, ...bars),
      ...marks,
      element('span', { class: 'latency__peak', text: formatShortCount(highest) }),
    ),
    element('div', { class: 'latency__axis' }, ...axisOf(buckets[0].from || 1, buckets.at(-1).to, place)),
  );
}

/** Powers of ten between the ends. */
function axisOf(from, to, place) {
  const ticks = [];
  for (let power = 10 ** Math.ceil(Math.log10(from)); power <= to; power *= 10) {
    const tick = element('span', { class: 'latency__tick', text: formatDuration(power).replace(/\.0+(?= )/, '') });
    tick.style.left = `${place(power) * 100}%`;
    ticks.push(tick);
  }
  return ticks;
}
