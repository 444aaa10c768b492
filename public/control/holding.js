// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The held calls: from the stream and the server to the strip above the list, and a person's decisions back.

import { callName } from '../model/call-line.js';
import { HeldCalls } from '../model/held-calls.js';
import { placeOfRefusal } from '../model/held-decision.js';
import { formatQuantity } from '../model/format.js';
import { refusalText } from '../model/rules.js';
import { APIError } from '../net/api.js';

const TICK_MILLISECONDS = 100;
/** An answer that comes so long after the deadline was lost. */
const OVERDUE_MILLISECONDS = 1000;
/** The server releases what is held so long after the last stream has ended. */
const GRACE_MILLISECONDS = 5000;

/**
 * @typedef {{ message: string, member: string | null, position: number | null }} DecisionProblem
 *
 * @typedef {object} HoldingOptions
 * @property {Pick<import('../net/api.js').API, 'held' | 'release' | 'releaseAll'>} api
 * @property {() => number} now  milliseconds of a steady clock
 * @property {(text: string) => void} say
 * @property {(text: string) => void} announce  reads out
 * @property {() => void} onChange
 */
export class Holding {
  calls = new HeldCalls();
  #options;
  #timer = 0;
  #clearTimer = 0;
  #isLoading = false;
  /** Whether the calls were forgotten because there is no connection. Nobody would tell when they are released. */
  #isAway = false;

  /** @param {HoldingOptions} options */
  constructor(options) {
    this.#options = options;
  }

  get #now() {
    return this.#options.now();
  }

  /** @param {string} name @param {any} data */
  heard(name, data) {
    if (name === 'held') this.#announce(this.calls.arrived(data, this.#now) ? [data] : []);
    else this.calls.released(data, this.#now);
    this.#changed();
  }

  /** Asks the server which calls are held. */
  async load() {
    if (this.#isLoading || this.#isAway) return;
    this.#isLoading = true;
    const asked = this.#now;
    const reply = await this.#options.api.held().catch(() => null);
    this.#isLoading = false;
    if (!reply || this.#isAway) return;
    this.#announce(this.calls.replace(reply.items, asked, this.#now));
    this.#changed();
  }

  /** The server counts other ones than the page, for whatever reason.
   * @param {Status | null} status */
  statusChanged(status) {
    if (status?.rules && status.rules.held !== this.calls.waiting.length) void this.load();
  }

  /** What is held is not known without a connection. For as long as the server waits for another one, the calls stay, and
   * with them what somebody is writing. */
  disconnected() {
    this.#clearTimer ||= Number(
      setTimeout(() => {
        this.#isAway = true;
        this.clear();
      }, GRACE_MILLISECONDS),
    );
  }

  /** What happened before is not in the stream.
   * @param {boolean} canHold  whether the server can hold calls */
  connected(canHold) {
    this.#isAway = false;
    this.#keep();
    if (canHold) void this.load();
  }

  /** Another run has other calls. */
  clear() {
    this.#keep();
    this.calls.clear();
    this.#changed();
  }

  #keep() {
    clearTimeout(this.#clearTimer);
    this.#clearTimer = 0;
  }

  /**
   * @param {number} id @param {HeldDecision} decision
   * @returns {Promise<DecisionProblem | null>} what is wrong with it; the call is held still
   */
  async decide(id, decision) {
    this.calls.setDeciding(id, true);
    try {
      await this.#options.api.release(id, decision);
      this.calls.decided(id);
      return null;
    } catch (error) {
      this.calls.setDeciding(id, false);
      return this.#refused(id, decision, error);
    } finally {
      this.#changed();
    }
  }

  async releaseAll() {
    const waiting = this.calls.waiting.map(({ held }) => held.id);
    for (const id of waiting) this.calls.setDeciding(id, true);
    try {
      const { released } = await this.#options.api.releaseAll();
      for (const id of waiting) this.calls.decided(id);
      this.#options.say(`${formatQuantity(released, 'call')} released`);
    } catch (error) {
      for (const id of waiting) this.calls.setDeciding(id, false);
      this.#options.say(error instanceof APIError ? refusalText(error) : String(error));
    }
    this.#changed();
  }

  /** @param {number} id @param {HeldDecision} decision @param {unknown} error @returns {DecisionProblem | null} */
  #refused(id, decision, error) {
    if (!(error instanceof APIError)) throw error;
    const { problem } = error;
    if (error.code === 'alreadyReleased' || error.code === 'unknownHeld') {
      // The other decision was taken for this one, if it was heard of first.
      if (!this.calls.rowWith(id)) this.#options.say(refusalText(error));
      this.calls.released({ id, by: problem.by, action: problem.action }, this.#now);
      return null;
    }
    const member = problem.member ?? null;
    // Other positions are in the body of the request.
    const position = error.code === 'invalidValue' ? placeOfRefusal(decision, member, error.position) : null;
    return { message: refusalText(error), member, position };
  }

  /** @param {Held[]} held */
  #announce(held) {
    if (held.length === 0) return;
    const [{ call, rule }] = held;
    const { announce } = this.#options;
    if (held.length === 1) announce(`Call held by rule ${rule}: ${callName(call)}. Press h to decide.`);
    else announce(`${held.length} calls held. Press h to decide.`);
  }

  #changed() {
    if (this.calls.rows.length === 0) {
      clearInterval(this.#timer);
      this.#timer = 0;
    } else this.#timer ||= Number(setInterval(() => this.#tick(), TICK_MILLISECONDS));
    this.#options.onChange();
  }

  #tick() {
    const now = this.#now;
    this.calls.expire(now);
    if ((this.calls.nextDeadline ?? Infinity) + OVERDUE_MILLISECONDS < now) void this.load();
    this.#changed();
  }
}
