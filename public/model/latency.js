// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Latency histograms of selectors. Buckets are logarithmic; the server may send bare counts (powers of two, in
// nanoseconds) or buckets with their bounds.

/**
 * @typedef {{ from: number, to: number, count: number }} LatencyBucket  bounds in nanoseconds
 */

/**
 * @param {unknown} histogram of a selector row
 * @returns {LatencyBucket[]} from the first to the last bucket that has calls
 */
export function latencyBuckets(histogram) {
  const items = Array.isArray(histogram) ? histogram : histogram?.items ?? histogram?.buckets ?? [];
  const buckets = items.map((item, index) => {
    if (typeof item === 'number') return { from: index === 0 ? 0 : 2 ** index, to: 2 ** (index + 1), count: item };
    const from = item.fromNanoseconds ?? item.from ?? 0;
    const to = item.toNanoseconds ?? item.to ?? item.upToNanoseconds ?? from * 2;
    return { from, to, count: item.count ?? 0 };
  });
  const first = buckets.findIndex(({ count }) => count > 0);
  const last = buckets.findLastIndex(({ count }) => count > 0);
  return first < 0 ? [] : buckets.slice(first, last + 1);
}

/** Puts the buckets of many selectors on one scale: the place of a duration between the shortest and the longest, 0 to 1. */
export function logScale(shortest, longest) {
  const low = Math.log(Math.max(1, shortest));
  const high = Math.log(Math.max(2, longest, shortest * 2));
  return (nanoseconds) => Math.min(1, Math.max(0, (Math.log(Math.max(1, nanoseconds)) - low) / (high - low)));
}
