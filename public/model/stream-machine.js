// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The life of one connection to the event stream, without a socket or a clock: inputs are what happened, outputs are
// what to do. EventSource's own reconnecting is not used, because it tells nobody when it will try again and stops
// for good after an HTTP error.

const FIRST_DELAY = 1000;
const LONGEST_DELAY = 15_000;

/**
 * @typedef {'idle' | 'connecting' | 'live' | 'waiting'} Phase
 * @typedef {{ do: 'connect', resumeFrom: string | null } | { do: 'disconnect' } | { do: 'wake', at: number }} Action
 */
/** @typedef {{ phase: Phase, retryAt: number | null, failures: number, farewell: string | null }} StreamStatus */

/**
 * What the page is connected to. Nothing is live in a recording, though its server is.
 * @param {{ stream: Phase, isSilent?: boolean, error: { position: number | null } | null, isReplay: boolean,
 *   isFile: boolean }} facts  an `error` with a position is in the filter; a server that does not answer `isSilent`
 */
export function connectionOf({ stream, isSilent = false, error, isReplay, isFile }) {
  if (isFile) return 'file';
  // Until the first page of calls is there, nothing is wrong: a server may take its time. The stream of a filter that
  // the server refuses is never opened.
  if (stream === 'idle') return !error ? 'connecting' : error.position === null ? 'idle' : 'invalid';
  if (stream !== 'live') return stream;
  // An open stream does not prove that somebody still writes into it.
  if (isSilent) return 'silent';
  return isReplay ? 'recording' : stream;
}

export class StreamMachine {
  /** @type {Phase} */
  #phase = 'idle';
  /** @type {string | null} */
  #resumeFrom = null;
  #failures = 0;
  /** @type {number | null} */
  #retryAt = null;
  /** @type {string | null} */
  #farewell = null;

  /** @returns {StreamStatus} */
  get status() {
    return { phase: this.#phase, retryAt: this.#retryAt, failures: this.#failures, farewell: this.#farewell };
  }

  /** @param {string | null} resumeFrom  id of the event to go on after @returns {Action[]} */
  started(resumeFrom) {
    this.#resumeFrom = resumeFrom;
    return this.#connecting();
  }

  /** The transport is up; only `hello` proves that the stream is.
   * @param {string} name @param {string} id @param {string | null} [reason] */
  received(name, id, reason = null) {
    if (this.#phase === 'idle') return;
    if (id) this.#resumeFrom = id;
    if (name === 'hello') {
      this.#phase = 'live';
      this.#failures = 0;
      this.#farewell = null;
    }
    if (name === 'bye') this.#farewell = reason ?? 'stopped';
  }

  /** @param {number} now  milliseconds @returns {Action[]} */
  failed(now) {
    if (this.#phase !== 'connecting' && this.#phase !== 'live') return [];
    const delay = Math.min(FIRST_DELAY * 2 ** this.#failures, LONGEST_DELAY);
    this.#phase = 'waiting';
    this.#failures += 1;
    this.#retryAt = now + delay;
    return [{ do: 'disconnect' }, { do: 'wake', at: this.#retryAt }];
  }

  /** The awaited moment has come, or the user does not want to wait.
   * @returns {Action[]} */
  retried() {
    return this.#phase === 'waiting' ? this.#connecting() : [];
  }

  /** @returns {Action[]} */
  stopped() {
    this.#phase = 'idle';
    this.#retryAt = null;
    return [{ do: 'disconnect' }];
  }

  /** @returns {Action[]} */
  #connecting() {
    this.#phase = 'connecting';
    this.#retryAt = null;
    return [{ do: 'connect', resumeFrom: this.#resumeFrom }];
  }
}
