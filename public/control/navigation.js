// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The state of the page and its copy in the address. Steps that a person would want to take back get an entry in the
// history; steps such as moving the selection only rewrite the present one.

import { fragmentFromState, stateFromFragment } from '../model/page-state.js';

/** @typedef {import('../model/page-state.js').PageState} PageState */

const REFUSED_MILLISECONDS = 1000;

export class Navigation {
  #state = stateFromFragment(location.hash);
  #onChange;
  #timer = 0;
  #isPushRefused = false;

  /** @param {(state: PageState, previous: PageState) => void} onChange */
  constructor(onChange) {
    this.#onChange = onChange;
    addEventListener('hashchange', () => this.#returned());
  }

  get state() {
    return this.#state;
  }

  /** A step that the back button takes back.
   * @param {Partial<PageState>} changes */
  go(changes) {
    this.#change(changes, 'pushState');
  }

  /** A step that is not worth an entry in the history.
   * @param {Partial<PageState>} changes */
  replace(changes) {
    this.#change(changes, 'replaceState');
  }

  /** Address of the page in another state, without a token or anything else but the fragment.
   * @param {Partial<PageState>} changes */
  addressOf(changes) {
    const fragment = fragmentFromState({ ...this.#state, ...changes });
    return `${location.origin}${location.pathname}${fragment ? `#${fragment}` : ''}`;
  }

  /** @param {Partial<PageState>} changes @param {'pushState' | 'replaceState'} method */
  #change(changes, method) {
    const previous = this.#state;
    this.#state = { ...previous, ...changes };
    if (fragmentFromState(this.#state) === fragmentFromState(previous)) return;
    this.#write(method);
    this.#onChange(this.#state, previous);
  }

  /** Browsers refuse steps that come too fast, as a key that is held down makes them: more than 200 in 10 s. Firefox
   * says so, Chromium does nothing. The page goes on, and the address follows.
   * @param {'pushState' | 'replaceState'} method */
  #write(method) {
    clearTimeout(this.#timer);
    // A step that waits to be noted is not to change the entry before it.
    if (this.#isPushRefused) method = 'pushState';
    const fragment = fragmentFromState(this.#state);
    const step = Number(history.state) + 1;
    try {
      history[method](step, '', `${location.pathname}${location.search}${fragment ? `#${fragment}` : ''}`);
    } catch {
      // Below.
    }
    const isRefused = history.state !== step;
    this.#isPushRefused = isRefused && method === 'pushState';
    if (isRefused) this.#timer = setTimeout(() => this.#write(method), REFUSED_MILLISECONDS);
  }

  #returned() {
    clearTimeout(this.#timer);
    this.#isPushRefused = false;
    const previous = this.#state;
    this.#state = stateFromFragment(location.hash);
    this.#onChange(this.#state, previous);
  }
}
