// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// A histogram of latencies over a logarithmic axis, with marks for two percentiles.

import { formatCount, formatDuration, formatShortCount } from '../model/format.js';
import { latencyBuckets, logScale } from '../model/statistics.js';
import { element, graphic } from './dom.js';

const HEIGHT = 120;

/**
 * The range that the calls of several rows need, so that their charts can share an axis.
 * @param {{ histogram: Histogram }[]} rows
 * @returns {{ from: number, to: number } | null} nanoseconds; null without a completed call
 */
export function latencyRange(rows) {
  const buckets = rows.flatMap(({ histogram }) => latencyBuckets(histogram));
  if (buckets.length === 0) return null;
  return { from: Math.min(...buckets.map(({ from }) => from)) || 1, to: Math.max(...buckets.map(({ to }) => to)) };
}

/**
 * @param {{ histogram: Histogram, p50Nanoseconds: number | null, p99Nanoseconds: number | null }} row
 * @param {{ label: string, range?: { from: number, to: number } | null }} options
 * @returns {HTMLElement}
 */
export function createLatencyChart(row, { label, range = latencyRange([row]) }) {
  const buckets = latencyBuckets(row.histogram);
  if (buckets.length === 0 || !range) return element('p', { class: 'details__note', text: 'No completed call' });
  const place = logScale(range.from, range.to);
  const highest = Math.max(...buckets.map(({ count }) => count));
  const marks = Object.entries({ p50: row.p50Nanoseconds, p99: row.p99Nanoseconds }).map(([text, value]) => {
    const mark = element('span', { class: 'latency__mark' }, element('span', { text }));
    mark.style.left = `${place(Number(value)) * 100}%`;
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
        'aria-label': label,
      }, ...buckets.map((bucket) => barOf(bucket, place, highest))),
      ...marks,
      element('span', { class: 'latency__peak', text: formatShortCount(highest) }),
    ),
    element('div', { class: 'latency__axis' }, ...axisOf(range.from, range.to, place)),
  );
}

/**
 * @param {import('../model/statistics.js').LatencyBucket} bucket
 * @param {(nanoseconds: number) => number} place
 * @param {number} highest  count of any bucket
 */
function barOf(bucket, place, highest) {
  const x = place(bucket.from || 1) * 100;
  const height = bucket.count === 0 ? 0 : Math.max(1, (bucket.count / highest) * HEIGHT);
  const width = Math.max(0.5, place(bucket.to) * 100 - x - 0.5);
  const bar = graphic('rect', { x, y: HEIGHT - height, width, height });
  const bounds = `${formatDuration(bucket.from)} – ${formatDuration(bucket.to)}`;
  bar.append(graphic('title', {}, `${bounds}: ${formatCount(bucket.count)}`));
  return bar;
}

/** Powers of ten between the ends.
 * @param {number} from @param {number} to @param {(nanoseconds: number) => number} place */
function axisOf(from, to, place) {
  const ticks = [];
  for (let power = 10 ** Math.ceil(Math.log10(from)); power <= to; power *= 10) {
    const tick = element('span', { class: 'latency__tick', text: formatDuration(power).replace(/\.0+(?= )/, '') });
    tick.style.left = `${place(power) * 100}%`;
    ticks.push(tick);
  }
  return ticks;
}
