// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectionOf, StreamMachine } from '../../public/model/stream-machine.js';

function liveMachine() {
  const machine = new StreamMachine();
  machine.started('e-7');
  machine.received('hello', '');
  return machine;
}

test('it connects after the last known event and is live once the server says hello', () => {
  const machine = new StreamMachine();
  assert.deepEqual(machine.started('e-7'), [{ do: 'connect', resumeFrom: 'e-7' }]);
  assert.equal(machine.status.phase, 'connecting');
  machine.received('hello', '');
  assert.equal(machine.status.phase, 'live');
});

test('after a failure it waits, then resumes after the last event that it got', () => {
  const machine = liveMachine();
  machine.received('invocation', 'e-9');
  assert.deepEqual(machine.failed(5000), [{ do: 'disconnect' }, { do: 'wake', at: 6000 }]);
  assert.equal(machine.status.retryAt, 6000);
  assert.deepEqual(machine.retried(), [{ do: 'connect', resumeFrom: 'e-9' }]);
});

test('events without an id do not move the point of resumption', () => {
  const machine = liveMachine();
  machine.received('running', '');
  machine.failed(1000);
  assert.deepEqual(machine.retried(), [{ do: 'connect', resumeFrom: 'e-7' }]);
});

test('the wait doubles up to fifteen seconds and is short again after a hello', () => {
  const machine = liveMachine();
  const waits = [];
  for (let round = 0; round < 6; round += 1) {
    waits.push(machine.failed(0)[1].at);
    machine.retried();
  }
  assert.deepEqual(waits, [1000, 2000, 4000, 8000, 15_000, 15_000]);
  machine.received('hello', '');
  assert.equal(machine.failed(0)[1].at, 1000);
});

test('a farewell is remembered until the next hello', () => {
  const machine = liveMachine();
  machine.received('bye', '', 'stopped');
  machine.failed(0);
  assert.equal(machine.status.farewell, 'stopped');
  machine.retried();
  machine.received('hello', '');
  assert.equal(machine.status.farewell, null);
});

test('a stopped machine neither fails nor retries', () => {
  const machine = liveMachine();
  machine.stopped();
  assert.deepEqual(machine.failed(0), []);
  assert.deepEqual(machine.retried(), []);
});

test('one failure is answered once, however many errors the browser reports', () => {
  const machine = liveMachine();
  machine.failed(0);
  assert.deepEqual(machine.failed(0), []);
});

test('a refused filter is not a lost connection, and nothing is live in a recording', () => {
  const phase = (facts) => connectionOf({ stream: 'idle', error: null, isReplay: false, isFile: false, ...facts });
  assert.equal(phase({}), 'connecting');
  assert.equal(phase({ error: { position: 4 } }), 'invalid');
  assert.equal(phase({ error: { position: null } }), 'idle');
  assert.equal(phase({ stream: 'waiting', error: { position: 4 } }), 'waiting');
  assert.equal(phase({ stream: 'live', isReplay: true }), 'recording');
  assert.equal(phase({ stream: 'live', isFile: true }), 'file');
  assert.equal(phase({ stream: 'live', isSilent: true }), 'silent', 'an open stream alone proves nothing');
  assert.equal(phase({ stream: 'waiting', isSilent: true }), 'waiting');
});
