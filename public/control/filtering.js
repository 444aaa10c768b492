// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// From what is typed into the filter box to the filter that holds: the server is asked first, and only what it
// accepts holds.

import { seenArgumentNames, seenArgumentValues } from '../model/filter-completion.js';
import { onlyRecent, validMemory, withSaved, withUse } from '../model/filter-memory.js';
import { narrowed, termValue, withTerm } from '../model/filter-tokens.js';
import { serviceText } from '../model/process-name.js';
import { parseRange, rangeValue } from '../model/timeline.js';
import { FilterBox } from '../views/filter-box.js';
import { readPreference, writePreference } from './preferences.js';

const TIME_KEY = 'time';
const ARGUMENT_KEY = 'arg';
const ROWS_FOR_VALUES = 500;

/** @type {Record<string, (call: Invocation) => string | null>} */
const VALUES_OF = {
  selector: ({ selector }) => selector,
  protocol: ({ protocol }) => protocol,
  owner: ({ owner }) => owner || null,
  target: ({ target }) => target,
  // What the list calls a thread is made for reading; the server compares with its name and its number.
  thread: ({ thread }) => thread && (thread.isMain ? 'main' : thread.name || String(thread.id)),
  path: ({ returnPath }) => returnPath,
  state: ({ state }) => state,
  service: ({ process }) => (process ? serviceText(process) : null),
  host: ({ process }) => process?.host ?? null,
  process: ({ process }) => (process ? String(process.id) : null),
};

/**
 * @typedef {import('../model/filter-memory.js').FilterMemory} FilterMemory
 *
 * @typedef {Pick<import('../app.js').Parts, 'api' | 'navigation' | 'server'> & {
 *   recentCalls: (most: number) => Invocation[],
 *   onMenu: (anchor: HTMLElement) => void,
 * }} FilteringParts  `recentCalls` have values that are worth completing; `onMenu` is for remembered filters
 */

export class Filtering {
  #parts;
  #box;
  /** @type {FilterKey[]} */
  #help = [];
  #abort = new AbortController();
  /** @type {string | null} what a click asked for, while the server looks at it */
  #asked = null;
  #hasChangedSinceFocus = false;
  #isHelpAsked = false;
  #accepted = '';
  /** Stands in where the browser stores nothing, or has no room any more. */
  #memory = validMemory(null);
  #isStored = true;

