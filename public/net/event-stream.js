// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Drives `StreamMachine` with an EventSource or its replacement, and a timer.

import { StreamMachine } from '../model/stream-machine.js';
import { streamAddress } from './api.js';
import { FetchedEvents } from './fetched-events.js';
import { authorization, hasToken } from './token.js';

const EVENT_NAMES = [
  'hello',
  'invocation',
  'running',
  'update',
  'lifecycle',
  'gap',
  'reset',
  'bye',
  'rule',
  'held',
  'released',
];

/**
 * @typedef {{ name: string, id: string, data: string }} StreamEvent  `data` is JSON text, parsed by who needs it
 */
/** @typedef {import('../model/stream-machine.js').StreamStatus} StreamStatus */

export class EventStream {
  #machine = new StreamMachine();
  /** @type {EventSource | FetchedEvents | null} */
  #source = null;
  #timer = 0;
  #options;

  /**
   * @param {{ filter: string, holds?: () => boolean, onEvent: (event: StreamEvent) => void,
   *   onStatus: (status: StreamStatus) => void }} options  `holds`, whether somebody decides on held calls, is asked with
   *   each connection
   */
  constructor(options) {
    this.#options = options;
  }

  /** @param {string | null} resumeFrom */
  start(resumeFrom) {
    this.#perform(this.#machine.started(resumeFrom));
  }

  /** Does not wait for the next attempt. */
  retry() {
    this.#perform(this.#machine.retried());
  }

  stop() {
    this.#perform(this.#machine.stopped());
  }

  /** @param {import('../model/stream-machine.js').Action[]} actions */
  #perform(actions) {
    for (const action of actions) {
      if (action.do === 'connect') this.#connect(action.resumeFrom);
      if (action.do === 'disconnect') this.#disconnect();
      if (action.do === 'wake') this.#timer = setTimeout(() => this.retry(), Math.max(0, action.at - Date.now()));
    }
    this.#options.onStatus(this.#machine.status);
  }

  /** @param {string | null} resumeFrom */
  #connect(resumeFrom) {
    this.#disconnect();
    const address = streamAddress(this.#options.filter, resumeFrom, this.#options.holds?.() ?? false);
    const source = hasToken() ? new FetchedEvents(address, authorization()) : new EventSource(address);
    this.#source = source;
    for (const name of EVENT_NAMES) {
      source.addEventListener(name, (event) => this.#received(name, /** @type {MessageEvent} */ (event)));
    }
    source.onerror = () => this.#perform(this.#machine.failed(Date.now()));
  }

  #disconnect() {
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = null;
  }

  /** @param {string} name @param {MessageEvent} event */
  #received(name, { lastEventId, data }) {
    const { phase } = this.#machine.status;
    this.#machine.received(name, lastEventId, name === 'bye' ? reasonOf(data) : null);
    this.#options.onEvent({ name, id: lastEventId, data });
    if (this.#machine.status.phase !== phase) this.#options.onStatus(this.#machine.status);
  }
}

/** @param {string} data */
function reasonOf(data) {
  try {
    return JSON.parse(data).reason ?? null;
  } catch {
    return null;
  }
}
