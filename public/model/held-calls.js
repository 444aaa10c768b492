// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The calls that are held, and those that were until a moment ago. Times are milliseconds of a steady clock of the
// page: the clock of the program may differ.

const FAREWELL_MILLISECONDS = 4000;

/**
 * `farewell` says by whom it was released; the row leaves soon after.
 * @typedef {{ held: Held, arrivedAt: number, deadlineAt: number, isDeciding: boolean,
 *   farewell: string | null, leavesAt: number }} HeldRow
 */

/** @type {Record<string, string>} */
const OTHERS_DECISIONS = {
  continue: 'Another client let it continue.',
  answer: 'Another client answered it.',
  throw: 'Another client threw an error.',
  edit: 'Another client edited it.',
  skip: 'Another client skipped it.',
};

/** @type {Record<string, string>} */
const RELEASES = {
  deadline: 'The deadline passed: it continued unchanged.',
  disconnected: 'Nobody was connected: it continued unchanged.',
  stopped: 'The server stopped: it continued unchanged.',
  ruleRemoved: 'Its rule was removed: it continued unchanged.',
  program: 'The program released it.',
};

/** What is said until the server tells who did it. */
const RELEASED = 'It was released.';

/** By whom a held call was released, and what it did then.
 * @param {{ by?: string, action?: string }} release */
export const releaseText = ({ by = '', action = '' }) => RELEASES[by] ?? OTHERS_DECISIONS[action] ?? RELEASED;

export class HeldCalls {
  /** @type {Map<number, HeldRow>} */
  #rows = new Map();
  /** Released ones, of which an answer that was on its way may still tell.
   * @type {Set<number>} */
  #gone = new Set();

  /** In the order in which they were held.
   * @returns {HeldRow[]} */
  get rows() {
    return [...this.#rows.values()].sort((left, right) => left.held.id - right.held.id);
  }

  /** Those that still wait. */
  get waiting() {
    return this.rows.filter(({ farewell }) => farewell === null);
  }

  /** When the first of them continues by itself; null when none waits. */
  get nextDeadline() {
    const { waiting } = this;
    return waiting.length === 0 ? null : Math.min(...waiting.map(({ deadlineAt }) => deadlineAt));
  }

  /** @param {number} id */
  rowWith(id) {
    return this.#rows.get(id);
  }

  /** @param {Held} held @param {number} now @returns {boolean} whether it is new */
  arrived(held, now) {
    if (this.#gone.has(held.id)) return false;
    const known = this.#rows.get(held.id);
    const deadlineAt = now + held.remainingMilliseconds;
    if (known) Object.assign(known, { held, deadlineAt });
    else {
      const fresh = { arrivedAt: now, isDeciding: false, farewell: null, leavesAt: Infinity };
      this.#rows.set(held.id, { held, deadlineAt, ...fresh });
    }
    return !known;
  }

  /** A decision of this page is on its way, or was refused.
   * @param {number} id @param {boolean} isDeciding */
  setDeciding(id, isDeciding) {
    const row = this.#rows.get(id);
    if (row) row.isDeciding = isDeciding;
  }

  /** One that this page decided on leaves at once; the others say why they leave.
   * @param {{ id: number, by?: string, action?: string }} release @param {number} now */
  released(release, now) {
    const row = this.#rows.get(release.id);
    if (row?.isDeciding && release.by === 'client') this.decided(release.id);
    else if (!row?.farewell || row.farewell === RELEASED) this.#leave(release.id, releaseText(release), now);
  }

  /** @param {number} id @param {string} farewell @param {number} now */
  #leave(id, farewell, now) {
    this.#gone.add(id);
    const row = this.#rows.get(id);
    if (row) Object.assign(row, { farewell, leavesAt: now + FAREWELL_MILLISECONDS });
  }

  /** This page's decision was carried out.
   * @param {number} id */
  decided(id) {
    this.#gone.add(id);
    this.#rows.delete(id);
  }

  /**
   * All that are held, as the server says. What has arrived since it was asked stays. The others were released, of
   * which the stream may tell later: the rows that this page doesn't decide on say so before they leave.
   * @param {Held[]} items @param {number} askedAt @param {number} now @returns {Held[]} new ones
   */
  replace(items, askedAt, now) {
    const ids = new Set(items.map(({ id }) => id));
    for (const [id, { arrivedAt, farewell, isDeciding }] of this.#rows) {
      const isReleased = !ids.has(id) && arrivedAt < askedAt;
      if (isReleased && farewell === null && !isDeciding) this.#leave(id, RELEASED, now);
    }
    return items.filter((held) => this.arrived(held, now));
  }

  /** Nothing is known any more. */
  clear() {
    this.#rows.clear();
    this.#gone.clear();
  }

  /** Takes away rows that were seen long enough.
   * @param {number} now @returns {boolean} whether there were any */
  expire(now) {
    const past = [...this.#rows.values()].filter(({ leavesAt }) => leavesAt <= now);
    for (const { held } of past) this.#rows.delete(held.id);
    return past.length > 0;
  }
}

/** @param {HeldRow} row @param {number} now */
export const remainingMilliseconds = ({ deadlineAt }, now) => Math.max(0, deadlineAt - now);

/** @param {number} milliseconds @returns {string} such as `8.2 s` or `2 min 05 s` */
export function remainingText(milliseconds) {
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${(Math.ceil(seconds * 10) / 10).toFixed(1)} s`;
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, '0')} s`;
}
