// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAXIMUM_BAR_HEIGHT, ScrollMap } from '../../public/model/scroll-map.js';

const VIEWPORT = 600;

function mapOf(content) {
  const map = new ScrollMap();
  map.resize(content, VIEWPORT);
  return map;
}

test('content that fits scrolls one to one', () => {
  const map = mapOf(50_000);
  assert.equal(map.barHeight, 50_000);
  map.barMoved(1234.5);
  assert.equal(map.offset, 1234.5);
  assert.equal(map.barPosition, 1234.5);
});

test('a bar is never taller than browsers can lay out', () => {
  assert.equal(mapOf(26_000_000).barHeight, MAXIMUM_BAR_HEIGHT);
});

test('small steps in a long list move by exact pixels', () => {
  const map = mapOf(26_000_000);
  map.moveTo(13_000_000);
  map.barSettled(map.barPosition);
  map.barMoved(map.barPosition + 26);
  assert.equal(map.offset, 13_000_026);
});

test('dragging the bar to its ends reaches the ends of the content', () => {
  const map = mapOf(26_000_000);
  map.barMoved(MAXIMUM_BAR_HEIGHT - VIEWPORT);
  assert.equal(map.remaining, 0);
  map.barMoved(0);
  assert.equal(map.offset, 0);
});

test('a wheel that runs out of bar before it runs out of content is given room', () => {
  const map = mapOf(26_000_000);
  map.moveTo(3000);
  map.barSettled(500);
  assert.equal(map.barMoved(0), true);
  assert.equal(map.offset, 2500);
  assert.equal(map.barPosition, 2500);
});

test('every row can be reached by small steps from end to end', () => {
  const content = MAXIMUM_BAR_HEIGHT + 4000;
  const map = mapOf(content);
  map.moveTo(content);
  map.barSettled(map.barPosition);
  let bar = map.barPosition;
  let rounds = 0;
  while (map.offset > 0 && rounds < 200_000) {
    bar = Math.max(0, bar - 100);
    if (map.barMoved(bar)) {
      bar = map.barPosition;
      map.barSettled(bar);
    }
    rounds += 1;
  }
  assert.equal(map.offset, 0);
});

test('a list that shrinks keeps the offset inside', () => {
  const map = mapOf(50_000);
  map.moveTo(Infinity);
  map.resize(1000, VIEWPORT);
  assert.equal(map.offset, 400);
  map.resize(100, VIEWPORT);
  assert.equal(map.offset, 0);
});
