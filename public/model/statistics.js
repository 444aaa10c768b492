// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// What a server tells of all calls, computed from calls that are all there: for files.

import { derivedOf } from './call.js';
import { instantText } from './instant.js';

const BARS_PER_DECADE = 8;

const isUnanswered = ({ state, returnPath }) => state !== 'running' && returnPath === 'none';

/** The value that a share of a sorted list does not exceed. */
function percentile(sorted, share) {
  return sorted.length === 0 ? null : sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)];
}

const barOf = (nanoseconds) => Math.floor(Math.log10(Math.max(1, nanoseconds)) * BARS_PER_DECADE);
const edgeOf = (bar) => 10 ** (bar / BARS_PER_DECADE);

function histogramOf(sorted) {
  if (sorted.length === 0) return [];
  const first = barOf(sorted[0]);
  const counts = new Array(barOf(sorted.at(-1)) - first + 1).fill(0);
  for (const nanoseconds of sorted) counts[barOf(nanoseconds) - first] += 1;
  return counts.map((count, index) => ({
    fromNanoseconds: edgeOf(first + index),
    toNanoseconds: edgeOf(first + index + 1),
    count,
  }));
}

function rowOf(calls) {
  const { protocol, selector } = calls[0];
  const known = calls.map(({ durationNanoseconds }) => durationNanoseconds).filter(Number.isFinite);
  const sorted = known.sort((left, right) => left - right);
  return {
    protocol,
    selector,
    calls: calls.length,
    errors: calls.filter(({ state }) => state === 'threw').length,
    unanswered: calls.filter(isUnanswered).length,
    totalNanoseconds: sorted.reduce((sum, duration) => sum + duration, 0),
    p50Nanoseconds: percentile(sorted, 0.5),
    p90Nanoseconds: percentile(sorted, 0.9),
    p99Nanoseconds: percentile(sorted, 0.99),
    maxNanoseconds: sorted.at(-1) ?? null,
    histogram: histogramOf(sorted),
  };
}

/** Rows as `/api/v1/selectors` has them. @param {object[]} calls */
export function selectorRows(calls) {
  return [...grouped(calls, ({ protocol, selector }) => `${protocol}.${selector}`).values()].map(rowOf);
}

function grouped(calls, keyOf) {
  const groups = new Map();
  for (const call of calls) {
    const key = keyOf(call);
    if (groups.has(key)) groups.get(key).push(call);
    else groups.set(key, [call]);
  }
  return groups;
}

/** A reply as `/api/v1/timeline` has it. @param {object[]} calls @param {number} buckets */
export function timelineReply(calls, buckets) {
  const starts = calls.map((call) => derivedOf(call).start).filter((start) => start !== null);
  if (starts.length === 0) return { from: null, to: null, items: [] };
  const from = starts.reduce((least, start) => Math.min(least, start));
  const to = starts.reduce((most, start) => Math.max(most, start)) + 1;
  const width = (to - from) / buckets;
  const items = Array.from({ length: buckets }, (_, index) => ({
    startedAt: instantText(from + index * width),
    count: 0,
    errors: 0,
    busyNanoseconds: 0,
  }));
  for (const call of calls) {
    const { start } = derivedOf(call);
    if (start === null) continue;
    const item = items[Math.min(buckets - 1, Math.floor((start - from) / width))];
    item.count += 1;
    item.errors += call.state === 'threw' ? 1 : 0;
    item.busyNanoseconds += call.durationNanoseconds ?? 0;
  }
  return { from: instantText(from), to: instantText(to), bucketNanoseconds: width * 1000, items };
}
