// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Finding calls in a flame chart by their name.

/**
 * @param {import('./flame-layout.js').Lane[]} lanes
 * @param {string} query  part of a selector or of a protocol, in any case; empty finds nothing
 * @returns {import('./flame-layout.js').Box[]} in the order of their start
 */
export function foundBoxes(lanes, query) {
  const wanted = query.trim().toLowerCase();
  if (wanted === '') return [];
  const names = new Map();
  const isFound = ({ call: { protocol, selector } }) => {
    const name = `${protocol}.${selector}`;
    if (!names.has(name)) names.set(name, name.toLowerCase().includes(wanted));
    return names.get(name);
  };
  return lanes.flatMap(({ boxes }) => boxes.filter(isFound)).sort((left, right) => left.from - right.from);
}

/**
 * The box that a step leads to, around the ends.
 * @param {import('./flame-layout.js').Box[]} boxes
 * @param {string | null} id of the call that one comes from
 * @param {1 | -1} step
 */
export function nextFound(boxes, id, step) {
  if (boxes.length === 0) return null;
  const place = boxes.findIndex(({ call }) => call.id === id);
  if (place < 0) return step > 0 ? boxes[0] : boxes.at(-1);
  return boxes[(place + step + boxes.length) % boxes.length];
}
