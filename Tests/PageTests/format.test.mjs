// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  formatBytes,
  formatCount,
  formatDuration,
  formatLongDuration,
  formatQuantity,
  formatShare,
  formatShortCount,
} from '../../public/model/format.js';

test('durations have three digits and the unit that fits', () => {
  const cases = [
    [0, '0 ns'],
    [7, '7 ns'],
    [999, '999 ns'],
    [1000, '1.00 µs'],
    [1840, '1.84 µs'],
    [12_345, '12.3 µs'],
    [999_499, '999 µs'],
    [999_600, '1.00 ms'],
    [1_000_000, '1.00 ms'],
    [59_900_000_000, '59.9 s'],
    [125_000_000_000, '2 min 05 s'],
    [null, '–'],
    [undefined, '–'],
  ];
  for (const [nanoseconds, text] of cases) assert.equal(formatDuration(nanoseconds), text);
});

test('long durations name their two largest units', () => {
  assert.equal(formatLongDuration(8), '8 s');
  assert.equal(formatLongDuration(3599), '59 min 59 s');
  assert.equal(formatLongDuration(11_520), '3 h 12 min');
  assert.equal(formatLongDuration(90_000), '1 d 01 h');
});

test('counts are grouped and agree with their noun', () => {
  assert.equal(formatCount(1_234_567), '1,234,567');
  assert.equal(formatCount(null), '–');
  assert.equal(formatQuantity(1, 'call'), '1 call');
  assert.equal(formatQuantity(2000, 'entry', 'entries'), '2,000 entries');
});

test('short counts never need more than five characters', () => {
  for (
    const count of [0, 7, 999, 1000, 1234, 12_345, 123_456, 999_499, 999_500, 12_345_678, 999_499_999, 12_345_678_901]
  ) {
    assert.ok(formatShortCount(count).length <= 5, `${count} prints as ${formatShortCount(count)}`);
  }
  assert.equal(formatShortCount(12_345), '12.3k');
});

test('bytes use binary units', () => {
  assert.equal(formatBytes(0), '0 B');
  assert.equal(formatBytes(1023), '1023 B');
  assert.equal(formatBytes(1024), '1.00 KiB');
  assert.equal(formatBytes(268_435_456), '256 MiB');
});

test('a share that rounds to nothing is not called nothing', () => {
  assert.equal(formatShare(0), '0.0 %');
  assert.equal(formatShare(0.0001), '< 0.1 %');
  assert.equal(formatShare(0.63), '63 %');
});
