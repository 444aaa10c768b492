// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Calls as boxes over time, one lane for each thread, nested calls below the calls that made them. An asynchronous call
// runs in parts, on whatever thread is free: it is one box from its start to its end, in a lane of its own.

import { derivedOf, threadName } from './call.js';

/**
 * @typedef {{ call: object, from: number, to: number, level: number }} Box  microseconds since 1970
 * @typedef {{ id: string, name: string, isMain: boolean, levels: number, boxes: Box[] }} Lane
 */

const ASYNC_LANE = 'async';

/**
 * @param {object[]} calls in the order of their start
 * @param {number} now  microseconds, where the boxes of running calls end
 * @returns {Lane[]} the main thread first, then asynchronous calls, then threads by the time of their first call
 */
export function flameLanes(calls, now) {
  const boxes = calls.filter(({ kind }) => kind !== 'gap').map((call) => boxOf(call, now)).filter(Boolean);
  const suspended = suspendedCalls(boxes);
  const lanes = new Map();
  for (const box of boxes) {
    const lane = suspended.has(box.call) ? asyncLane(lanes) : threadLane(lanes, box.call.thread ?? { id: 0 });
    lane.boxes.push({ ...box, level: levelOf(lane, box.from) });
    const { level } = lane.boxes.at(-1);
    lane.ends[level] = box.to;
    lane.levels = Math.max(lane.levels, level + 1);
  }
  return [...lanes.values()]
    .map(({ ends: _, ...lane }) => lane)
    .sort((left, right) => rankOf(left) - rankOf(right) || left.boxes[0].from - right.boxes[0].from);
}

const rankOf = ({ id, isMain }) => (isMain ? 0 : id === ASYNC_LANE ? 1 : 2);

function boxOf(call, now) {
  const { start } = derivedOf(call);
  if (start === null) return null;
  const to = call.durationNanoseconds === null ? Math.max(now, start) : start + call.durationNanoseconds / 1000;
  return { call, from: start, to };
}

/**
 * Calls that had left their thread before they ended: another call began there in the meantime, and they did not make
 * it. A record that tells nothing of parents proves nothing.
 * @returns {Set<object>}
 */
function suspendedCalls(boxes) {
  const open = new Map();
  const suspended = new Set();
  for (const box of boxes) {
    const thread = box.call.thread?.id ?? 0;
    const around = (open.get(thread) ?? []).filter(({ to }) => to > box.from);
    const { parent } = box.call;
    if (parent !== undefined) {
      const place = around.findIndex(({ call }) => call.id === parent);
      for (const { call } of around.slice(place + 1)) suspended.add(call);
    }
    open.set(thread, [...around.filter(({ call }) => !suspended.has(call)), box]);
  }
  return suspended;
}

function lane(lanes, id, more) {
  if (!lanes.has(id)) lanes.set(id, { id, isMain: false, levels: 0, boxes: [], ends: [], ...more });
  return lanes.get(id);
}

const asyncLane = (lanes) => lane(lanes, ASYNC_LANE, { name: 'Asynchronous calls, over all threads' });

const threadLane = (lanes, thread) =>
  lane(lanes, String(thread.id), { name: threadName(thread), isMain: thread.isMain === true });

/**
 * The level at which a call lies: below all calls of its lane that are still open when it starts. Recorded depth does
 * not serve, because a parent may be missing from the list.
 */
function levelOf({ ends }, start) {
  let level = 0;
  while (level < ends.length && ends[level] > start) level += 1;
  return level;
}

/** The same lanes on another scale of time. @param {Lane[]} lanes @param {(instant: number) => number} place */
export function rescaled(lanes, place) {
  return lanes.map((each) => ({
    ...each,
    boxes: each.boxes.map((box) => ({ ...box, from: place(box.from), to: place(box.to) })),
  }));
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

/**
 * A view after its window on the map was dragged.
 * @param {'from' | 'to' | 'whole'} part  the edge or all of it
 */
export function dragged(view, part, distance, extent) {
  if (part === 'whole') return panned(view, distance, extent);
  const shortest = Math.min(1, view.to - view.from);
  const within = (instant) => Math.min(extent.to, Math.max(extent.from, instant));
  if (part === 'from') return { from: Math.min(within(view.from + distance), view.to - shortest), to: view.to };
  return { from: view.from, to: Math.max(within(view.to + distance), view.from + shortest) };
}
