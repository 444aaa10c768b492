// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// For which calls the server records who called.

import { patternOf } from '../model/backtrace.js';

export class BacktraceChoice {
  #options;
  /** @type {BacktraceCapture | null} */
  #capture = null;
  /** @type {string | null} the run of the program that was asked */
  #asked = null;

  /** The choice has changed, or is known. */
  onChange = () => {};

  /** @param {{ api: Pick<import('./api.js').API, 'backtraces' | 'setBacktraces'>, epoch: () => string | null }} options
   *   `epoch` of the program that runs; null while it is not known */
  constructor(options) {
    this.#options = options;
  }

  /** Whether the calls of a requirement are chosen by name; null before the server was asked.
   * @param {Invocation} call */
  has(call) {
    return this.#capture?.selectors.includes(patternOf(call)) ?? null;
  }

  /** Asks the server, unless it was asked before. A program that was started anew records nothing at first. */
  loadOnce() {
    const { api, epoch } = this.#options;
    const present = epoch();
    if (present === null || present === this.#asked) return;
    this.#asked = present;
    this.#capture = null;
    const isCurrent = () => present === this.#asked;
    api.backtraces().then(
      (capture) => isCurrent() && this.#set(capture),
      () => isCurrent() && (this.#asked = null),
    );
  }

  /** Chooses the calls of a requirement, or no longer. The choice is read anew: others may have changed it.
   * @param {Invocation} call @param {boolean} isWanted */
  async choose(call, isWanted) {
    const pattern = patternOf(call);
    const { selectors } = await this.#options.api.backtraces();
    const others = selectors.filter((each) => each !== pattern);
    this.#set(await this.#options.api.setBacktraces({ selectors: isWanted ? [...others, pattern] : others }));
  }

  /** @param {BacktraceCapture} capture */
  #set(capture) {
    this.#capture = capture;
    this.onChange();
  }
}
