// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { busySpans, flameExtent, flameLanes, markersIn, panned, withRunning, zoomed } from '../../public/model/flame-layout.js';
import { foundBoxes, nextFound } from '../../public/model/flame-layout.js';
import { latencyBuckets, logScale } from '../../public/model/statistics.js';
import { completed, momentText, parseRange, rangeValue, ticksBetween, timelineOf } from '../../public/model/timeline.js';
import { timeFold } from '../../public/model/time-fold.js';
import { waterfallBar, waterfallScale } from '../../public/model/waterfall.js';
import { lanesHeight, scrollTopShowing } from '../../public/views/flame-painter.js';

const at = (microseconds) => `1970-01-01T00:00:00.${String(microseconds).padStart(6, '0')}Z`;
const call = (seq, start, microseconds, thread = 1) => ({
  seq,
  startedAt: at(start),
  durationNanoseconds: microseconds === null ? null : microseconds * 1000,
  thread: { id: thread, name: `t${thread}`, isMain: thread === 1 },
});

const span = (startMicroseconds, microseconds) => ({
  startMicroseconds,
  durationNanoseconds: microseconds === null ? null : microseconds * 1000,
});
const barsOf = (spans, now = 0) => spans.map((each) => waterfallBar(each, waterfallScale(spans, now), now));

test('calls of microseconds, milliseconds apart, get bars and not ticks', () => {
  const bars = barsOf([span(0, 10), span(500_000, 10), span(1_000_000, 10), span(2_000_000, 170)]);
  assert.ok(bars.every(({ width }) => width > 0.08), JSON.stringify(bars));
  assert.ok(bars[3].width > 2 * bars[0].width, 'a longer call has the longer bar');
  assert.equal(bars[0].left, 0);
  assert.ok(Math.abs(bars[3].left + bars[3].width - 1) < 1e-9);
  for (const [index, bar] of bars.entries()) if (index > 0) assert.ok(bar.left > bars[index - 1].left);
});

test('one very long call does not flatten all others', () => {
  const bars = barsOf([span(0, 10), span(20, 10), span(40, 10), span(60, 60_000_000)]);
  assert.ok(bars[0].width > 0.05, JSON.stringify(bars));
});

test('nested calls lie within the one around them and can be seen', () => {
  const [outer, ...inner] = barsOf([span(0, 2_000_000), span(500_000, 10), span(1_500_000, 10)]);
  assert.deepEqual([outer.left, outer.width], [0, 1]);
  for (const { left, width } of inner) assert.ok(width > 0.1 && left > 0 && left + width < 1);
});

test('the bar of a running call reaches up to now; a call without a time lies at the start', () => {
  const [, running] = barsOf([span(0, 10), span(20, null)], 50);
  assert.ok(Math.abs(running.left + running.width - 1) < 1e-9);
  const scale = waterfallScale([span(100, 20)], 0);
  assert.equal(scale.span, 20);
  assert.equal(waterfallBar({ startMicroseconds: null, durationNanoseconds: 5 }, scale, 0).left, 0);
  assert.equal(waterfallBar({ ...span(100, 20), targetNanoseconds: 5000 }, scale, 0).inner, 0.25);
  assert.equal(waterfallScale([], 0).span, 1);
});

test('nested calls of a thread lie below each other, later ones fall back', () => {
  const lanes = flameLanes([
    call(1, 0, 100),
    call(2, 10, 50),
    call(3, 20, 10),
    call(4, 70, 10),
    call(5, 200, 10),
    call(6, 5, 20, 2),
  ], 0);
  assert.deepEqual(lanes.map(({ name, levels }) => [name, levels]), [['main', 3], ['t2', 1]]);
  assert.deepEqual(lanes[0].boxes.map(({ level }) => level), [0, 1, 2, 1, 0]);
  assert.deepEqual(flameExtent(lanes), { from: 0, to: 210 });
});

test('asynchronous calls of one thread that overlap without nesting do not cover each other', () => {
  const [lane] = flameLanes([call(1, 0, 100), call(2, 50, 100), call(3, 120, 100)], 0);
  const { boxes } = lane;
  for (const box of boxes) {
    for (const other of boxes) {
      const overlap = box !== other && box.level === other.level && box.from < other.to && other.from < box.to;
      assert.ok(!overlap, `${box.call.seq} covers ${other.call.seq}`);
    }
  }
});

const owned = (seq, start, nanoseconds, parent = null) => ({
  ...call(seq, start, 0),
  id: `e1-${seq}`,
  parent: parent && `e1-${parent}`,
  durationNanoseconds: nanoseconds,
});
const placesOf = (calls) =>
  flameLanes(calls, 0).flatMap(({ name, boxes }) =>
    boxes.map(({ call: { seq }, level }) => `${seq} ${name.split(' ')[0]} ${level}`)
  );

