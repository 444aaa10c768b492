// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Calls as boxes over time, one lane for each thread, nested calls below the calls that made them.

import { derivedOf, threadName } from './call.js';

/**
 * @typedef {{ call: object, from: number, to: number, level: number }} Box  microseconds since 1970
 * @typedef {{ id: string, name: string, isMain: boolean, levels: number, boxes: Box[] }} Lane
 */

/**
 * @param {object[]} calls in the order of their start
 * @param {number} now  microseconds, where the boxes of running calls end
 * @returns {Lane[]} the main thread first, then by the time of the first call
 */
export function flameLanes(calls, now) {
  const lanes = new Map();
  for (const call of calls) {
    const { start } = derivedOf(call);
    if (start === null || call.kind === 'gap') continue;
    const lane = laneOf(lanes, call.thread ?? { id: 0 });
    const to = call.durationNanoseconds === null ? Math.max(now, start) : start + call.durationNanoseconds / 1000;
    const level = levelOf(lane, start, to);
    lane.boxes.push({ call, from: start, to, level });
    lane.ends[level] = to;
    lane.levels = Math.max(lane.levels, level + 1);
  }
  return [...lanes.values()]
    .map(({ ends: _, ...lane }) => lane)
    .sort((left, right) => right.isMain - left.isMain || left.boxes[0].from - right.boxes[0].from);
}

function laneOf(lanes, thread) {
  const id = String(thread.id);
  if (!lanes.has(id)) {
    lanes.set(id, { id, name: threadName(thread), isMain: thread.isMain === true, levels: 0, boxes: [], ends: [] });
  }
  return lanes.get(id);
}

/**
 * The level at which a call lies: below all calls of its thread that are still open when it starts. Recorded depth
 * does not serve, because a parent may be missing from the list; and asynchronous calls of one thread may overlap
 * without nesting.
 */
function levelOf({ ends }, start) {
  let level = 0;
  while (level < ends.length && ends[level] > start) level += 1;
  return level;
}

/** The whole time that the lanes cover. @returns {{ from: number, to: number } | null} */
export function flameExtent(lanes) {
  let from = Infinity;
  let to = -Infinity;
  for (const { boxes } of lanes) {
    for (const box of boxes) {
      from = Math.min(from, box.from);
      to = Math.max(to, box.to);
    }
  }
  return from <= to ? { from, to: Math.max(to, from + 1) } : null;
}

/**
 * @param {{ from: number, to: number }} view
 * @param {number} factor below 1 zooms in
 * @param {number} center the instant that stays where it is
 * @param {{ from: number, to: number }} extent
 */
export function zoomed(view, factor, center, extent) {
  const whole = Math.max(1, extent.to - extent.from);
  const span = Math.min(whole * 1.2, Math.max(1, (view.to - view.from) * factor));
  const share = (center - view.from) / (view.to - view.from);
  return panned({ from: center - share * span, to: center + (1 - share) * span }, 0, extent);
}

/** Moves a view by microseconds, but not so far that nothing is left to see. */
export function panned(view, distance, extent) {
  const span = view.to - view.from;
  const margin = span * 0.1;
  const lowest = extent.from - margin;
  const highest = Math.max(lowest, extent.to + margin - span);
  const from = Math.min(highest, Math.max(lowest, view.from + distance));
  return { from, to: from + span };
}