  /** @param {FilteringParts} parts */
  constructor(parts) {
    this.#parts = parts;
    this.#box = new FilterBox({
      help: () => this.#help,
      seenValues: (key) => this.#seenValues(key),
      seenNames: (key) => this.#seenNames(key),
      onApply: (text, isSettled) => void this.#apply(text, { isSettled, isTyped: true }),
      onLeave: () => this.#remember((memory) => withUse(memory, this.#accepted)),
      onMenu: parts.onMenu,
    });
    this.#box.element.addEventListener('focusin', () => this.#begin());
  }

  get box() {
    return this.#box;
  }

  /** What another filter box completes from. */
  get completion() {
    return {
      help: () => this.#help,
      seenValues: (/** @type {string} */ key) => this.#seenValues(key),
      seenNames: (/** @type {string} */ key) => this.#seenNames(key),
    };
  }

  /** Asks once for the keys that filters have. */
  async loadHelp() {
    if (this.#isHelpAsked) return;
    this.#isHelpAsked = true;
    await this.#loadHelp();
  }

  get memory() {
    const memory = this.#stored;
    return { saved: memory.saved, recent: onlyRecent(memory) };
  }

  /** What is remembered now; another tab may have changed it. */
  get #stored() {
    return this.#isStored ? validMemory(readPreference('filters', this.#memory)) : this.#memory;
  }

  /** Whether there is a filter. */
  get isAvailable() {
    return this.#parts.server.has('filter');
  }

  /** The filter that holds, as far as the server has one. */
  get present() {
    return this.isAvailable ? this.#text : '';
  }

  /** The filter as the address has it. */
  get #text() {
    return this.#parts.navigation.state.filter;
  }

  /** The filter of the last click, which the next one changes even if the server has not answered yet. */
  get #latest() {
    return this.#asked ?? this.#text;
  }

  /** Shows the calls that pass a remembered filter.
   * @param {string} filter */
  recall(filter) {
    void this.#apply(filter);
  }

  /** @param {string} filter @param {boolean} isSaved */
  keep(filter, isSaved) {
    this.#remember((memory) => withSaved(memory, filter, isSaved));
  }

  /** Adds a term, or puts it into the place of the only one of its key.
   * @param {string} key @param {string | null} term  null takes that one away
   * @param {{ key: string, term: string }} [within]  what the term only means something together with */
  narrow(key, term, within) {
    const filter = withTerm(this.#latest, key, term);
    void this.#apply(within ? withTerm(filter, within.key, within.term) : filter);
  }

  /** Adds a term to whatever there is.
   * @param {string} term */
  add(term) {
    void this.#apply(narrowed(this.#latest, term));
  }

  /** The range of time that the filter selects. */
  get range() {
    return parseRange(termValue(this.#text, TIME_KEY));
  }

  /** Selects a range of time, or all of it.
   * @param {{ from: number, to: number } | null} range  microseconds */
  narrowToRange(range) {
    this.narrow(TIME_KEY, range && `${TIME_KEY}:${rangeValue(range.from, range.to)}`);
  }

  /** The same filter for all of the time. */
  get withoutRange() {
    return this.range ? withTerm(this.present, TIME_KEY, null) : this.present;
  }

  #begin() {
    this.#hasChangedSinceFocus = false;
    void this.loadHelp();
  }

  async #loadHelp() {
    const reply = await this.#parts.api.filterHelp().catch(() => null);
    this.#help = reply?.items ?? [];
    this.#box.complete();
  }

  /**
   * @param {string} text
   * @param {{ isSettled: boolean, isTyped: boolean }} way  `isSettled` is what is meant as it is, rather than on the way
   *   to another; `isTyped` in the box
   */
  async #apply(text, { isSettled, isTyped } = { isSettled: true, isTyped: false }) {
    this.#abort.abort();
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    this.#asked = isTyped ? null : text;
    try {
      const meaning = text === '' ? null : await this.#parts.api.filter(text, signal);
      if (signal.aborted) return;
      this.#asked = null;
      this.#box.showMeaning(meaning?.words ?? '');
      // One step back leads to the filter before all that was typed in one go, or before one click. What is typed after
      // such a step begins anew.
      const isSameStep = isTyped && this.#hasChangedSinceFocus && this.#text === this.#accepted;
      this.#accepted = text;
      if (isSettled) this.#remember((memory) => withUse(memory, text));
      this.#parts.navigation[isSameStep ? 'replace' : 'go']({ filter: text });
      this.#hasChangedSinceFocus = isTyped;
    } catch (error) {
      if (signal.aborted) return;
      this.#asked = null;
      this.#box.showError(/** @type {import('../net/api.js').APIError} */ (error));
    }
  }

  /** @param {(memory: FilterMemory) => FilterMemory} change */
  #remember(change) {
    const stored = this.#stored;
    this.#memory = change(stored);
    if (JSON.stringify(this.#memory) !== JSON.stringify(stored)) {
      this.#isStored = writePreference('filters', this.#memory);
    }
  }

  /** Names after a key that takes one: `arg.`, under each of the key's names.
   * @param {string} key */
  #seenNames(key) {
    const help = this.#help.find((entry) => entry.key === ARGUMENT_KEY);
    if (![ARGUMENT_KEY, ...(help?.aliases ?? [])].includes(key)) return [];
    return seenArgumentNames(this.#parts.recentCalls(ROWS_FOR_VALUES));
  }

  /** @param {string} key  `arg.name` too */
  #seenValues(key) {
    const calls = this.#parts.recentCalls(ROWS_FOR_VALUES);
    const [, name] = key.split(/\.(.*)/s);
    if (name !== undefined) return seenArgumentValues(calls, name).sort();
    const read = VALUES_OF[key];
    return read ? [...new Set(calls.flatMap((call) => read(call) ?? []))].sort() : [];
  }
}
