// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dragged, flameExtent, flameLanes, keptView, rescaled } from '../../public/model/flame-layout.js';
import { timeFold, UNFOLDED } from '../../public/model/time-fold.js';

const interval = (from, to) => ({ from, to });

test('idle time becomes a fold that is short beside the calls, and says how long it was', () => {
  const fold = timeFold([interval(0, 10), interval(1_000_000, 1_000_010), interval(5_000_000, 5_000_020)]);
  assert.equal(fold.folds.length, 2);
  assert.deepEqual(fold.folds.map(({ idle }) => idle), [999_990, 3_999_990]);
  assert.equal(fold.folded(10) - fold.folded(0), 10, 'calls keep their length');
  assert.equal(fold.folded(5_000_020), 40 + 2 * 5, 'a quarter of forty, for both');
});

test('folded time can be turned back, within calls, folds and beyond them', () => {
  const fold = timeFold([interval(100, 110), interval(1_000_000, 1_000_010), interval(1_000_005, 1_000_030)]);
  for (const instant of [0, 100, 105, 500_000, 1_000_004, 1_000_030, 2_000_000]) {
    assert.ok(Math.abs(fold.real(fold.folded(instant)) - instant) < 1e-6, `${instant}`);
  }
});

test('gaps that are shorter than a fold stay as they are', () => {
  const fold = timeFold([interval(0, 900), interval(1000, 1900)]);
  assert.deepEqual(fold.folds, []);
  assert.equal(fold.folded(1900), 1900);
  assert.equal(timeFold([interval(0, 5)]), UNFOLDED);
  assert.equal(timeFold([]), UNFOLDED);
});

const at = (microseconds) => `1970-01-01T00:00:00.${String(microseconds).padStart(6, '0')}Z`;
const call = (seq, start, microseconds, parent, thread = 1) => ({
  id: `e-${seq}`,
  seq,
  parent: parent === null ? null : `e-${parent}`,
  startedAt: at(start),
  durationNanoseconds: microseconds * 1000,
  thread: { id: thread, name: `t${thread}`, isMain: false },
});

test('a call whose parts ran on several threads is one box in a lane of its own', () => {
  const lanes = flameLanes([
    call(1, 0, 1000, null, 7),
    call(2, 100, 10, null, 7),
    call(3, 105, 2, 2, 7),
    call(4, 200, 900, null, 8),
    call(5, 210, 10, 4, 8),
  ], 0);
  assert.deepEqual(lanes.map(({ id, boxes }) => [id, boxes.map((box) => box.call.seq)]), [
    ['async', [1]],
    ['7', [2, 3]],
    ['8', [4, 5]],
  ]);
  const [asynchronous, first] = lanes;
  assert.deepEqual([asynchronous.boxes[0].from, asynchronous.boxes[0].to], [0, 1000]);
  assert.deepEqual(first.boxes.map(({ level }) => level), [0, 1], 'it no longer lies above calls that it did not make');
});

test('on another scale of time boxes keep their order and levels', () => {
  const lanes = flameLanes([call(1, 0, 10, null), call(2, 900_000, 10, null)], 0);
  const fold = timeFold(lanes.flatMap(({ boxes }) => boxes));
  const { from, to } = flameExtent(rescaled(lanes, fold.folded));
  assert.deepEqual([from, to], [0, 25]);
});

test('the window on the map is moved whole or by an edge, and never turns inside out', () => {
  const extent = { from: 0, to: 100 };
  assert.deepEqual(dragged({ from: 10, to: 20 }, 'whole', 30, extent), { from: 40, to: 50 });
  assert.deepEqual(dragged({ from: 10, to: 20 }, 'to', 500, extent), { from: 10, to: 100 });
  assert.deepEqual(dragged({ from: 10, to: 20 }, 'from', 500, extent), { from: 19, to: 20 });
});

/** A chart of calls of ten microseconds, one each second. */
const chart = (first, last) => {
  const starts = Array.from({ length: last - first + 1 }, (_, index) => (first + index) * 1e6);
  const calls = starts.map((start) => interval(start, start + 10));
  const fold = timeFold(calls);
  return { fold, extent: { from: fold.folded(calls[0].from), to: fold.folded(calls.at(-1).to) } };
};
const shownIn = ({ fold }, { from, to }) => ({ from: fold.real(from), to: fold.real(to) });

test('what is shown stays while other calls come and go', () => {
  const [before, after] = [chart(0, 20), chart(3, 25)];
  const view = { from: before.fold.folded(8e6 - 2), to: before.fold.folded(9e6 + 12) };
  const kept = keptView(shownIn(before, view), view.to - view.from, after.fold, after.extent);
  const { from, to } = shownIn(after, kept);
  assert.ok(from < 8e6 && from > 7e6 && to > 9e6 + 10 && to < 10e6, `${from} to ${to}`);
});

test('a view whose calls leave the chart shows the first ones that are left, and not seconds of nothing', () => {
  const before = chart(0, 20);
  const view = { from: before.fold.folded(2e6), to: before.fold.folded(6e6 + 10) };
  const width = view.to - view.from;
  for (const first of [4, 6, 12]) {
    const after = chart(first, 25);
    const kept = keptView(shownIn(before, view), width, after.fold, after.extent);
    assert.ok(Math.abs(kept.to - kept.from - width) < 1e-6, 'as much as before');
    const shown = kept.to - Math.max(kept.from, after.extent.from);
    assert.ok(shown >= width * 0.89, `${shown} of ${width} have calls, after those before ${first} are gone`);
  }
});

test('a view of all calls and more stays one', () => {
  const [before, after] = [chart(0, 20), chart(10, 30)];
  const view = { from: before.extent.from - 20, to: before.extent.to + 20 };
  const kept = keptView(shownIn(before, view), view.to - view.from, after.fold, after.extent);
  assert.ok(kept.from <= after.extent.from && kept.to >= after.extent.to);
  assert.ok(kept.to - kept.from <= view.to - view.from + 1e-6);
});

test('when idle time is folded or shown, the same calls are shown', () => {
  const { fold, extent } = chart(0, 20);
  const plain = { from: fold.real(extent.from), to: fold.real(extent.to) };
  assert.deepEqual(keptView({ from: 5e6, to: 6e6 }, null, UNFOLDED, plain), { from: 5e6, to: 6e6 });
  const view = keptView({ from: -3e6, to: 6e6 }, null, fold, extent);
  assert.ok(view.to - view.from <= fold.folded(6e6) - extent.from + 1e-6);
});
