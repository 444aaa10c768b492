// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Calls per second, from two counts and the time between them.

/** A shorter time makes the rate of few calls jump: the earlier count is kept until more time has passed. */
const LEAST_SECONDS = 0.8;
/** The mean of a longer time, such as the time on another tab, says nothing about the present. */
const MOST_SECONDS = 30;

export class CallRates {
  /** @type {{ calls: Map<string, number>, at: number } | null} */
  #earlier = null;
  /** @type {Map<string, number> | null} */
  #rates = null;

  /**
   * @param {Map<string, number>} calls  all so far, by any key
   * @param {number} now  milliseconds
   */
  update(calls, now) {
    const earlier = this.#earlier;
    const seconds = earlier ? (now - earlier.at) / 1000 : Infinity;
    if (seconds < LEAST_SECONDS) return;
    this.#earlier = { calls, at: now };
    this.#rates = earlier && seconds <= MOST_SECONDS ? ratesOf(earlier.calls, calls, seconds) : null;
  }

  /** @param {string} key @returns {number | null} null while it is not known */
  of(key) {
    return this.#rates && (this.#rates.get(key) ?? 0);
  }
}

/** A count that has fallen belongs to another run.
 * @param {Map<string, number>} before @param {Map<string, number>} after @param {number} seconds */
function ratesOf(before, after, seconds) {
  if ([...before].some(([key, count]) => (after.get(key) ?? 0) < count)) return null;
  return new Map([...after].map(([key, count]) => [key, (count - (before.get(key) ?? 0)) / seconds]));
}
