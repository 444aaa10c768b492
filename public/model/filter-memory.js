// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The filters that somebody wants again: those that were used last, and those that were kept on purpose.

/** @typedef {{ recent: string[], saved: string[] }} FilterMemory  both with the newest first, none twice */

const MOST_RECENT = 12;
const MOST_SAVED = 50;
const LONGEST = 2000;

/** @param {unknown} list @returns {string[]} */
const texts = (list) =>
  Array.isArray(list) ? list.filter((text) => typeof text === 'string' && text !== '' && text.length <= LONGEST) : [];

/** Reads what was stored, whatever it is.
 * @param {any} stored @returns {FilterMemory} */
export function validMemory(stored) {
  return { recent: texts(stored?.recent).slice(0, MOST_RECENT), saved: texts(stored?.saved).slice(0, MOST_SAVED) };
}

/** @param {string[]} list @param {string} text @param {number} most */
const infront = (list, text, most) => [text, ...list.filter((other) => other !== text)].slice(0, most);

/** The filter was used.
 * @param {FilterMemory} memory @param {string} filter */
export function withUse(memory, filter) {
  return filter === '' || filter.length > LONGEST
    ? memory
    : { ...memory, recent: infront(memory.recent, filter, MOST_RECENT) };
}

/** The filter shall be kept, or no longer.
 * @param {FilterMemory} memory @param {string} filter @param {boolean} isSaved */
export function withSaved(memory, filter, isSaved) {
  if (!isSaved) return { ...memory, saved: memory.saved.filter((other) => other !== filter) };
  return filter === '' ? memory : { ...memory, saved: infront(memory.saved, filter, MOST_SAVED) };
}

/** Recent filters that are not among the saved ones.
 * @param {FilterMemory} memory */
export function onlyRecent({ recent, saved }) {
  return recent.filter((filter) => !saved.includes(filter));
}
