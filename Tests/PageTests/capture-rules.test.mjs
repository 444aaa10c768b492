// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSelective, patternLines, rulesOf, selectorPattern, toggled } from '../../public/model/capture-rules.js';

test('a server that says nothing of patterns records everything', () => {
  assert.equal(isSelective(rulesOf(null)), false);
  assert.equal(isSelective(rulesOf({ recording: true })), false);
  assert.equal(isSelective(rulesOf({ include: ['a'] })), true);
  assert.equal(isSelective(rulesOf({ include: [], exclude: ['a'] })), true);
});

test('each line that is not empty is a pattern', () => {
  assert.deepEqual(patternLines(' a(_:b:)(Int, B) \r\n\n*c*\n'), ['a(_:b:)(Int, B)', '*c*']);
  assert.deepEqual(patternLines(''), []);
});

test('a pattern is added, and taken away again', () => {
  const pattern = selectorPattern({ protocol: 'P', selector: 'f(_:)' });
  assert.equal(pattern, 'P.f(_:)');
  assert.deepEqual(toggled(['a'], pattern), ['a', 'P.f(_:)']);
  assert.deepEqual(toggled(['a', 'P.f(_:)'], pattern), ['a']);
});
