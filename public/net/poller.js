// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Asks for something again and again while somebody looks at it. The next request starts only after the last one ended,
// and a server that is slow gets as much rest as it has worked: slow is not broken, and asking more often would make it
// slower still.

/**
 * @template Data
 * @typedef {object} PollerOptions
 * @property {(signal: AbortSignal) => Promise<Data>} load
 * @property {number} interval  least milliseconds between the end of a request and the next
 * @property {(data: Data) => void} onData
 * @property {(error: unknown) => void} [onError]
 * @property {() => number} [now]  milliseconds
 */

/** @template Data */
export class Poller {
  #options;
  #now;
  #timer = 0;
  /** @type {AbortController | null} */
  #abort = null;

  /** @param {PollerOptions<Data>} options */
  constructor(options) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  get isRunning() {
    return this.#abort !== null;
  }

  start() {
    if (!this.isRunning) void this.refresh();
  }

  /** Asks at once, because the question has changed: the answer that is still under way is dropped. */
  async refresh() {
    this.stop();
    const abort = new AbortController();
    this.#abort = abort;
    const asked = this.#now();
    try {
      const data = await this.#options.load(abort.signal);
      if (!abort.signal.aborted) this.#options.onData(data);
    } catch (error) {
      if (!abort.signal.aborted) this.#options.onError?.(error);
    }
    if (abort.signal.aborted) return;
    const rest = Math.max(this.#options.interval, this.#now() - asked);
    this.#timer = setTimeout(() => void this.refresh(), rest);
  }

  stop() {
    clearTimeout(this.#timer);
    this.#abort?.abort();
    this.#abort = null;
  }
}
