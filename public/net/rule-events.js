// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// What the streams of the traffic list tell of rules and held calls, whatever the list is filtered by. While the filter
// changes, two streams are open, and both tell it.

import { parseExactly } from '../model/exact-json.js';

const NAMES = new Set(['rule', 'held', 'released']);

/**
 * @typedef {import('./shared-stream.js').StreamOptions} StreamOptions
 * @typedef {import('./traffic-feed.js').Stream} Stream
 *
 * @typedef {object} RuleEventsOptions
 * @property {(options: StreamOptions) => Stream} open
 * @property {() => boolean} holds  whether this page decides on held calls
 * @property {(name: string, data: any) => void} onEvent
 * @property {() => void} onConnect     a stream is live: what happened before it is not in it
 * @property {() => void} onDisconnect  no stream is live any more
 */
export class RuleEvents {
  #options;
  /** @type {Set<object>} */
  #live = new Set();

  /** @param {RuleEventsOptions} options */
  constructor(options) {
    this.#options = options;
  }

  /** A stream without these events.
   * @param {StreamOptions} options @returns {Stream} */
  open = (options) => {
    const key = {};
    const stream = this.#options.open({
      ...options,
      holds: this.#options.holds,
      onEvents: (events) => {
        const others = events.filter((event) => !this.#took(event));
        if (others.length > 0) options.onEvents(others);
      },
      onStatus: (status) => {
        this.#setLive(key, status.phase === 'live');
        options.onStatus(status);
      },
    });
    if (stream.isSilent) return stream;
    return {
      start: (resumeFrom) => stream.start(resumeFrom),
      retry: () => stream.retry(),
      close: () => {
        stream.close();
        this.#setLive(key, false);
      },
    };
  };

  /** @param {import('./event-stream.js').StreamEvent} event @returns {boolean} */
  #took({ name, data }) {
    if (!NAMES.has(name)) return false;
    this.#options.onEvent(name, parseExactly(data));
    return true;
  }

  /** @param {object} key @param {boolean} isLive */
  #setLive(key, isLive) {
    if (isLive === this.#live.has(key)) return;
    if (isLive) {
      this.#live.add(key);
      this.#options.onConnect();
    } else {
      this.#live.delete(key);
      if (this.#live.size === 0) this.#options.onDisconnect();
    }
  }
}