test('calls one after the other stay on their thread, though the first seems to end within the second', () => {
  // Starts are microseconds, durations nanoseconds.
  assert.deepEqual(placesOf([owned(1, 10, 2900), owned(2, 12, 400), owned(3, 12, 700), owned(4, 13, 100)]), [
    '1 main 0',
    '2 main 0',
    '3 main 0',
    '4 main 0',
  ]);
  assert.deepEqual(placesOf([owned(1, 10, 900), owned(2, 10, 500, 1), owned(3, 10, 100, 1), owned(4, 11, 100)]), [
    '1 main 0',
    '2 main 1',
    '3 main 1',
    '4 main 0',
  ]);
});

test('a call during which its thread made others that are not its own is asynchronous', () => {
  assert.deepEqual(placesOf([owned(1, 10, 50_000), owned(2, 20, 1000), owned(3, 30, 1000)]), [
    '2 main 0',
    '3 main 0',
    '1 Asynchronous 0',
  ]);
  assert.deepEqual(placesOf([owned(1, 10, 50_000), owned(2, 20, 1000, 1), owned(3, 30, 1000, 1)]), [
    '1 main 0',
    '2 main 1',
    '3 main 1',
  ]);
});

test('a running call reaches up to now', () => {
  const [lane] = flameLanes([call(1, 100, null)], 400);
  assert.equal(lane.boxes[0].to, 400);
});

test('calls that still run join those that have ended, and the time in which only they run is folded', () => {
  const ended = [owned(1, 100, 1000), owned(3, 200, 1000)];
  const running = [{ ...owned(2, 150, 0), durationNanoseconds: null }];
  const calls = withRunning(ended, running);
  assert.deepEqual(calls.map(({ seq }) => seq), [1, 2, 3]);
  assert.equal(withRunning(calls, running).length, 3, 'each is there once');
  const minutes = 5 * 60e6;
  const lanes = flameLanes(calls, minutes);
  assert.equal(flameExtent(lanes).to, minutes, 'up to the right edge');
  assert.deepEqual(busySpans(lanes).filter(({ to }) => to > 1000), [{ from: minutes, to: minutes }]);
  assert.ok(timeFold(busySpans(lanes)).folded(minutes) < 200);
});

test('zooming keeps the instant under the pointer, and neither zoom nor pan loses the chart', () => {
  const extent = { from: 0, to: 1000 };
  const view = zoomed({ from: 0, to: 1000 }, 0.5, 250, extent);
  assert.deepEqual(view, { from: 125, to: 625 });
  const far = panned(view, 1e9, extent);
  assert.ok(far.from < 1000 && far.to - far.from === 500);
  assert.ok(zoomed(view, 1e-12, 250, extent).to - zoomed(view, 1e-12, 250, extent).from >= 1);
  assert.ok(zoomed(view, 1e12, 250, extent).to - zoomed(view, 1e12, 250, extent).from <= 1200.001);
});

test('ticks are round, few, and have as many digits as they need', () => {
  const { ticks, digits } = ticksBetween(0, 10e6, 6);
  assert.deepEqual(ticks, [0, 2e6, 4e6, 6e6, 8e6, 10e6]);
  assert.equal(digits, 0);
  assert.equal(ticksBetween(0, 100, 5).digits, 5);
  for (const span of [3, 500, 7e4, 9e6, 4e9, 9e12]) {
    assert.ok(ticksBetween(123, 123 + span, 8).ticks.length <= 9, String(span));
  }
});

test('moments of more than a day have the day', () => {
  const at = Date.parse('2026-11-26T09:30:15') * 1000;
  assert.equal(momentText({ from: at, to: at + 3600e6 }, at, 0), '09:30:15');
  assert.equal(momentText({ from: at, to: at + 3 * 86_400e6 }, at, 0), '11-26 09:30');
});

test('a timeline is read, and nonsense is not drawn', () => {
  const reply = {
    from: at(0),
    to: at(100),
    items: [{ startedAt: at(0), count: 3, errors: 9 }, { startedAt: at(50), count: 0, errors: 0 }],
  };
  assert.deepEqual(timelineOf(reply), {
    from: 0,
    to: 100,
    buckets: [{ start: 0, count: 3, errors: 3, busy: 0 }, { start: 50, count: 0, errors: 0, busy: 0 }],
    countedFrom: 0,
  });
  assert.equal(timelineOf({ items: [] }), null);
  assert.equal(timelineOf({ items: [{ count: 1 }] }), null);
});

