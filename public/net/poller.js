// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Asks for something again and again while somebody looks at it. The next request starts only after the last one ended,
// and a server that is slow gets as much rest as it has worked: slow is not broken, and asking more often would make it
// slower still.

export class Poller {
  #load;
  #interval;
  #onData;
  #onError;
  #now;
  #timer = null;
  #abort = null;

  /**
   * @param {object} options
   * @param {(signal: AbortSignal) => Promise<unknown>} options.load
   * @param {number} options.interval  least milliseconds between the end of a request and the next
   * @param {(data: any) => void} options.onData
   * @param {(error: Error) => void} [options.onError]
   * @param {() => number} [options.now]  milliseconds
   */
  constructor({ load, interval, onData, onError = () => {}, now = () => performance.now() }) {
    this.#now = now;
    this.#load = load;
    this.#interval = interval;
    this.#onData = onData;
    this.#onError = onError;
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
      const data = await this.#load(abort.signal);
      if (!abort.signal.aborted) this.#onData(data);
    } catch (error) {
      if (!abort.signal.aborted) this.#onError(error);
    }
    if (abort.signal.aborted) return;
    const rest = Math.max(this.#interval, this.#now() - asked);
    this.#timer = setTimeout(() => void this.refresh(), rest);
  }

  stop() {
    clearTimeout(this.#timer);
    this.#abort?.abort();
    this.#abort = null;
  }
}
