// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// What the user has chosen for this browser, as opposed to the state of the page, which is in its address.

import { validChoice, validTimeChoice } from '../model/columns.js';

const PREFIX = 'delegate-inspector/';

/**
 * @param {string} name
 * @param {unknown} fallback when nothing is stored, or storage is forbidden
 * @returns {any}
 */
export function readPreference(name, fallback) {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? fallback : JSON.parse(text);
  } catch {
    return fallback;
  }
}

/** @param {string} name @param {unknown} value  null forgets the choice */
export function writePreference(name, value) {
  return store(name, value === null ? null : JSON.stringify(value));
}

/** @param {string} name @param {string | null} text @returns {boolean} whether it is stored */
function store(name, text) {
  try {
    if (text === null) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, text);
    return true;
  } catch {
    // A page without storage works; it only does not remember.
    return false;
  }
}

/** What the list of calls looks like. */
export class ListSettings {
  /** @param {import('../model/columns.js').ColumnShape[]} columns */
  constructor(columns) {
    this.columns = validChoice(readPreference('columns', {}), columns);
    /** What the time column counts from. */
    this.time = validTimeChoice(readPreference('time', null));
    /** Whether events of proxies stand between the calls. */
    this.events = readPreference('events', true) !== false;
  }

  /** @param {{ columns?: ListSettings['columns'], time?: ListSettings['time'], events?: boolean }} changes */
  change(changes) {
    Object.assign(this, changes);
    for (const [name, value] of Object.entries(changes)) writePreference(name, value);
  }
}

/** Null follows the system.
 * @typedef {import('../views/header-tools.js').Theme | null} ThemeChoice */

export const currentTheme = () => /** @type {ThemeChoice} */ (document.documentElement.dataset.theme ?? null);

/** @param {ThemeChoice} theme stored as plain text, because `theme-boot.js` reads it before any module runs */
export function setTheme(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  store('theme', theme);
}
