// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Which rows of a table are selected where several can be: a click selects one, with Control it adds or takes away one,
// with Shift it selects up to it.

/**
 * @typedef {'only' | 'toggle' | 'range' | 'all'} Picking
 * `anchor` is where a range begins.
 * @typedef {{ keys: ReadonlySet<unknown>, anchor: unknown }} Selection
 */

/** @type {Selection} */
export const NOTHING_SELECTED = { keys: new Set(), anchor: null };

/** @type {Record<Picking, (selection: Selection, key: unknown, order: unknown[]) => Selection>} */
const PICKINGS = {
  only: (_, key) => ({ keys: new Set([key]), anchor: key }),
  toggle({ keys }, key) {
    const next = new Set(keys);
    if (!next.delete(key)) next.add(key);
    return { keys: next, anchor: key };
  },
  range({ anchor }, key, order) {
    const [place, start] = [order.indexOf(key), order.indexOf(anchor)];
    if (start < 0) return { keys: new Set([key]), anchor: key };
    const [first, last] = [Math.min(place, start), Math.max(place, start)];
    return { keys: new Set(order.slice(first, last + 1)), anchor };
  },
  all: ({ anchor }, _, order) => ({ keys: new Set(order), anchor }),
};

/**
 * @param {Selection} selection
 * @param {Picking} picking
 * @param {unknown} key   of the row that was clicked, or that the keyboard leads to
 * @param {unknown[]} order  keys of all rows as they are shown
 */
export const withPicked = (selection, picking, key, order) => PICKINGS[picking](selection, key, order);

/** Only what is still there.
 * @param {Selection} selection @param {unknown[]} order @returns {Selection} */
export function pruned(selection, order) {
  const present = new Set(order);
  if ([...selection.keys].every((key) => present.has(key))) return selection;
  return { ...selection, keys: new Set([...selection.keys].filter((key) => present.has(key))) };
}