test('a range of time survives in a filter', () => {
  const range = { from: 1_763_717_400_123_456, to: 1_763_717_401_000_000 };
  assert.deepEqual(parseRange(rangeValue(range.from, range.to)), range);
  assert.equal(parseRange('yesterday..today'), null);
  assert.equal(parseRange(null), null);
});

test('latency buckets lose their empty ends, and share a logarithmic scale', () => {
  const bucket = (from, count) => ({ fromNanoseconds: from, toNanoseconds: from * 2, count });
  assert.deepEqual(
    latencyBuckets([bucket(1, 0), bucket(2, 5), bucket(4, 0), bucket(8, 1), bucket(16, 0)]).map(({ from }) => from),
    [2, 4, 8],
  );
  assert.deepEqual(latencyBuckets(undefined), []);
  const place = logScale(10, 1000);
  assert.deepEqual([place(10), Math.round(place(100) * 100), place(1000), place(1e9)], [0, 50, 1, 1]);
});

test('calls are found by part of their selector or protocol, and stepped through around the ends', () => {
  const named = (seq, selector) => ({ ...call(seq, seq * 10, 5), id: `e1-${seq}`, protocol: 'P', selector });
  const lanes = flameLanes([named(1, 'didOpen(_:)'), named(2, 'didClose(_:)'), named(3, 'didOpen(_:)')], 0);
  const found = foundBoxes(lanes, ' OPEN ');
  assert.deepEqual(found.map(({ call: { seq } }) => seq), [1, 3]);
  assert.equal(foundBoxes(lanes, 'p.did').length, 3);
  assert.deepEqual(foundBoxes(lanes, '  '), []);
  const step = (id, direction) => nextFound(found, id, direction).call.seq;
  assert.deepEqual([step(null, 1), step(null, -1)], [1, 3]);
  assert.deepEqual([step(found[0].call.id, 1), step(found[1].call.id, 1), step(found[0].call.id, -1)], [3, 1, 3]);
  assert.equal(nextFound([], null, 1), null);
});

test('what a slow server has no time to count is taken from what it counted before', () => {
  const timeline = (from, counts, matched) =>
    timelineOf({
      matched,
      items: counts.map((count, index) => ({ startedAt: at(from + index * 10), count, errors: 0 })),
    });
  const whole = timeline(0, [5, 6, 7, 8], 26);
  const partial = timeline(0, [0, 0, 3, 9], null);
  assert.equal(partial.countedFrom, 30, 'the step in which the time ran out is not counted either');
  const merged = completed(whole, partial);
  assert.deepEqual(merged.buckets.map(({ count }) => count), [5, 6, 7, 9]);
  assert.equal(merged.countedFrom, 0);
  const later = completed(merged, timeline(5, [0, 0, 0, 4], null));
  assert.deepEqual(later.buckets.map(({ count }) => count), [6, 7, 8, 5], 'steps that moved share what was counted');
  assert.deepEqual(completed(null, partial), partial);
  assert.equal(completed(null, timeline(0, [0, 0], null)).countedFrom, 20, 'nothing was counted at all');
  assert.equal(completed(whole, whole), whole);
});

test('events of proxies widen a chart of all calls, and are left out before the first of some calls', () => {
  const lanes = flameLanes([call(1, 100, 50), call(2, 200, 50)], 0);
  const events = [300, 20, 150].map((time, index) => ({ number: index + 1, what: 'installed', at: at(time) }));
  const all = markersIn(events, lanes, true);
  assert.deepEqual(all.map((marker) => marker.at), [20, 150, 300]);
  assert.deepEqual(flameExtent(lanes, all), { from: 20, to: 300 });
  const some = markersIn(events, lanes, false);
  assert.deepEqual(some.map((marker) => marker.at), [150, 300]);
  assert.equal(flameExtent([], all), null, 'without a call there is no chart');
});

test('a box that is looked for is scrolled to only if it is outside the window', () => {
  const lanes = flameLanes([1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((thread) => call(thread, 0, 10, thread)), 0);
  const [first] = lanes[0].boxes;
  const [last] = lanes[9].boxes;
  assert.equal(scrollTopShowing(lanes, first, 0, 200), 0);
  const down = scrollTopShowing(lanes, last, 0, 200);
  assert.ok(down > 0 && down <= lanesHeight(lanes) - 200);
  assert.equal(scrollTopShowing(lanes, last, down, 200), down);
  const up = scrollTopShowing(lanes, first, down, 200);
  assert.ok(up < 20);
  assert.equal(scrollTopShowing(lanes, first, up, 200), up);
});
