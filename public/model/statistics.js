// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Statistics of calls: what a server tells of all of them, computed from those of a file, and histograms of latencies.

import { derivedOf } from './call.js';
import { instantText } from './instant.js';

const BARS_PER_DECADE = 8;

/** @param {Invocation} call */
const isUnanswered = ({ state, returnPath }) => state !== 'running' && returnPath === 'none';

/** Whether somebody took the call, and released all its closures without calling one.
 * @param {Invocation} call */
const isNeverCompleted = ({ state, returnPath, completion }) =>
  state !== 'running' && returnPath !== 'none' && completion === 'never';

/** The value that a share of a sorted list does not exceed.
 * @param {number[]} sorted @param {number} share */
function percentile(sorted, share) {
  return sorted.length === 0 ? null : sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)];
}

/** @param {number} nanoseconds */
const barOf = (nanoseconds) => Math.floor(Math.log10(Math.max(1, nanoseconds)) * BARS_PER_DECADE);
/** @param {number} bar */
const edgeOf = (bar) => 10 ** (bar / BARS_PER_DECADE);

/** @param {number[]} sorted */
function histogramOf(sorted) {
  if (sorted.length === 0) return [];
  const first = barOf(sorted[0]);
  const counts = new Array(barOf(sorted[sorted.length - 1]) - first + 1).fill(0);
  for (const nanoseconds of sorted) counts[barOf(nanoseconds) - first] += 1;
  return counts.map((count, index) => ({
    fromNanoseconds: edgeOf(first + index),
    toNanoseconds: edgeOf(first + index + 1),
    count,
  }));
}

/** @param {Invocation[]} calls @returns {Selector} */
function rowOf(calls) {
  const { protocol, selector } = calls[0];
  const sorted = calls.flatMap(({ durationNanoseconds }) => durationNanoseconds ?? []).sort((one, other) => one - other);
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

/** @param {Invocation[]} calls */
function groupsBySelector(calls) {
  /** @type {Map<string, Invocation[]>} */
  const groups = new Map();
  for (const call of calls) gather(groups, `${call.protocol}.${call.selector}`, call);
  return [...groups.values()];
}

/** Rows as `/api/v1/selectors` has them.
 * @param {Invocation[]} calls */
export const selectorRows = (calls) => groupsBySelector(calls).map(rowOf);

/** Why a call was not answered.
 * @param {Invocation} call */
function reasonOf(call) {
  if (isNeverCompleted(call)) return 'notCompleted';
  if (call.findings?.includes('target_gone')) return 'targetGone';
  return call.target ? 'notImplemented' : 'noTarget';
}

/** Rows as `/api/v1/unanswered` has them.
 * @param {Invocation[]} calls  in the order of their start @returns {Unanswered[]} */
export function unansweredRows(calls) {
  return groupsBySelector(calls).flatMap((group) => {
    const those = group.filter((call) => isUnanswered(call) || isNeverCompleted(call));
    const last = those.at(-1);
    if (!last) return [];
    const unanswered = those.filter(isUnanswered).length;
    return {
      protocol: last.protocol,
      selector: last.selector,
      unanswered,
      neverCompleted: those.length - unanswered,
      calls: group.length,
      owners: [...new Set(those.flatMap(({ owner }) => owner ?? []))].sort(),
      lastAt: last.startedAt,
      reason: reasonOf(last),
    };
  });
}

/**
 * Adds an item to the list under a key.
 * @template Item
 * @param {Map<string, Item[]>} groups @param {string} key @param {Item} item
 */
export function gather(groups, key, item) {
  const group = groups.get(key);
  if (group) group.push(item);
  else groups.set(key, [item]);
}

/** A reply as `/api/v1/timeline` has it.
 * @param {Invocation[]} calls @param {number} buckets @returns {Timeline} */
export function timelineReply(calls, buckets) {
  const starts = calls.flatMap((call) => derivedOf(call).start ?? []);
  if (starts.length === 0) return { from: null, to: null, bucketNanoseconds: 0, items: [] };
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

/**
 * @typedef {{ from: number, to: number, count: number }} LatencyBucket  bounds in nanoseconds
 */

/**
 * @param {Histogram | undefined} histogram of a selector row
 * @returns {LatencyBucket[]} from the first to the last bucket that has calls
 */
export function latencyBuckets(histogram) {
  const buckets = (histogram ?? []).map(({ fromNanoseconds, toNanoseconds, count }) => ({
    // Beyond 2^53 a number arrives as text.
    from: Number(fromNanoseconds),
    to: Number(toNanoseconds),
    count,
  }));
  const first = buckets.findIndex(({ count }) => count > 0);
  const last = buckets.findLastIndex(({ count }) => count > 0);
  return first < 0 ? [] : buckets.slice(first, last + 1);
}

/**
 * Puts the buckets of many selectors on one scale: the place of a duration between the shortest and the longest, 0 to
 * 1.
 * @param {number} shortest @param {number} longest @returns {(nanoseconds: number) => number}
 */
export function logScale(shortest, longest) {
  const low = Math.log(Math.max(1, shortest));
  const high = Math.log(Math.max(2, longest, shortest * 2));
  return (nanoseconds) => Math.min(1, Math.max(0, (Math.log(Math.max(1, nanoseconds)) - low) / (high - low)));
}
