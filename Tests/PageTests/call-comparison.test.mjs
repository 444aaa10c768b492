// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { callComparisonText, comparedCallText, isDifference, laneText, stepped } from '../../public/model/call-comparison.js';

const reply = {
  before: 'a', after: 'b', isSame: true, beforeCalls: 1000, afterCalls: 1012, ignored: 0, differences: 0,
  longerBefore: 0, longerAfter: 0, isComplete: true, lanes: [],
};

test('equal runs, ignored calls and a longer run are told', () => {
  assert.equal(callComparisonText(reply), 'No difference between 1,012 calls');
  assert.equal(
    callComparisonText({ ...reply, ignored: 1, longerAfter: 12 }),
    'No difference between 1,012 calls; 1 call ignored; the second run goes on for 12 calls',
  );
});

test('differences are counted, and what is missing is said', () => {
  assert.equal(
    callComparisonText({ ...reply, isSame: false, differences: 1, longerBefore: 2, isComplete: false }),
    '1 difference between 1,012 calls; the first run goes on for 2 calls; there is more than is compared or shown',
  );
});

test('equal calls and those of a longer run are no differences', () => {
  const changes = ['same', 'changed', 'vanished', 'appeared', 'moved', 'longer', 'skipped'];
  assert.deepEqual(changes.filter((change) => isDifference({ change })), ['changed', 'vanished', 'appeared', 'moved']);
});

test('a lane has the names of what called, and its instance from the second on', () => {
  const lane = { thread: 'main', owner: 'Feed', protocol: 'FeedDelegate', instance: 1, isOrdered: true, rows: [] };
  assert.equal(laneText(lane), 'Feed, FeedDelegate, thread main');
  assert.equal(
    laneText({ ...lane, instance: 2, isOrdered: false }),
    'Feed 2, FeedDelegate, thread main; order not compared',
  );
});

test('a call without an outcome has no arrow', () => {
  const call = { id: 'e-1', seq: 1, selector: 'f()', text: 'f()', outcome: '' };
  assert.equal(comparedCallText(call), 'f()');
  assert.equal(comparedCallText({ ...call, outcome: 'true' }), 'f() → true');
});

test('steps end at the first and the last difference', () => {
  assert.equal(stepped(0, -1, 1), -1);
  assert.equal(stepped(3, -1, 1), 0);
  assert.equal(stepped(3, -1, -1), 2);
  assert.equal(stepped(3, 2, 1), 2);
  assert.equal(stepped(3, 0, -1), 0);
  assert.equal(stepped(3, 1, 1), 2);
});
