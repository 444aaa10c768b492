// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Calls as boxes over time, one lane for each thread, nested calls below the calls that made them. An asynchronous call
// runs in parts, on whatever thread is free: it is one box from its start to its end, in a lane of its own.

import { derivedOf, threadName } from './call.js';
import { compareCalls, epochOf } from './call-order.js';
import { eventTime } from './event-list.js';
import { processName } from './process-name.js';

/**
 * @typedef {{ from: number, to: number }} Span  microseconds
 * @typedef {Span & { call: Invocation, level: number }} Box  since 1970
 * `process` is the epoch of a process of a fleet; empty in a list of one process.
 * @typedef {{ id: string, name: string, process: string, isMain: boolean, levels: number, boxes: Box[] }} Lane
 * @typedef {{ at: number, event: ProxyEvent }} Marker  an event of a proxy
 */

const ASYNC_LANE = 'async';
/** Microseconds that the first of two calls, one after the other, may seem to end too late: starts are rounded to them,
 * durations are not. */
const RESOLUTION = 1;

/** Calls and those that still run, which a list of ended calls may lack.
 * @param {Invocation[]} calls @param {Invocation[]} running @returns {Invocation[]} in the order of their start */
export function withRunning(calls, running) {
  const known = new Set(calls.map(({ id }) => id));
  const added = running.filter(({ id }) => !known.has(id));
  return added.length === 0 ? calls : [...calls, ...added].sort(compareCalls);
}

/** What is busy in a chart: a call that runs for minutes begins and goes on, but does not fill the time between.
 * @param {Lane[]} lanes @returns {Span[]} */
export const busySpans = (lanes) =>
  lanes.flatMap(({ boxes }) =>
    boxes.flatMap(({ call, from, to }) =>
      call.durationNanoseconds === null ? [{ from, to: from }, { from: to, to }] : [{ from, to }]
    )
  );

/**
 * @param {Invocation[]} calls in the order of their start
 * @param {number} now  microseconds, where the boxes of running calls end
 * @returns {Lane[]} the main thread first, then asynchronous calls, then threads by the time of their first call; in a
 *   fleet process by process, by the time of their first call
 */
export function flameLanes(calls, now) {
  const boxes = calls.flatMap((call) => boxOf(call, now) ?? []);
  const suspended = suspendedCalls(boxes);
  /** @type {Lanes} */
  const lanes = new Map();
  for (const box of boxes) {
    const lane = suspended.has(box.call) ? asyncLane(lanes, box.call) : threadLane(lanes, box.call);
    const level = levelOf(lane, box);
    lane.boxes.push({ ...box, level });
    lane.levelsById.set(box.call.id, level);
    lane.ends[level] = box.to;
    lane.levels = Math.max(lane.levels, level + 1);
  }
  const processes = [...new Set(boxes.map(({ call }) => processOf(call)))];
  /** @param {Lane} lane */
  const turn = ({ process }) => processes.indexOf(process);
  return [...lanes.values()]
    .map(({ ends: _, levelsById: __, ...lane }) => lane)
    .sort((left, right) =>
      turn(left) - turn(right) || rankOf(left) - rankOf(right) || left.boxes[0].from - right.boxes[0].from
    );
}

/** Threads of different processes may have the same number.
 * @param {Invocation} call */
const processOf = (call) => (call.process ? epochOf(call.id) : '');

/** @param {Invocation} call */
const threadKey = (call) => laneId(call, String(call.thread?.id ?? 0));

/** @param {Invocation} call @param {string} id  of a lane of its process */
const laneId = (call, id) => (call.process ? `${processOf(call)}/${id}` : id);

/** @param {Lane} lane */
const rankOf = ({ id, isMain }) => (isMain ? 0 : id.endsWith(ASYNC_LANE) ? 1 : 2);

/** @param {Invocation} call @param {number} now */
function boxOf(call, now) {
  const { start } = derivedOf(call);
  if (start === null) return null;
  const to = call.durationNanoseconds === null ? Math.max(now, start) : start + call.durationNanoseconds / 1000;
  return { call, from: start, to };
}

/**
 * Calls that had left their thread before they ended: another call began there in the meantime, and they did not make
 * it. A record that tells nothing of parents proves nothing.
 * @param {Omit<Box, 'level'>[]} boxes
 * @returns {Set<Invocation>}
 */
