// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The server's status every two seconds while somebody looks at the page.

import { Poller } from './poller.js';

const INTERVAL_MILLISECONDS = 2000;

/** Routes that every server has; the others are named in `features`. */
const BASE_FEATURES = ['invocations', 'selectors', 'status', 'stream', 'healthz'];

export class StatusPoller {
  /** @type {object | null} the last reply */
  status = null;
  /** Calls per second since the reply before, null when unknown. */
  rate = null;

  #poller;
  #now;
  #receivedAt = 0;

  /**
   * @param {object} options
   * @param {object} options.api
   * @param {() => number} options.now  milliseconds
   * @param {(status: object | null) => void} options.onChange  null when the server does not answer
   */
  constructor({ api, now, onChange }) {
    this.#now = now;
    this.#poller = new Poller({
      load: api.status,
      interval: INTERVAL_MILLISECONDS,
      onData: (status) => {
        this.#measure(status);
        this.status = status;
        onChange(status);
      },
      onError: () => {
        this.rate = null;
        onChange(null);
      },
    });
  }

  /** @returns {boolean} whether the server has that route */
  has(feature) {
    return (this.status?.features ?? BASE_FEATURES).includes(feature);
  }

  start() {
    this.#poller.start();
  }

  refresh() {
    return this.#poller.refresh();
  }

  stop() {
    this.#poller.stop();
  }

  #measure(status) {
    const now = this.#now();
    const seconds = (now - this.#receivedAt) / 1000;
    const calls = this.status?.counters?.calls;
    const isSameRun = this.status?.epoch === status.epoch && calls !== undefined;
    this.rate = isSameRun && seconds > 0.2 ? Math.max(0, (status.counters.calls - calls) / seconds) : null;
    this.#receivedAt = now;
  }
}
