// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The scale of the waterfall: the calls on the screen. Delegate calls take microseconds and are milliseconds apart, so
// that on a plain scale every bar would be a tick. Here idle time is folded to a sliver, and room grows with the square
// root of time: a call that takes a hundred times as long as another has ten times its bar, and both can be seen.

/** Weight of a stretch in which nothing begins, ends or runs but what surrounds it, against that of a usual call. */
const IDLE_SHARE = 0.15;
const AROUND_SHARE = 0.6;
/** No call takes the room of more usual calls than this. */
const MOST_WEIGHT = 12;

/** @param {number} microseconds */
const weightOf = (microseconds) => Math.sqrt(Math.max(0.05, microseconds));
/** @param {number[]} values */
const median = (values) => values.toSorted((left, right) => left - right)[values.length >> 1] ?? 1;

/**
 * @typedef {{ from: number, to: number }} Bar  microseconds
 * @typedef {{ startMicroseconds: number | null, durationNanoseconds: number | null }} Span  of a call on the screen
 * @typedef {{ from: number, span: number, stops: number[], places: number[] }} WaterfallScale  `from` and `span` in
 *   microseconds; between two `stops` room is even, from one of `places` to the next, which are shares of the whole
 */

/**
 * @param {Span[]} calls that are visible
 * @param {number} now microseconds, where the bars of running calls end
 * @returns {WaterfallScale}
 */
export function waterfallScale(calls, now) {
  const bars = calls.flatMap(({ startMicroseconds: start, durationNanoseconds }) =>
    start === null ? [] : [barOf(start, durationNanoseconds, now)]
  );
  if (bars.length === 0) return { from: 0, span: 1, stops: [0, 1], places: [0, 1] };
  const stops = [...new Set(bars.flatMap(({ from, to }) => [from, to]))].sort((left, right) => left - right);
  const leaves = bars.filter((bar) => !bars.some((other) => other !== bar && isWithin(other, bar)));
  const usual = median(leaves.map(({ from, to }) => weightOf(to - from)));
  const places = [0];
  let whole = 0;
  for (let index = 1; index < stops.length; index += 1) {
    whole += stretchWeight(stops[index - 1], stops[index], { bars, leaves, usual });
    places.push(whole);
  }
  whole = Math.max(whole, Number.MIN_VALUE);
  return {
    from: stops[0],
    span: stops[stops.length - 1] - stops[0],
    stops,
    places: places.map((place) => place / whole),
  };
}

/** @param {number} from @param {number | null} nanoseconds @param {number} now @returns {Bar} */
const barOf = (from, nanoseconds, now) => ({
  from,
  to: nanoseconds === null ? Math.max(now, from) : from + nanoseconds / 1000,
});

/** @param {Bar} inner @param {Bar} outer */
const isWithin = (inner, outer) =>
  inner.from >= outer.from && inner.to <= outer.to && inner.to - inner.from < outer.to - outer.from;

/** @param {number} from @param {number} to @param {{ bars: Bar[], leaves: Bar[], usual: number }} screen */
function stretchWeight(from, to, { bars, leaves, usual }) {
  /** @param {Bar} bar */
  const covers = (bar) => bar.from <= from && bar.to >= to;
  const weight = weightOf(to - from);
  if (leaves.some(covers)) return Math.min(weight, usual * MOST_WEIGHT);
  return Math.min(weight, usual * (bars.some(covers) ? AROUND_SHARE : IDLE_SHARE));
}

/** Where an instant lies.
 * @param {WaterfallScale} scale @param {number} instant @returns {number} share of the whole */
function placeOf({ stops, places }, instant) {
  if (instant <= stops[0]) return 0;
  if (instant >= stops[stops.length - 1]) return 1;
  const after = stops.findIndex((stop) => stop > instant);
  const share = (instant - stops[after - 1]) / (stops[after] - stops[after - 1]);
  return places[after - 1] + share * (places[after] - places[after - 1]);
}

/**
 * @param {Span & { targetNanoseconds?: number | null }} call @param {WaterfallScale} scale @param {number} now
 * @returns {{ left: number, width: number, inner: number }} shares of the scale; `inner` is the target's share of the
 *   bar
 */
export function waterfallBar(call, scale, now) {
  const { startMicroseconds, durationNanoseconds, targetNanoseconds } = call;
  const { from, to } = barOf(startMicroseconds ?? scale.from, durationNanoseconds, now);
  const left = placeOf(scale, from);
  const inner = durationNanoseconds ? Math.min(1, (targetNanoseconds ?? 0) / durationNanoseconds) : 0;
  return { left, width: placeOf(scale, to) - left, inner };
}
