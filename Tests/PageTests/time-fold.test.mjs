// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dragged, flameExtent, flameLanes, rescaled } from '../../public/model/flame-layout.js';
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
