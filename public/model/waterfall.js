// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The time scale of the waterfall: the calls that are on the screen, rounded so that it does not twitch while they
// move by.

/**
 * @param {number} span
 * @returns {number} the next of 1, 2, 5 × 10ⁿ that is no smaller
 */
export function niceCeiling(span) {
  if (!(span > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(span));
  const factor = [1, 2, 5, 10].find((step) => step * power >= span * (1 - 1e-9));
  return factor * power;
}

/**
 * @param {{ startMicroseconds: number, durationNanoseconds: number | null }[]} calls that are visible
 * @param {number} now microseconds, where the bars of running calls end
 * @returns {{ from: number, span: number }} both in microseconds
 */
export function waterfallScale(calls, now) {
  let from = Infinity;
  let to = -Infinity;
  for (const { startMicroseconds, durationNanoseconds } of calls) {
    if (startMicroseconds === null) continue;
    const end = durationNanoseconds === null ? now : startMicroseconds + durationNanoseconds / 1000;
    from = Math.min(from, startMicroseconds);
    to = Math.max(to, end);
  }
  if (from > to) return { from: 0, span: 1 };
  return { from, span: niceCeiling(to - from) };
}

/**
 * @returns {{ left: number, width: number, inner: number }} shares of the scale; `inner` is the target's share of the
 *   bar
 */
export function waterfallBar(call, scale, now) {
  const { startMicroseconds, durationNanoseconds, targetNanoseconds } = call;
  const left = Math.min(1, Math.max(0, (startMicroseconds - scale.from) / scale.span));
  const length = durationNanoseconds === null ? now - startMicroseconds : durationNanoseconds / 1000;
  const width = Math.min(1 - left, Math.max(0, length / scale.span));
  const inner = durationNanoseconds ? Math.min(1, (targetNanoseconds ?? 0) / durationNanoseconds) : 0;
  return { left, width, inner };
}
