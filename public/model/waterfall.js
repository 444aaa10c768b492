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

const weightOf = (microseconds) => Math.sqrt(Math.max(0.05, microseconds));
const median = (values) => values.toSorted((left, right) => left - right)[values.length >> 1] ?? 1;

/**
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
  const bars = calls.filter(({ startMicroseconds }) => startMicroseconds !== null).map((call) => barOf(call, now));
  if (bars.length === 0) return { from: 0, span: 1, stops: [0, 1], places: [0, 1] };
  const stops = [...new Set(bars.flatMap(({ from, to }) => [from, to]))].sort((left, right) => left - right);
  const leaves = bars.filter((bar) => !bars.some((other) => other !== bar && isWithin(other, bar)));
  const usual = median(leaves.map(({ from, to }) => weightOf(to - from)));
  const places = [0];
  for (let index = 1; index < stops.length; index += 1) {
    places.push(places.at(-1) + stretchWeight(stops[index - 1], stops[index], { bars, leaves, usual }));
  }
  const whole = Math.max(places.at(-1), Number.MIN_VALUE);
  return {
    from: stops[0],
    span: stops.at(-1) - stops[0],
    stops,
    places: places.map((place) => place / whole),
  };
}

const barOf = ({ startMicroseconds: from, durationNanoseconds }, now) => ({
  from,
  to: durationNanoseconds === null ? Math.max(now, from) : from + durationNanoseconds / 1000,
});

const isWithin = (inner, outer) =>
  inner.from >= outer.from && inner.to <= outer.to && inner.to - inner.from < outer.to - outer.from;

function stretchWeight(from, to, { bars, leaves, usual }) {
  const covers = (bar) => bar.from <= from && bar.to >= to;
  const weight = weightOf(to - from);
  if (leaves.some(covers)) return Math.min(weight, usual * MOST_WEIGHT);
  return Math.min(weight, usual * (bars.some(covers) ? AROUND_SHARE : IDLE_SHARE));
}

/** Where an instant lies. @returns {number} share of the whole */
function placeOf({ stops, places }, instant) {
  if (instant <= stops[0]) return 0;
  if (instant >= stops.at(-1)) return 1;
  const after = stops.findIndex((stop) => stop > instant);
  const share = (instant - stops[after - 1]) / (stops[after] - stops[after - 1]);
  return places[after - 1] + share * (places[after] - places[after - 1]);
}

/**
 * @returns {{ left: number, width: number, inner: number }} shares of the scale; `inner` is the target's share of the
 *   bar
 */
export function waterfallBar(call, scale, now) {
  const { startMicroseconds, durationNanoseconds, targetNanoseconds } = call;
  const { from, to } = barOf({ startMicroseconds: startMicroseconds ?? scale.from, durationNanoseconds }, now);
  const left = placeOf(scale, from);
  const inner = durationNanoseconds ? Math.min(1, (targetNanoseconds ?? 0) / durationNanoseconds) : 0;
  return { left, width: placeOf(scale, to) - left, inner };
}