function suspendedCalls(boxes) {
  /** @type {Map<string, Omit<Box, 'level'>[]>} */
  const open = new Map();
  const suspended = new Set();
  for (const box of boxes) {
    const thread = threadKey(box.call);
    const { parent } = box.call;
    /** @param {Omit<Box, 'level'>} earlier */
    const isOpen = ({ call, to }) => to > box.from + (call.id === parent ? -RESOLUTION : RESOLUTION);
    const around = (open.get(thread) ?? []).filter(isOpen);
    if (parent !== undefined) {
      const place = around.findIndex(({ call }) => call.id === parent);
      for (const { call } of around.slice(place + 1)) suspended.add(call);
    }
    open.set(thread, [...around.filter(({ call }) => !suspended.has(call)), box]);
  }
  return suspended;
}

/** @typedef {{ ends: number[], levelsById: Map<string, number> }} Levels  `ends` of the last box of each level
 * @typedef {Map<string, Lane & Levels>} Lanes */

/** @param {Lanes} lanes @param {Invocation} call  the first of the lane
 * @param {string} id @param {string} name @param {boolean} isMain */
function laneWith(lanes, call, id, name, isMain) {
  const known = lanes.get(id);
  if (known) return known;
  const title = call.process ? `${processName(call.process)} · ${name}` : name;
  /** @type {Lane & Levels} */
  const lane = {
    id,
    name: title,
    process: processOf(call),
    isMain,
    levels: 0,
    boxes: [],
    ends: [],
    levelsById: new Map(),
  };
  lanes.set(id, lane);
  return lane;
}

/** @param {Lanes} lanes @param {Invocation} call */
const asyncLane = (lanes, call) =>
  laneWith(lanes, call, laneId(call, ASYNC_LANE), 'Asynchronous calls, over all threads', false);

/** @param {Lanes} lanes @param {Invocation} call */
const threadLane = (lanes, call) =>
  laneWith(lanes, call, threadKey(call), threadName(call.thread), call.thread?.isMain === true);

/**
 * The level at which a call lies: below its parent, and below all calls of its lane that are still open when it starts.
 * Recorded depth does not serve, because a parent may be missing from the list; then the times alone have to tell.
 * @param {Levels} lane @param {Omit<Box, 'level'>} box
 */
function levelOf({ ends, levelsById }, { call: { parent }, from }) {
  const above = levelsById.get(parent ?? '') ?? -1;
  const isExact = parent === undefined || (parent !== null && above < 0);
  let level = above + 1;
  while (level < ends.length && ends[level] > from + (isExact ? 0 : RESOLUTION)) level += 1;
  return level;
}

/** The same lanes on another scale of time.
 * @param {Lane[]} lanes @param {(instant: number) => number} place */
export function rescaled(lanes, place) {
  return lanes.map((each) => ({
    ...each,
    boxes: each.boxes.map((box) => ({ ...box, from: place(box.from), to: place(box.to) })),
  }));
}

/**
 * The events of proxies that belong into a chart.
 * @param {ProxyEvent[]} events
 * @param {Lane[]} lanes
 * @param {boolean} isWhole  whether the lanes have all calls; otherwise earlier events are among earlier calls
 * @returns {Marker[]}  in the order of time
 */
export function markersIn(events, lanes, isWhole) {
  const start = isWhole ? -Infinity : flameExtent(lanes)?.from ?? Infinity;
  return events
    .map((event) => ({ at: eventTime(event) ?? -Infinity, event }))
    .filter(({ at }) => at >= start && at > -Infinity)
    .sort((left, right) => left.at - right.at);
}

/** The whole time that the lanes and the markers between them cover.
 * @param {Lane[]} lanes @param {Marker[]} markers @returns {Span | null} */
export function flameExtent(lanes, markers = []) {
  let from = Infinity;
  let to = -Infinity;
  // Without a call there is no chart.
  for (const { at } of lanes.length > 0 ? markers : []) {
    from = Math.min(from, at);
    to = Math.max(to, at);
  }
  for (const { boxes } of lanes) {
    for (const box of boxes) {
      from = Math.min(from, box.from);
      to = Math.max(to, box.to);
    }
  }
  return from <= to ? { from, to: Math.max(to, from + 1) } : null;
}

