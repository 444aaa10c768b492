// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StatusPoller } from '../../public/net/poller.js';

/** What a poller that gets these counters, two seconds apart, takes for lost after each. */
async function unaccountedAfter(...replies) {
  let clock = 0;
  let reply;
  const api = { status: async () => ({ version: '1.0.0', epoch: 'e1', ...reply }) };
  const server = new StatusPoller({ api, now: () => clock, onChange() {} });
  const seen = [];
  for (const { calls, unaccounted, ...more } of replies) {
    reply = { counters: { calls, unaccounted }, ...more };
    clock += 2000;
    await server.refresh();
    seen.push(server.unaccounted);
  }
  server.stop();
  return seen;
}

test('calls on their way to the store are no loss; those that are missing after a pause are', async () => {
  const busy = [{ calls: 10, unaccounted: 3 }, { calls: 20, unaccounted: 5 }, { calls: 20, unaccounted: 0 }];
  assert.deepEqual(await unaccountedAfter(...busy), [0, 0, 0]);
  const lossy = [{ calls: 20, unaccounted: 12 }, { calls: 20, unaccounted: 12 }, { calls: 30, unaccounted: 15 }];
  assert.deepEqual(await unaccountedAfter(...lossy), [0, 12, 12], 'a loss stays one while calls are made');
  assert.deepEqual(await unaccountedAfter(...lossy, { calls: 40, unaccounted: 0 }), [0, 12, 12, 0]);
});

test('a loss belongs to a run, and files and older servers know none', async () => {
  const still = { calls: 20, unaccounted: 12 };
  assert.deepEqual(await unaccountedAfter(still, still, { ...still, epoch: 'e2' }), [0, 12, 0]);
  assert.deepEqual(await unaccountedAfter(still, still, { ...still, version: null }), [0, 12, 0]);
  assert.deepEqual(await unaccountedAfter({ calls: 20 }, { calls: 20 }), [0, 0]);
});
