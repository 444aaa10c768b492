// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onlyRecent, validMemory, withSaved, withUse } from '../../public/model/filter-memory.js';

const nothing = validMemory(null);

test('the filter that was used last stands first, and none stands twice', () => {
  const memory = ['a', 'b', 'a', 'c'].reduce(withUse, nothing);
  assert.deepEqual(memory.recent, ['c', 'a', 'b']);
  assert.deepEqual(withUse(memory, '').recent, ['c', 'a', 'b'], 'no filter is no filter to remember');
});

test('only so many are remembered', () => {
  let memory = nothing;
  for (let number = 0; number < 40; number += 1) memory = withUse(memory, `id:${number}`);
  assert.equal(memory.recent.length, 12);
  assert.equal(memory.recent[0], 'id:39');
});

test('a saved filter stays until it is taken away, and is not listed as recent too', () => {
  const memory = withSaved(withUse(withUse(nothing, 'a'), 'b'), 'a', true);
  assert.deepEqual([memory.saved, onlyRecent(memory)], [['a'], ['b']]);
  assert.deepEqual(withSaved(memory, 'a', false).saved, []);
});

test('whatever was stored, what comes out is usable', () => {
  for (const stored of [undefined, 7, 'x', { recent: 3, saved: [null, 'ok', '', {}] }, []]) {
    const memory = validMemory(stored);
    assert.ok(memory.saved.every((text) => text === 'ok') && memory.recent.length === 0);
  }
});
