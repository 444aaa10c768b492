// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { SharedStream } from '../../public/net/shared-stream.js';

const event = (number, name = 'invocation') => ({ name, id: `e1-${number}`, data: `{"seq":${number}}` });
const range = (from, to) => Array.from({ length: to - from + 1 }, (_, index) => event(from + index));

const kept = ['navigator', 'BroadcastChannel'].map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)]);
after(() => {
  for (const [name, property] of kept) {
    if (property) Object.defineProperty(globalThis, name, property);
    else delete globalThis[name];
  }
});

/** A tab beside one that has the connection, whose messages are in the test's hands. */
function setUp() {
  const world = { events: [], asked: [] };
  const replace = (name, value) => Object.defineProperty(globalThis, name, { value, configurable: true });
  replace('navigator', { locks: { request: () => new Promise(() => {}) } });
  replace('BroadcastChannel', class {
    postMessage = (message) => world.asked.push(message);
    close() {}
    constructor() {
      world.hear = (data) => this.onmessage({ data });
    }
  });
  world.stream = new SharedStream({
    filter: '',
    onEvents: (events) => world.events.push(...events),
    onStatus() {},
  });
  world.take = () => world.events.splice(0).map(({ name, id }) => (name === 'gap' ? 'gap' : Number(id.split('-')[1])));
  return world;
}

test('calls that came while the list was fetched anew are no gap afterwards', () => {
  const { stream, hear, take } = setUp();
  stream.start('e1-50');
  hear({ events: range(51, 60), after: 'e1-50' });
  // The answer is as of 55; what followed has been delivered.
  stream.start('e1-55');
  take();
  hear({ events: range(61, 62), after: 'e1-60' });
  assert.deepEqual(take(), [61, 62]);
});

test('a list of another run takes the place of the point before', () => {
  const { stream, hear, take } = setUp();
  stream.start('e1-50');
  stream.start('e2-3');
  hear({ events: [{ ...event(4), id: 'e2-4' }], after: 'e2-3' });
  assert.deepEqual(take(), [4]);
});

test('what another tab passed on before this one listened is a gap, also when more comes before the list', () => {
  const { stream, hear, take } = setUp();
  hear({ events: range(61, 62), after: 'e1-60' });
  hear({ events: range(63, 64), after: 'e1-62' });
  stream.start('e1-50');
  assert.deepEqual(take(), ['gap', 61, 62, 63, 64]);
});

test('what came before the list and is in it is not delivered again', () => {
  const { stream, hear, take } = setUp();
  hear({ events: range(48, 52), after: 'e1-47' });
  stream.start('e1-50');
  assert.deepEqual(take(), [51, 52]);
});
