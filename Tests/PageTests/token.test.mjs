// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';

/** @type {Channel} */
let channel;

/** What other tabs hear and say. */
class Channel {
  /** @type {object[]} */
  said = [];
  /** @type {(event: { data: object }) => void} */
  onmessage = () => {};

  constructor() {
    channel = this;
  }

  /** @param {object} message */
  postMessage(message) {
    this.said.push(message);
  }
}

/** @type {typeof import('../../public/net/token.js')} */
let tab;
let count = 0;

beforeEach(async () => {
  mock.timers.reset();
  mock.timers.enable({ apis: ['setTimeout'] });
  Object.assign(globalThis, {
    BroadcastChannel: Channel,
    location: { hash: '', pathname: '/', search: '' },
    sessionStorage: { getItem: () => null, setItem: () => {} },
    addEventListener: () => {},
  });
  // A module of its own for each test: it keeps the token.
  tab = await import(`../../public/net/token.js?${(count += 1)}`);
  tab.adoptToken();
});

test('a token that another tab tells is used at once, by all requests that wait for it', async () => {
  const asked = [tab.askOtherTabs(), tab.askOtherTabs()];
  mock.timers.tick(1_500);
  channel.onmessage({ data: { token: 'abc' } });
  assert.deepEqual(await Promise.all(asked), [true, true]);
  assert.deepEqual(channel.said, [{ ask: true }]);
  assert.deepEqual(tab.authorization(), { Authorization: 'Bearer abc' });
});

test('a request that was refused before the token came is tried again with it', async () => {
  channel.onmessage({ data: { token: 'abc' } });
  assert.equal(await tab.askOtherTabs(), true);
  assert.deepEqual(channel.said, []);
});

test('without another tab, a request fails after two seconds, and the next one asks again', async () => {
  for (let time = 1; time <= 2; time += 1) {
    const asked = tab.askOtherTabs();
    mock.timers.tick(2_000);
    assert.equal(await asked, false);
    assert.equal(channel.said.length, time);
  }
});

test('a tab with a token tells it to one that asks', () => {
  channel.onmessage({ data: { token: 'abc' } });
  channel.onmessage({ data: { ask: true } });
  assert.deepEqual(channel.said, [{ token: 'abc' }]);
});
