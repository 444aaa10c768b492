// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Asks for something again and again while somebody looks at it. The next request starts only after the last one ended,
// and a server that is slow gets as much rest as it has worked: slow is not broken, and asking more often would make it
// slower still.

import { APIError } from './api.js';

/**
 * @template Data
 * @typedef {object} PollerOptions
 * @property {(signal: AbortSignal) => Promise<Data>} load
 * @property {number} interval  least milliseconds between the end of a request and the next
 * @property {(data: Data) => void} onData
 * @property {(error: unknown) => void} [onError]
 * @property {number} [patience]  milliseconds after which no answer is an error; default: it may take any time
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
      const data = await this.#answer(abort.signal);
      if (!abort.signal.aborted) this.#options.onData(data);
    } catch (error) {
      if (!abort.signal.aborted) this.#options.onError?.(error);
    }
    if (abort.signal.aborted) return;
    const { interval, patience = Infinity } = this.#options;
    const took = this.#now() - asked;
    // A request that was given up is no work any more; what matters is when the server is there again.
    const rest = took < patience ? Math.max(interval, took) : interval;
    this.#timer = setTimeout(() => void this.refresh(), rest);
  }

  stop() {
    clearTimeout(this.#timer);
    this.#abort?.abort();
    this.#abort = null;
  }

  /** @param {AbortSignal} signal @returns {Promise<Data>} */
  async #answer(signal) {
    const { load, patience } = this.#options;
    if (patience === undefined) return load(signal);
    const request = new AbortController();
    signal.addEventListener('abort', () => request.abort(), { once: true });
    const timer = setTimeout(() => request.abort(new DOMException('No answer', 'TimeoutError')), patience);
    try {
      return await load(request.signal);
    } finally {
      clearTimeout(timer);
    }
  }
}

const STATUS_MILLISECONDS = 2000;
/** A program that was stopped, as by a debugger, takes connections and never answers. A busy server needs less time than
 * this to tell its status. */
const STATUS_PATIENCE_MILLISECONDS = 20_000;

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
  /** Whether the last request got no answer at all. */
  isSilent = false;
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
      now,
      interval: STATUS_MILLISECONDS,
      patience: STATUS_PATIENCE_MILLISECONDS,
      onData: (reply) => {
        const status = known(reply);
        this.isSilent = false;
        this.#measure(status);
        this.status = status;
        if (status.version !== null) this.isReplay = Boolean(status.replay);
        onChange(status);
      },
      onError: (error) => {
        this.rate = null;
        this.isSilent = !(error instanceof APIError && error.status > 0);
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
