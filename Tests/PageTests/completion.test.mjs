// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completionText, findingsOf } from '../../public/model/call.js';

test('a closure that was called twice, or can never be called, is odd; one that is waited for is not', () => {
  const ids = (call) => findingsOf(call).map(({ id }) => id);
  assert.deepEqual(ids({ completion: 'never' }), ['completion_never']);
  assert.deepEqual(ids({ completion: 'twice', findings: ['off_main'] }), ['off_main', 'completion_twice']);
  assert.deepEqual(ids({ completion: 'pending' }), []);
  assert.deepEqual(ids({ completion: 'called' }), []);
  assert.deepEqual(ids({}), []);
});

test('a line tells what became of a closure', () => {
  assert.equal(completionText({ state: 'pending', count: 0 }), 'Not called yet.');
  assert.equal(completionText({ state: 'called', count: 1 }), 'Called once.');
  assert.equal(completionText({ state: 'twice', count: 3 }), 'Called 3 times.');
  assert.match(completionText({ state: 'never', count: 0, releasedAfterNanoseconds: 5_000_000 }), /5.* ms after/);
});