/**
 * @param {Span} view
 * @param {number} factor below 1 zooms in
 * @param {number} center the instant that stays where it is
 * @param {Span} extent
 */
export function zoomed(view, factor, center, extent) {
  const whole = Math.max(1, extent.to - extent.from);
  const span = Math.min(whole * 1.2, Math.max(1, (view.to - view.from) * factor));
  const share = (center - view.from) / (view.to - view.from);
  return panned({ from: center - share * span, to: center + (1 - share) * span }, 0, extent);
}

/** Moves a view by microseconds, but not so far that nothing is left to see.
 * @param {Span} view @param {number} distance @param {Span} extent */
export function panned(view, distance, extent) {
  const span = view.to - view.from;
  const margin = span * 0.1;
  const lowest = extent.from - margin;
  const highest = Math.max(lowest, extent.to + margin - span);
  const from = Math.min(highest, Math.max(lowest, view.from + distance));
  return { from, to: from + span };
}

/**
 * A view after the calls of the chart have changed. What was shown stays, as long as its calls are there. Before the
 * first call and after the last one folded time goes on as it is: kept where it was, a view whose first calls have left
 * the chart would show seconds of nothing.
 * @param {Span} shown  as the clock counts
 * @param {number | null} width  of the view in folded time, if time is folded as it was; null if that has changed
 * @param {import('./time-fold.js').TimeFold} fold  of the calls that are left
 * @param {Span} extent
 */
export function keptView(shown, width, fold, extent) {
  const [first, last] = [fold.real(extent.from), fold.real(extent.to)];
  /** @param {number} instant */
  const folded = (instant) => fold.folded(Math.min(last, Math.max(first, instant)));
  const view = { from: folded(shown.from), to: folded(shown.to) };
  const [isLeft, isRight] = [shown.from < first, shown.to > last];
  if (!isLeft && !isRight) return view;
  const span = width ?? Math.max(1, view.to - view.from);
  const from = isLeft ? view.to - span : view.from;
  return panned({ from, to: from + span }, isLeft && isRight ? (span - (view.to - view.from)) / 2 : 0, extent);
}

/**
 * A view after its window on the map was dragged.
 * @param {Span} view
 * @param {'from' | 'to' | 'whole'} part  the edge or all of it
 * @param {number} distance @param {Span} extent
 */
export function dragged(view, part, distance, extent) {
  if (part === 'whole') return panned(view, distance, extent);
  const shortest = Math.min(1, view.to - view.from);
  /** @param {number} instant */
  const within = (instant) => Math.min(extent.to, Math.max(extent.from, instant));
  if (part === 'from') return { from: Math.min(within(view.from + distance), view.to - shortest), to: view.to };
  return { from: view.from, to: Math.max(within(view.to + distance), view.from + shortest) };
}

/**
 * Finds calls by their name.
 * @param {Lane[]} lanes
 * @param {string} query  part of a selector or of a protocol, in any case; empty finds nothing
 * @returns {Box[]} in the order of their start
 */
export function foundBoxes(lanes, query) {
  const wanted = query.trim().toLowerCase();
  if (wanted === '') return [];
  /** @type {Map<string, boolean>} */
  const names = new Map();
  /** @param {Box} box */
  const isFound = ({ call: { protocol, selector } }) => {
    const name = `${protocol}.${selector}`;
    if (!names.has(name)) names.set(name, name.toLowerCase().includes(wanted));
    return names.get(name);
  };
  return lanes.flatMap(({ boxes }) => boxes.filter(isFound)).sort((left, right) => left.from - right.from);
}

/**
 * The box that a step leads to, around the ends.
 * @param {Box[]} boxes
 * @param {string | null} id of the call that one comes from
 * @param {1 | -1} step
 * @returns {Box | null}
 */
export function nextFound(boxes, id, step) {
  if (boxes.length === 0) return null;
  const place = boxes.findIndex(({ call }) => call.id === id);
  if (place < 0) return step > 0 ? boxes[0] : boxes[boxes.length - 1];
  return boxes[(place + step + boxes.length) % boxes.length];
}
