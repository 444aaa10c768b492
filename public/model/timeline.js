// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The histogram of calls over time: reading the server's buckets, ticks for the axis, and the range that a brush
// selects.

import { instantText, localDateTime, parseInstant, timeOfDay } from './instant.js';

/**
 * @typedef {{ start: number, count: number, errors: number, busy: number }} Bucket  `start` in microseconds
 * @typedef {{ from: number, to: number, buckets: Bucket[], countedFrom: number }} CountedTimeline  what was before `countedFrom`
 *   has not been counted: the server counts from the newest call back, and stops when it takes too long
 */

/**
 * @param {Timeline | null} reply
 * @returns {CountedTimeline | null} null when there is nothing to draw
 */
export function timelineOf(reply) {
  const items = reply?.items ?? [];
  const starts = items.flatMap(({ startedAt }) => parseInstant(startedAt) ?? []);
  if (!reply || items.length === 0 || starts.length < items.length) return null;
  const width = items.length > 1 ? starts[1] - starts[0] : (reply.bucketNanoseconds ?? 1e9) / 1000;
  const from = parseInstant(reply.from) ?? starts[0];
  const to = Math.max(parseInstant(reply.to) ?? 0, starts[starts.length - 1] + width);
  const buckets = items.map((item, index) => ({
    start: starts[index],
    count: item.count ?? 0,
    errors: Math.min(item.errors ?? 0, item.count ?? 0),
    busy: item.busyNanoseconds ?? 0,
  }));
  // A bucket in which the time ran out is counted in part only.
  const isWhole = reply.matched !== null;
  const oldest = buckets.findIndex(({ count }) => count > 0);
  const countedFrom = isWhole ? from : buckets[oldest + 1]?.start ?? to;
  return to > from ? { from, to, buckets, countedFrom: oldest < 0 && !isWhole ? to : countedFrom } : null;
}

/**
 * A timeline whose uncounted part is taken from an earlier one of the same calls.
 * @param {CountedTimeline | null} earlier
 * @param {CountedTimeline | null} timeline
 * @returns {CountedTimeline | null}
 */
export function completed(earlier, timeline) {
  if (!earlier || !timeline || timeline.countedFrom <= timeline.from) return timeline;
  if (earlier.countedFrom >= timeline.countedFrom) return timeline;
  const width = (timeline.to - timeline.from) / timeline.buckets.length;
  const buckets = timeline.buckets.map((bucket) => {
    if (bucket.start >= timeline.countedFrom) return bucket;
    const known = callsBetween(earlier, bucket.start, bucket.start + width);
    return known.count > bucket.count ? { ...bucket, ...known } : bucket;
  });
  return { ...timeline, buckets, countedFrom: Math.max(timeline.from, earlier.countedFrom) };
}

/** What a timeline knows of a stretch of time, by the share of each bucket that lies in it.
 * @param {CountedTimeline} timeline @param {number} start @param {number} end */
function callsBetween({ from, to, buckets }, start, end) {
  const width = (to - from) / buckets.length;
  const sums = { count: 0, errors: 0, busy: 0 };
  const first = Math.max(0, Math.floor((start - from) / width));
  for (let index = first; index < buckets.length && buckets[index].start < end; index += 1) {
    const bucket = buckets[index];
    const share = (Math.min(end, bucket.start + width) - Math.max(start, bucket.start)) / width;
    for (const field of /** @type {(keyof typeof sums)[]} */ (Object.keys(sums))) {
      sums[field] += bucket[field] * Math.max(0, share);
    }
  }
  return { count: Math.round(sums.count), errors: Math.ceil(sums.errors), busy: sums.busy };
}

const ROUND_SECONDS = [
  ...[-6, -5, -4, -3, -2, -1].flatMap((power) => [1, 2, 5].map((digit) => Number(`${digit}e${power}`))),
  ...[1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 21_600, 43_200, 86_400],
];

/**
 * Round instants between two others.
 * @param {number} from microseconds
 * @param {number} to microseconds
 * @param {number} most ticks
 * @returns {{ ticks: number[], digits: number }} microseconds, and decimals of the second that tell them apart
 */
export function ticksBetween(from, to, most) {
  const seconds = ROUND_SECONDS.find((step) => (to - from) / (step * 1e6) <= most) ??
    86_400 * Math.ceil((to - from) / 86_400e6 / most);
  const step = seconds * 1e6;
  const ticks = [];
  for (let tick = Math.ceil(from / step) * step; tick <= to; tick += step) ticks.push(tick);
  const digits = seconds >= 1 ? 0 : Math.min(6, Math.ceil(-Math.log10(seconds) - 1e-9));
  return { ticks, digits };
}

/**
 * A moment of a range: the time of day, or the day with it if the range is longer than one.
 * @param {{ from: number, to: number }} range @param {number} at  microseconds @param {number} [digits]  of the second
 */
export function momentText({ from, to }, at, digits = 3) {
  return to - from < 86_400e6 ? timeOfDay(at, digits) : localDateTime(at).slice(5, 16);
}

/** The value of a `time:` term for a range, as the filter language writes ranges.
 * @param {number} from @param {number} to */
export function rangeValue(from, to) {
  return `${instantText(from)}..${instantText(to)}`;
}

/** @param {string | null} value @returns {{ from: number, to: number } | null} microseconds */
export function parseRange(value) {
  const [from, to] = (value ?? '').split('..').map((text) => parseInstant(text.replace(/"/g, '')));
  return from !== null && to !== null && from !== undefined && to !== undefined && to > from ? { from, to } : null;
}
