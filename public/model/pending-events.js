// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Stream events that wait for the next frame, or for the reader to end a pause. Bounded: past the limit only the events
// that announce something are kept, and the list has to be fetched again.

/** @typedef {import('../net/event-stream.js').StreamEvent} StreamEvent */

const LISTED = new Set(['invocation', 'running', 'update', 'lifecycle']);

/** What comes again with a new list.
 * @param {StreamEvent} event */
const isListed = ({ name }) => LISTED.has(name);

export class PendingEvents {
  /** @type {StreamEvent[]} */
  #events = [];
  #callCount = 0;
  #limit;
  #hasOverflowed = false;

  /** @param {number} limit most calls that are kept */
  constructor(limit = 2000) {
    this.#limit = limit;
  }

  /** Completed calls that have arrived since the last `take`, kept or not. */
  get callCount() {
    return this.#callCount;
  }

  get isEmpty() {
    return this.#events.length === 0 && !this.#hasOverflowed;
  }

  /** @param {StreamEvent[]} events */
  add(events) {
    for (const event of events) {
      this.#events.push(event);
      if (event.name === 'invocation') this.#callCount += 1;
    }
    if (this.#events.length <= this.#limit) return;
    this.#hasOverflowed = true;
    this.#events = this.#events.filter((event) => !isListed(event));
  }

  /** @returns {{ events: StreamEvent[], hasOverflowed: boolean }} what has arrived since the last `take` */
  take() {
    const taken = { events: this.#events, hasOverflowed: this.#hasOverflowed };
    this.clear();
    return taken;
  }

  clear() {
    this.#events = [];
    this.#callCount = 0;
    this.#hasOverflowed = false;
  }
}
