// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Latency histograms of selectors: logarithmic buckets with their bounds.

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
