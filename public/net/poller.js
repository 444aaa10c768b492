// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Asks for something again and again while somebody looks at it. The next request starts only after the last one ended.

export class Poller {
  #load;
  #interval;
  #onData;
  #onError;
  #timer = null;
  #abort = null;

  /**
   * @param {object} options
   * @param {(signal: AbortSignal) => Promise<unknown>} options.load
   * @param {number} options.interval milliseconds between the end of a request and the next
   * @param {(data: any) => void} options.onData
   * @param {(error: Error) => void} [options.onError]
   */
  constructor({ load, interval, onData, onError = () => {} }) {
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

  /** Asks at once, dropping the answer that is still under way. */
  async refresh() {
    this.stop();
    const abort = new AbortController();
    this.#abort = abort;
    try {
      const data = await this.#load(abort.signal);
      if (!abort.signal.aborted) this.#onData(data);
    } catch (error) {
      if (!abort.signal.aborted) this.#onError(error);
    }
    if (!abort.signal.aborted) this.#timer = setTimeout(() => void this.refresh(), this.#interval);
  }

  stop() {
    clearTimeout(this.#timer);
    this.#abort?.abort();
    this.#abort = null;
  }
}
