// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The server's status every two seconds while somebody looks at the page.

import { Poller } from './poller.js';

const INTERVAL_MILLISECONDS = 2000;

/** Routes that every server has; the others are named in `features`. */
const BASE_FEATURES = ['invocations', 'selectors', 'status', 'stream', 'healthz'];

export class StatusPoller {
  /** @type {Status | null} the last reply */
  status = null;
  /** @type {number | null} calls per second since the reply before, null when unknown */
  rate = null;
  /** Whether the server shows a recording; a file in its place does not change that. */
  isReplay = false;

  #poller;
  #now;
  #receivedAt = 0;

  /**
   * @param {object} options
   * @param {Pick<import('./api.js').API, 'status'>} options.api
   * @param {() => number} options.now  milliseconds
   * @param {(status: Status | null) => void} options.onChange  null when the server does not answer
   */
  constructor({ api, now, onChange }) {
    this.#now = now;
    this.#poller = new Poller({
      load: api.status,
      interval: INTERVAL_MILLISECONDS,
      onData: (status) => {
        this.#measure(status);
        this.status = status;
        if (status.version !== null) this.isReplay = Boolean(status.replay);
        onChange(status);
      },
      onError: () => {
        this.rate = null;
        onChange(null);
      },
    });
  }

  /** Whether the server has that route.
   * @param {string} feature */
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

  /** @param {Status} status */
  #measure(status) {
    const now = this.#now();
    const seconds = (now - this.#receivedAt) / 1000;
    const calls = this.status?.counters?.calls;
    const isSameRun = this.status?.epoch === status.epoch && calls !== undefined;
    this.rate = isSameRun && seconds > 0.2 ? Math.max(0, (status.counters.calls - calls) / seconds) : null;
    this.#receivedAt = now;
  }
}
