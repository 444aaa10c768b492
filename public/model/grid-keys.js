// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// What a key means to a grid that has the focus.

/** @type {Record<string, (place: Place) => number>} */
const MOVES = {
  ArrowDown: ({ index }) => index + 1,
  ArrowUp: ({ index }) => index - 1,
  j: ({ index }) => index + 1,
  k: ({ index }) => index - 1,
  PageDown: ({ index, page }) => index + page,
  PageUp: ({ index, page }) => index - page,
  Home: () => 0,
  End: ({ count }) => count - 1,
};

/** @typedef {{ index: number, count: number, page: number, first: number }} Place
 *   `index` is that of the selected row or -1, `first` that of the first row on the screen */

/**
 * @param {KeyboardEvent} event
 * @param {Place} place
 * @returns {number | 'open' | null} the index to select, or that the selected row shall open, or that the key means
 *   nothing
 */
export function meaningOfGridKey(event, place) {
  if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return null;
  if (event.key === 'Enter') return 'open';
  const move = MOVES[event.key];
  if (!move || place.count === 0) return null;
  const isAbsolute = event.key === 'Home' || event.key === 'End';
  const wanted = place.index < 0 && !isAbsolute ? place.first : move(place);
  return Math.min(place.count - 1, Math.max(0, wanted));
}
