// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bannersOf } from '../../public/model/banners.js';
import { meaningOfGridKey } from '../../public/model/grid-keys.js';
import { PendingEvents } from '../../public/model/pending-events.js';
import { selectorTokens } from '../../public/model/call-line.js';
import { shortcutOf, SHORTCUTS } from '../../public/model/shortcuts.js';
import { nextSort, sortedBy } from '../../public/model/sort.js';

const calm = {
  stream: { phase: 'live', retryAt: null, farewell: null },
  isLoaded: true,
  isPaused: false,
  waiting: 0,
  isRecording: true,
  canRecord: true,
  hasRestarted: false,
  problem: null,
  sorted: null,
  now: 0,
};
const shown = (facts) =>
  Object.entries(bannersOf({ ...calm, ...facts })).filter(([, banner]) => banner).map(([name]) => name);

test('nothing unusual needs no banner', () => {
  assert.deepEqual(shown({}), []);
  assert.deepEqual(shown({ isRecording: null, stream: null }), []);
});

test('a failure to record says why, in place of the banner that recording is off', () => {
  const failure = 'The recorder could not start its thread.';
  const broken = { ...calm, isRecording: false, canRecord: true, failure };
  const shown = Object.entries(bannersOf(broken)).filter(([, banner]) => banner);
  assert.deepEqual(shown, [
    ['failure', { text: failure, tone: 'error', actions: [{ label: 'Try again', command: 'record' }] }],
  ]);
  assert.equal(bannersOf({ ...broken, isReplay: true }).failure, null);
  assert.equal(bannersOf({ ...broken, canRecord: false }).failure.actions.length, 0);
});

test('calls that are unaccounted for are warned of', () => {
  const text = (unaccounted) => bannersOf({ ...calm, unaccounted }).unaccounted?.text;
  assert.deepEqual(shown({ unaccounted: 0 }), []);
  assert.deepEqual(shown({ unaccounted: 12 }), ['unaccounted']);
  assert.equal(bannersOf({ ...calm, unaccounted: 12 }).unaccounted.tone, 'warning');
  assert.equal(text(12), '12 calls are unaccounted for: records were lost.');
  assert.match(text(1), /^1 call is unaccounted for/);
  assert.deepEqual(shown({ unaccounted: 12, isReplay: true }), []);
});

test('each unusual fact has its own banner', () => {
  assert.deepEqual(shown({ isPaused: true, hasRestarted: true, isRecording: false }), [
    'restarted',
    'recording',
    'paused',
  ]);
});

test('a lost connection counts down and never below zero', () => {
  const banner = (now) =>
    bannersOf({ ...calm, stream: { phase: 'waiting', retryAt: 5000, farewell: null }, now }).connection;
  assert.equal(banner(2100).detail, 'Next attempt in 3 s.');
  assert.equal(banner(9000).detail, 'Next attempt in 0 s.');
});

test('a sorted copy says of how many calls it consists', () => {
  const summary = { shown: 10_000, matched: 1_000_000, column: 'Duration', isOfNewest: false, isComplete: true };
  const textOf = (more) => bannersOf({ ...calm, sorted: { ...summary, ...more } }).sorted.text;
  assert.match(textOf({}), /the first 10,000 of 1,000,000 calls\. New/);
  assert.match(textOf({ isOfNewest: true }), /the newest 10,000 of 1,000,000 calls/);
  assert.match(textOf({ isComplete: false }), /some may be missing/);
});

test('keys move by row, screen and end, and stop at the ends', () => {
  const place = { index: 5, count: 100, page: 20, first: 40 };
  const press = (key, more = {}) => meaningOfGridKey({ key, ...more }, place);
  assert.deepEqual(['ArrowDown', 'k', 'PageDown', 'PageUp', 'Home', 'End', 'Enter', 'x'].map((key) => press(key)), [
    6,
    4,
    25,
    0,
    0,
    99,
    'open',
    null,
  ]);
  assert.equal(press('ArrowDown', { ctrlKey: true }), null);
  assert.equal(press('j', { isComposing: true }), null);
  assert.equal(meaningOfGridKey({ key: 'j' }, { ...place, index: -1 }), 40);
  assert.equal(meaningOfGridKey({ key: 'j' }, { ...place, count: 0 }), null);
});

test('every shortcut is found by its key, and no key has two', () => {
  const keys = SHORTCUTS.flatMap((shortcut) => shortcut.keys);
  assert.equal(new Set(keys).size, keys.length);
  for (const shortcut of SHORTCUTS) for (const key of shortcut.keys) assert.equal(shortcutOf({ key }), shortcut);
  assert.equal(shortcutOf({ key: 'p', metaKey: true }), null);
});

test('what tells one selector from the next is strong', () => {
  const strong = (selector) =>
    selectorTokens(selector).filter(({ isStrong }) => isStrong).map(({ text }) => text).join('');
  assert.equal(strong('parser(_:foundCharacters:)'), 'foundCharacters:');
  assert.equal(strong('parserDidStartDocument(_:)'), 'parserDidStartDocument');
  assert.equal(strong('name.get'), 'name.get');
  for (const selector of ['a(b:c:)', 'a(_:_:)', 'a()', 'x.y', 'pick(_:at:)(Table,Int)->Cell', '(']) {
    assert.equal(selectorTokens(selector).map(({ text }) => text).join(''), selector);
  }
});

test('a title sorts by its interesting end, then by the other, then not at all', () => {
  assert.equal(nextSort(null, 'calls', true), '-calls');
  assert.equal(nextSort('-calls', 'calls', true), 'calls');
  assert.equal(nextSort('calls', 'calls', true), null);
  assert.equal(nextSort('-calls', 'name', false), 'name');
});

test('sorting is stable, knows numbers in names, and puts what is missing last', () => {
  const rows = [{ n: 'a10', i: 0 }, { n: null, i: 1 }, { n: 'a9', i: 2 }, { n: 'a9', i: 3 }];
  const order = (isDescending) => sortedBy(rows, ({ n }) => n, isDescending).map(({ i }) => i);
  assert.deepEqual(order(false), [2, 3, 0, 1]);
  assert.deepEqual(order(true), [0, 2, 3, 1]);
});

test('too many waiting events are counted, not kept; what announces something is kept', () => {
  const pending = new PendingEvents(10);
  const calls = Array.from({ length: 30 }, () => ({ name: 'invocation' }));
  pending.add([{ name: 'gap' }, ...calls]);
  assert.equal(pending.callCount, 30);
  assert.deepEqual(pending.take(), { events: [{ name: 'gap' }], hasOverflowed: true });
  assert.equal(pending.isEmpty, true);
  pending.add([{ name: 'running' }, { name: 'invocation' }]);
  assert.equal(pending.callCount, 1);
  assert.equal(pending.take().events.length, 2);
});
