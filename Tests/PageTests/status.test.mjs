// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bannersOf } from '../../public/model/banners.js';
import { APIError } from '../../public/net/api.js';
import { Poller, StatusPoller } from '../../public/net/poller.js';

const settled = () => new Promise((done) => setImmediate(done));

/** A request in the test's hands, that ends like one of the browser when it is given up. */
function heldRequest(signal) {
  let answer;
  const reply = new Promise((done, fail) => {
    answer = done;
    signal.addEventListener('abort', () => fail(signal.reason));
  });
  return { reply, answer, signal };
}

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

test('a server that never answers is told from a live one, until it answers again', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const world = { clock: 0, asked: [], heard: [] };
  const pass = async (milliseconds) => {
    world.clock += milliseconds;
    context.mock.timers.tick(milliseconds);
    await settled();
  };
  const api = { status: (signal) => (world.asked.push(heldRequest(signal)), world.asked.at(-1).reply) };
  const onChange = (status) => world.heard.push(status && status.epoch);
  const server = new StatusPoller({ api, now: () => world.clock, onChange });
  server.start();
  await pass(19_000);
  assert.deepEqual([server.isSilent, world.heard], [false, []], 'a slow server is not a silent one');
  await pass(1000);
  assert.deepEqual([server.isSilent, world.heard], [true, [null]]);
  await pass(2000);
  assert.equal(world.asked.length, 2, 'it is asked again soon');
  assert.equal(server.isSilent, true, 'a question is no answer');
  world.asked[1].answer({ version: '1.0.0', epoch: 'e1', counters: { calls: 1 } });
  await settled();
  assert.deepEqual([server.isSilent, world.heard], [false, [null, 'e1']]);
  server.stop();
});

test('a server that answers with an error is there', async () => {
  let error = new APIError(503, {});
  const server = new StatusPoller({ api: { status: () => Promise.reject(error) }, now: () => 0, onChange() {} });
  await server.refresh();
  assert.equal(server.isSilent, false);
  error = new APIError(0, {});
  await server.refresh();
  assert.equal(server.isSilent, true);
  server.stop();
});

test('what may take its time is waited for, and a replaced question is dropped without an error', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const asked = [];
  const load = (signal) => (asked.push(heldRequest(signal)), asked.at(-1).reply);
  const heard = [];
  const options = { load, interval: 10, now: () => 0, onData: (data) => heard.push(data), onError: assert.fail };
  const patient = new Poller(options);
  patient.start();
  context.mock.timers.tick(600_000);
  asked[0].answer('late');
  await settled();
  assert.deepEqual(heard, ['late']);
  patient.stop();
  const replaced = new Poller({ ...options, patience: 20_000 });
  replaced.start();
  void replaced.refresh();
  await settled();
  assert.deepEqual(asked.slice(1).map(({ signal }) => signal.aborted), [true, false]);
  replaced.stop();
});

test('while the server does not answer, a banner says so beside an open stream, and else the stream tells', () => {
  const calm = { isLoaded: true, isReplay: false, programs: [], sorted: null, file: null, problem: null, now: 0 };
  const banner = (facts) => bannersOf({ ...calm, ...facts }).connection?.text ?? null;
  const live = { phase: 'live', retryAt: null, farewell: null };
  assert.match(banner({ stream: live, isSilent: true }), /^The server does not answer\..*may be old/);
  assert.equal(banner({ stream: live, isSilent: false }), null);
  assert.equal(banner({ stream: live, isSilent: true, isLoaded: false }), null);
  assert.match(banner({ stream: { ...live, phase: 'waiting' }, isSilent: true }), /^Disconnected/);
});
