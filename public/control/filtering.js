// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// From what is typed into the filter box to the filter that holds: the server is asked first, and only what it
// accepts holds.

import { threadName } from '../model/call.js';
import { onlyRecent, validMemory, withSaved, withUse } from '../model/filter-memory.js';
import { narrowed, termValue, withTerm } from '../model/filter-tokens.js';
import { seenArgumentNames, seenArgumentValues } from '../model/seen-arguments.js';
import { parseRange, rangeValue } from '../model/timeline.js';
import { readPreference, writePreference } from './preferences.js';

const TIME_KEY = 'time';
const ARGUMENT_KEY = 'arg';
const ROWS_FOR_VALUES = 500;

const VALUES_OF = {
  selector: ({ selector }) => selector,
  protocol: ({ protocol }) => protocol,
  owner: ({ owner }) => owner,
  target: ({ target }) => target,
  thread: ({ thread }) => threadName(thread),
  path: ({ returnPath }) => returnPath,
  state: ({ state }) => state,
};

export class Filtering {
  #api;
  #box;
  #recentCalls;
  #onFilter;
  #help = [];
  #abort = new AbortController();
  #hasChangedSinceFocus = false;
  #isHelpAsked = false;
  #accepted = '';
  #memory = validMemory(readPreference('filters', null));

  /**
   * @param {object} options
   * @param {object} options.api
   * @param {(wiring: object) => object} options.createBox    makes the filter box
   * @param {(most: number) => object[]} options.recentCalls  calls whose values are worth completing
   * @param {(filter: string, isFirst: boolean) => void} options.onFilter  `isFirst` for the first change of a session
   *   of typing
   * @param {(anchor: HTMLElement) => void} options.onMenu    the menu of remembered filters is wanted
   */
  constructor({ api, createBox, recentCalls, onFilter, onMenu }) {
    this.#api = api;
    this.#recentCalls = recentCalls;
    this.#onFilter = onFilter;
    this.#box = createBox({
      help: () => this.#help,
      seenValues: (key) => this.#seenValues(key),
      seenNames: (key) => this.#seenNames(key),
      onApply: (text, isSettled) => void this.#apply(text, isSettled),
      onLeave: () => this.#remember(withUse(this.#memory, this.#accepted)),
      onMenu,
    });
    this.#box.element.addEventListener('focusin', () => this.#begin());
  }

  get box() {
    return this.#box;
  }

  get memory() {
    return { saved: this.#memory.saved, recent: onlyRecent(this.#memory) };
  }

  /** Shows the calls that pass a remembered filter. */
  recall(filter) {
    void this.#apply(filter, true);
  }

  keep(filter, isSaved) {
    this.#remember(withSaved(this.#memory, filter, isSaved));
  }

  /** Adds a term, or puts it into the place of the only one of its key. */
  narrow(filter, key, term) {
    void this.#apply(withTerm(filter, key, term), true);
  }

  /** Adds a term to whatever there is. */
  add(filter, term) {
    void this.#apply(narrowed(filter, term), true);
  }

  /** The range of time that a filter selects. @returns {{ from: number, to: number } | null} */
  rangeOf(filter) {
    return parseRange(termValue(filter, TIME_KEY));
  }

  /** Selects a range of time, or all of it. */
  narrowToRange(filter, range) {
    void this.#apply(withTerm(filter, TIME_KEY, range ? `${TIME_KEY}:${rangeValue(range.from, range.to)}` : null));
  }

  /** The same filter for all of the time. */
  withoutRange(filter) {
    return this.rangeOf(filter) ? withTerm(filter, TIME_KEY, null) : filter;
  }

  #begin() {
    this.#hasChangedSinceFocus = false;
    this.#isHelpAsked ||= Boolean(this.#loadHelp());
  }

  async #loadHelp() {
    const reply = await this.#api.filterHelp().catch(() => null);
    this.#help = reply?.items ?? [];
    this.#box.complete();
  }

  /** @param {boolean} [isSettled] whether the text is meant as it is, rather than on the way to something else */
  async #apply(text, isSettled = false) {
    this.#abort.abort();
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    try {
      const meaning = text === '' ? null : await this.#api.filter(text, signal);
      if (signal.aborted) return;
      this.#box.showMeaning(meaning?.words ?? '');
      this.#accepted = text;
      if (isSettled) this.#remember(withUse(this.#memory, text));
      this.#onFilter(text, !this.#hasChangedSinceFocus);
      this.#hasChangedSinceFocus = true;
    } catch (error) {
      if (!signal.aborted) this.#box.showError(error);
    }
  }

  #remember(memory) {
    this.#memory = memory;
    writePreference('filters', memory);
  }

  /** Names after a key that takes one: `arg.`, under each of the key's names. */
  #seenNames(key) {
    const { aliases = [] } = this.#help.find((entry) => entry.key === ARGUMENT_KEY) ?? {};
    if (![ARGUMENT_KEY, ...aliases].includes(key)) return [];
    return seenArgumentNames(this.#recentCalls(ROWS_FOR_VALUES));
  }

  #seenValues(key) {
    const [, name] = key.split(/\.(.*)/s);
    if (name !== undefined) return seenArgumentValues(this.#recentCalls(ROWS_FOR_VALUES), name).sort();
    const read = VALUES_OF[key];
    if (!read) return [];
    return [...new Set(this.#recentCalls(ROWS_FOR_VALUES).map(read))].filter((value) => typeof value === 'string')
      .sort();
  }
}
