// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { instantText, localDateTime, parseInstant, timeOfDay } from '../../public/model/instant.js';

test('microseconds survive the way there and back', () => {
  const text = '2026-11-21T09:30:00.123456Z';
  assert.equal(instantText(parseInstant(text)), text);
});

test('missing and surplus digits are padded and cut', () => {
  assert.equal(parseInstant('1970-01-01T00:00:01Z'), 1_000_000);
  assert.equal(parseInstant('1970-01-01T00:00:00.5Z'), 500_000);
  assert.equal(parseInstant('1970-01-01T00:00:00.123456789Z'), 123_456);
});

test('what is no instant is null, not a wrong one', () => {
  for (const text of [null, undefined, '', 'yesterday', '2026-11-21', '2026-13-41T99:99:99Z']) {
    assert.equal(parseInstant(text), null);
  }
});

test('the time of day has as many digits as asked for', () => {
  const instant = parseInstant('2026-11-21T09:30:07.000089Z');
  assert.match(timeOfDay(instant, 0), /^\d\d:\d\d:07$/);
  assert.match(timeOfDay(instant, 6), /:07\.000089$/);
  assert.match(localDateTime(instant), /^2026-11-2\d \d\d:\d\d:07\.000089$/);
  assert.equal(timeOfDay(null), '–');
});
