// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Time without the part of it in which nothing happened. Calls take microseconds and are seconds apart: on a plain axis
// a chart of them is empty. Here every stretch between calls is as short as a fold, and says how long it was.

/** All folds together take this share of the time in which calls run. */
const FOLDS_SHARE = 0.25;
const SHORTEST_FOLD = 0.1;

/**
 * @typedef {{ from: number, to: number }} Interval  microseconds
 * @typedef {{ from: number, to: number, idle: number }} Fold  where it lies in folded time, and the microseconds it hides
 * @typedef {{ folds: Fold[], folded: (instant: number) => number, real: (instant: number) => number }} TimeFold
 */

/** Time as it is.
 * @type {TimeFold} */
export const UNFOLDED = { folds: [], folded: (instant) => instant, real: (instant) => instant };

/**
 * @param {Interval[]} intervals  of calls
 * @returns {TimeFold} folded time begins at the instant at which the first of them does
 */
export function timeFold(intervals) {
  const busy = united(intervals);
  if (busy.length < 2) return UNFOLDED;
  const total = busy.reduce((sum, { from, to }) => sum + to - from, 0);
  const width = Math.max(SHORTEST_FOLD, (total * FOLDS_SHARE) / (busy.length - 1));
  const real = [busy[0].from];
  const folded = [busy[0].from];
  /** @type {Fold[]} */
  const folds = [];
  /** @param {number} instant @param {number} length */
  const advance = (instant, length) => {
    real.push(instant);
    folded.push(folded[folded.length - 1] + length);
  };
  busy.forEach(({ from, to }, index) => {
    const [idle, end] = [from - real[real.length - 1], folded[folded.length - 1]];
    if (index > 0) {
      if (idle > width) folds.push({ from: end, to: end + width, idle });
      advance(from, Math.min(idle, width));
    }
    advance(to, to - from);
  });
  return {
    folds,
    folded: (instant) => carried(instant, real, folded),
    real: (instant) => carried(instant, folded, real),
  };
}

/** Those that touch become one.
 * @param {Interval[]} intervals @returns {Interval[]} in their order */
function united(intervals) {
  /** @type {Interval[]} */
  const result = [];
  for (const { from, to } of intervals.toSorted((left, right) => left.from - right.from)) {
    const last = result.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else result.push({ from, to });
  }
  return result;
}

/** An instant from one scale on another; both are given by the same points, and go on beyond them as they are.
 * @param {number} instant @param {number[]} from @param {number[]} to */
function carried(instant, from, to) {
  const last = from.length - 1;
  if (instant <= from[0]) return to[0] + instant - from[0];
  if (instant >= from[last]) return to[last] + instant - from[last];
  let [low, high] = [0, last];
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (from[middle] <= instant) low = middle;
    else high = middle;
  }
  const length = from[high] - from[low];
  return length > 0 ? to[low] + ((instant - from[low]) / length) * (to[high] - to[low]) : to[low];
}
