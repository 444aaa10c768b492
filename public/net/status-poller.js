// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The server's status every two seconds while somebody looks at the page.

const INTERVAL_MILLISECONDS = 2000;

/** Routes that every server has; the others are named in `features`. */
const BASE_FEATURES = ['invocations', 'selectors', 'status', 'stream', 'healthz'];

export class StatusPoller {
  /** @type {object | null} the last reply */
  status = null;
  /** Calls per second since the reply before. */
  rate = null;

  #api;
  #onChange;
  #timer = null;
  #receivedAt = 0;

  /** @param {{ api: object, onChange: (status: object | null) => void }} options */
  constructor({ api, onChange }) {
    this.#api = api;
    this.#onChange = onChange;
  }

  /** @returns {boolean} whether the server has that route */
  has(feature) {
    return (this.status?.features ?? BASE_FEATURES).includes(feature);
  }

  async start() {
    this.stop();
    await this.poll();
    this.#timer = setInterval(() => void this.poll(), INTERVAL_MILLISECONDS);
  }

  stop() {
    clearInterval(this.#timer);
  }

  /** Asks once; a failure keeps the last known status. */
  async poll() {
    try {
      const status = await this.#api.status();
      this.#measure(status);
      this.status = status;
      this.#onChange(status);
    } catch {
      this.rate = null;
      this.#onChange(null);
    }
  }

  #measure(status) {
    const now = performance.now();
    const seconds = (now - this.#receivedAt) / 1000;
    const isSameRun = this.status?.epoch === status.epoch;
    const difference = status.counters.calls - (this.status?.counters.calls ?? 0);
    this.rate = isSameRun && seconds > 0.2 ? Math.max(0, difference / seconds) : null;
    this.#receivedAt = now;
  }
}
