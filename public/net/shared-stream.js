// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// One event stream for all tabs of a browser that show the same filter: whoever holds the lock owns the connection and
// passes its events on. HTTP/1.1 allows six connections to a server, and a stream takes one of them for good.

import { parseResumePoint } from '../model/call.js';
import { EventStream } from './event-stream.js';

const BATCH_MILLISECONDS = 25;
const PREFIX = 'delegate-inspector/stream/';
/** Tells the list to be fetched anew: what the connection has passed already does not come again.
 * @type {StreamEvent} */
const BEHIND = { name: 'gap', id: '', data: JSON.stringify({ reason: 'behind', missed: 0 }) };

/**
 * @typedef {import('./event-stream.js').StreamEvent} StreamEvent
 * @typedef {import('../model/stream-machine.js').StreamStatus} StreamStatus
 * @typedef {{ filter: string, holds?: () => boolean, onEvents: (events: StreamEvent[]) => void,
 *   onStatus: (status: StreamStatus) => void }} StreamOptions  `holds` as `EventStream` has it
 */

/** Browsers have locks on loopback and over TLS only; elsewhere each tab has a connection of its own. */
const canShare = () => navigator.locks !== undefined;

export class SharedStream {
  #name;
  #channel;
  #abort = new AbortController();
  /** @type {EventStream | null} */
  #own = null;
  #options;
  /** @type {string | null} */
  #resumeFrom = null;
  /** The last event that the connection of this tab has passed on, or that it began after.
   * @type {string | null} */
  #passedOn = null;
  #isStarted = false;
  #isLeader = false;
  /** @type {(value?: any) => void} */
  #release = () => {};
  /** What came before `start`.
   * @type {{ events: StreamEvent[], after?: string | null }[]} */
  #early = [];
  /** @type {StreamEvent[]} */
  #batch = [];
  /** @type {number | undefined} */
  #batchTimer;
  /** @type {StreamStatus | null} */
  #status = null;

  /**
   * Listens at once, so that nothing is missed between the list that the tab loads and `start`.
   * @param {StreamOptions} options
   */
  constructor(options) {
    this.#options = options;
    this.#name = PREFIX + options.filter;
    this.#channel = new BroadcastChannel(this.#name);
    this.#channel.onmessage = ({ data }) => this.#heard(data);
    this.#standForLeader();
  }

  /**
   * Delivers what follows the event `resumeFrom`, each event once. A second call only moves that point: the connection
   * stays. A tab whose point is behind that of another tab's connection gets a gap in the place of what lies between.
   * @param {string | null} resumeFrom
   */
  start(resumeFrom) {
    const isFirst = !this.#isStarted;
    this.#isStarted = true;
    // What was delivered while the list was fetched anew does not come again.
    if (!isBehind(resumeFrom, this.#resumeFrom)) this.#resumeFrom = resumeFrom;
    // Of another run, nothing has been passed on that the list lacks.
    if (parseResumePoint(resumeFrom)?.epoch !== parseResumePoint(this.#passedOn)?.epoch) this.#passedOn = resumeFrom;
    if (!isFirst) return;
    if (this.#isLeader) this.#lead();
    else this.#channel.postMessage({ ask: 'status' });
    for (const { events, after } of this.#early.splice(0)) this.#passedHere(events, after);
  }

  retry() {
    if (this.#own) this.#own.retry();
    else this.#channel.postMessage({ ask: 'retry' });
  }

  close() {
    this.#abort.abort();
    this.#own?.stop();
    this.#own = null;
    clearTimeout(this.#batchTimer);
    this.#channel.close();
    this.#release();
  }

  #standForLeader() {
    if (!canShare()) {
      this.#isLeader = true;
      return;
    }
    const held = () =>
      new Promise((release) => {
        if (this.#abort.signal.aborted) return release(undefined);
        this.#release = release;
        this.#isLeader = true;
        if (this.#isStarted) this.#lead();
      });
    // Refused when the page closes the stream while it still waits for the lock.
    navigator.locks.request(this.#name, { signal: this.#abort.signal }, held).catch(() => {});
  }

  #lead() {
    this.#own = new EventStream({
      filter: this.#options.filter,
      holds: this.#options.holds,
      onEvent: (event) => this.#collect(event),
      onStatus: (status) => this.#tell(status),
    });
    this.#passedOn = this.#resumeFrom;
    this.#own.start(this.#resumeFrom);
  }

  /** @param {StreamEvent} event */
  #collect(event) {
    this.#batch.push(event);
    this.#batchTimer ??= setTimeout(() => this.#passOn(), BATCH_MILLISECONDS);
  }

  #passOn() {
    this.#batchTimer = undefined;
    const events = this.#batch.splice(0);
    this.#channel.postMessage({ events, after: this.#passedOn });
    this.#passedOn = lastIdOf(events) ?? this.#passedOn;
    this.#deliver(events);
  }

  /** @param {StreamStatus} status */
  #tell(status) {
    this.#status = status;
    this.#channel.postMessage({ status, after: this.#passedOn });
    this.#options.onStatus(status);
  }

  /** @param {{ events?: StreamEvent[], status?: StreamStatus, after?: string | null, ask?: 'status' | 'retry' }} message
   *   `after` is the event that the tab with the connection has passed on before */
  #heard({ events, status, after, ask }) {
    if (!canShare()) return;
    if (ask === 'status' && this.#status && this.#own) {
      this.#channel.postMessage({ status: this.#status, after: this.#passedOn });
    }
    if (ask === 'retry') this.#own?.retry();
    if (this.#isLeader) return;
    if (status) this.#options.onStatus(status);
    if (this.#isStarted) this.#passedHere(events ?? [], after);
    else if (events) this.#early.push({ events, after });
  }

  /** @param {StreamEvent[]} events @param {string | null} [after] */
  #passedHere(events, after) {
    if (after) this.#catchUp(after);
    this.#deliver(events);
  }

  /** The connection of another tab may have passed events on before this one listened, or while it slept.
   * @param {string} after  the last of them */
  #catchUp(after) {
    const [theirs, own] = [parseResumePoint(after), parseResumePoint(this.#resumeFrom)];
    if (theirs === null || own === null) return;
    if (theirs.epoch === own.epoch && theirs.number <= own.number) return;
    this.#resumeFrom = after;
    this.#options.onEvents([BEHIND]);
  }

  /** @param {StreamEvent[]} events */
  #deliver(events) {
    const fresh = events.filter((event) => !this.#isKnown(event));
    this.#resumeFrom = lastIdOf(fresh) ?? this.#resumeFrom;
    if (fresh.length > 0) this.#options.onEvents(fresh);
  }

  /**
   * An event that the tab's own list already contained. Only `invocation` counts: others keep the id of the last one.
   * @param {StreamEvent} event
   */
  #isKnown({ name, id }) {
    if (name !== 'invocation') return false;
    const event = parseResumePoint(id);
    const resume = parseResumePoint(this.#resumeFrom);
    return event !== null && resume !== null && event.epoch === resume.epoch && event.number <= resume.number;
  }
}

/** @param {StreamEvent[]} events */
const lastIdOf = (events) => events.findLast(({ id }) => id)?.id ?? null;

/** Whether a place comes before another one of the same run.
 * @param {string | null} place @param {string | null} other */
function isBehind(place, other) {
  const [one, two] = [parseResumePoint(place), parseResumePoint(other)];
  return one !== null && two !== null && one.epoch === two.epoch && one.number < two.number;
}
