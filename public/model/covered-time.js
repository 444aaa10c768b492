// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// How much of a call's time is that of the calls that it made.

import { derivedOf } from './call.js';

/** Nanoseconds that a start in a record may be off: it is text with six decimals, durations are exact. */
const RESOLUTION = 1000;

/** A distance as far as it is a real one.
 * @param {number} nanoseconds */
const beyondResolution = (nanoseconds) => (nanoseconds < RESOLUTION ? 0 : nanoseconds);

/**
 * Calls that were made at the same time are not counted twice, and one that goes on after its caller has ended counts up
 * to that end.
 * @param {Invocation} caller  that has ended
 * @param {Invocation[]} calls  that it made and that have ended, in the order of their start
 * @returns {number} nanoseconds, at most the duration of the caller
 */
export function coveredTime(caller, calls) {
  const whole = caller.durationNanoseconds ?? 0;
  const origin = derivedOf(caller).start ?? 0;
  let end = 0;
  let covered = 0;
  for (const call of calls) {
    const duration = call.durationNanoseconds ?? 0;
    const start = ((derivedOf(call).start ?? origin) - origin) * 1000;
    const overlap = beyondResolution(end - start);
    const overhang = beyondResolution(start + duration - whole);
    covered += Math.max(0, duration - overlap - overhang);
    end = Math.max(end, Math.min(start + duration, whole));
  }
  return Math.min(covered, whole);
}
