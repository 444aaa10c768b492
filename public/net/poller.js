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

const STATUS_MILLISECONDS = 2000;

/** Routes that every server has; the others are named in `features`. */
const BASE_FEATURES = ['invocations', 'selectors', 'status', 'stream', 'healthz'];

/** A fleet keeps its calls in a recording, which grows: neither is it a past run, nor does anybody switch it on or off.
 * @param {Status} status @returns {Status} */
const known = (status) => (status.fleet ? { ...status, replay: null, recording: null } : status);

/** The server's status, every two seconds while somebody looks at the page. */
export class StatusPoller {
  /** @type {Status | null} the last reply */
  status = null;
  /** @type {number | null} calls per second since the reply before, null when unknown */
  rate = null;
  /** Calls that ended and never reached the store. Others are on their way while calls are made: those that are still
   * missing after a pause do not come any more. */
  unaccounted = 0;
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
      interval: STATUS_MILLISECONDS,
      onData: (reply) => {
        const status = known(reply);
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

  /** Whether the calls are those of many processes. */
  get isFleet() {
    return this.status?.fleet === true;
  }

  /** Whether the server has that route.
   * @param {string} feature */
  has(feature) {
    // Only a fleet's server has programs, and it says so by being one; a file has the calls alone.
    if (feature === 'programs') return this.isFleet && this.status?.version !== null;
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
    // The counters of a file are those of the moment of its export.
    const missing = status.version === null ? 0 : status.counters.unaccounted ?? 0;
    const known = isSameRun ? this.unaccounted : 0;
    this.unaccounted = this.rate === 0 ? missing : Math.min(known, missing);
    this.#receivedAt = now;
  }
}
