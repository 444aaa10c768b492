// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The histogram of calls over time: reading the server's buckets, ticks for the axis, and the range that a brush
// selects.

import { instantText, parseInstant } from './instant.js';

/**
 * @typedef {{ start: number, count: number, errors: number, busy: number }} Bucket  `start` in microseconds
 * @typedef {{ from: number, to: number, buckets: Bucket[] }} Timeline
 */

/**
 * @param {object} reply of `/api/v1/timeline`
 * @returns {Timeline | null} null when there is nothing to draw
 */
export function timelineOf(reply) {
  const items = reply?.items ?? [];
  const starts = items.map((item) => parseInstant(item.startedAt ?? item.from));
  if (items.length === 0 || starts.some((start) => start === null)) return null;
  const width = items.length > 1 ? starts[1] - starts[0] : (reply.bucketNanoseconds ?? 1e9) / 1000;
  const from = parseInstant(reply.from) ?? starts[0];
  const to = Math.max(parseInstant(reply.to) ?? 0, starts.at(-1) + width);
  const buckets = items.map((item, index) => ({
    start: starts[index],
    count: item.count ?? 0,
    errors: Math.min(item.errors ?? 0, item.count ?? 0),
    busy: item.busyNanoseconds ?? 0,
  }));
  return to > from ? { from, to, buckets } : null;
}

const STEPS_SECONDS = [
  0.000001,
  0.000002,
  0.000005,
  0.00001,
  0.00002,
  0.00005,
  0.0001,
  0.0002,
  0.0005,
  0.001,
  0.002,
  0.005,
  0.01,
  0.02,
  0.05,
  0.1,
  0.2,
  0.5,
  1,
  2,
  5,
  10,
  15,
  30,
  60,
  120,
  300,
  600,
  900,
  1800,
  3600,
  7200,
  14_400,
  21_600,
  43_200,
  86_400,
];

/**
 * Round instants between two others.
 * @param {number} from microseconds
 * @param {number} to microseconds
 * @param {number} most ticks
 * @returns {{ ticks: number[], digits: number }} microseconds, and decimals of the second that tell them apart
 */
export function ticksBetween(from, to, most) {
  const seconds = STEPS_SECONDS.find((step) => (to - from) / (step * 1e6) <= most) ??
    86_400 * Math.ceil((to - from) / 86_400e6 / most);
  const step = seconds * 1e6;
  const ticks = [];
  for (let tick = Math.ceil(from / step) * step; tick <= to; tick += step) ticks.push(tick);
  const digits = seconds >= 1 ? 0 : Math.min(6, Math.ceil(-Math.log10(seconds) - 1e-9));
  return { ticks, digits };
}

/** The value of a `time:` term for a range, as the filter language writes ranges. */
export function rangeValue(from, to) {
  return `${instantText(from)}..${instantText(to)}`;
}

/** @returns {{ from: number, to: number } | null} microseconds */
export function parseRange(value) {
  const [from, to] = (value ?? '').split('..').map((text) => parseInstant(text.replace(/"/g, '')));
  return from !== null && to !== null && from !== undefined && to !== undefined && to > from ? { from, to } : null;
}
