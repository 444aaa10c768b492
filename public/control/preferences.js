// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// What the user has chosen for this browser, as opposed to the state of the page, which is in its address.

const PREFIX = 'delegate-inspector/';

/**
 * @param {string} name
 * @param {unknown} fallback when nothing is stored, or storage is forbidden
 */
export function readPreference(name, fallback) {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? fallback : JSON.parse(text);
  } catch {
    return fallback;
  }
}

/** Null forgets the choice. */
export function writePreference(name, value) {
  try {
    if (value === null) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // A page without storage works; it only does not remember.
  }
}

/** @returns {'light' | 'dark' | null} null follows the system */
export function currentTheme() {
  return document.documentElement.dataset.theme ?? null;
}

/**
 * @param {'light' | 'dark' | null} theme stored as plain text, because `theme-boot.js` reads it before any module
 * runs
 */
export function setTheme(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  try {
    if (theme) localStorage.setItem(`${PREFIX}theme`, theme);
    else localStorage.removeItem(`${PREFIX}theme`);
  } catch {
    // See above.
  }
}
