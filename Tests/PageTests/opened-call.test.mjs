// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Reactions } from '../../public/control/reactions.js';
import { OpenedCall } from '../../public/net/opened-call.js';

const record = (seq, more = {}) => ({ id: `e1-${seq}`, seq, parent: null, children: [], state: 'returned', ...more });

function setUp(records, { known = () => undefined } = {}) {
  const requests = [];
  const world = { isBroken: false };
  const api = {
    async invocation(id) {
      requests.push(id);
      if (world.isBroken) throw Object.assign(new Error('The server does not answer'), { status: 0 });
      const found = records.find((each) => each.id === id);
      if (!found) throw Object.assign(new Error('gone'), { status: 410, code: 'evicted' });
      return found;
    },
    async invocations({ after }) {
      requests.push(`after ${after}`);
      return { items: records.filter(({ seq }) => seq > after) };
    },
  };
  return { opened: new OpenedCall({ api, known, onChange() {} }), requests, world };
}

test("the list's record is shown at once, the whole one when it comes", async () => {
  const { opened } = setUp([record(7, { comment: 'whole' })], { known: () => record(7) });
  const loading = opened.open('e1-7');
  assert.equal(opened.call.seq, 7);
  assert.equal(opened.isLoading, true);
  await loading;
  assert.equal(opened.call.comment, 'whole');
  assert.equal(opened.isLoading, false);
});

test('ancestors are found up to the outermost, and where one is gone its id stays', async () => {
  const { opened } = setUp([record(5, { parent: 'e1-3' }), record(7, { parent: 'e1-5' })]);
  await opened.open('e1-7');
  assert.deepEqual(opened.call.ancestors, [{ id: 'e1-3' }, record(5, { parent: 'e1-3' })]);
});

test('children become records with one request', async () => {
  const { opened, requests } = setUp([record(7, { children: ['e1-8', 'e1-9'] }), record(8), record(9)]);
  await opened.open('e1-7');
  assert.deepEqual(opened.call.children.map(({ seq }) => seq), [8, 9]);
  assert.deepEqual(requests, ['e1-7', 'after 7']);
});

test('another run and evicted calls are known without asking', async () => {
  const { opened, requests } = setUp([]);
  opened.compare('e1', 10);
  await opened.open('e0-12');
  assert.equal(opened.problem, 'otherEpoch');
  await opened.open('e1-9');
  assert.equal(opened.problem, 'evicted');
  assert.deepEqual(requests, []);
});

test('an opened call that is evicted stays readable', async () => {
  const { opened } = setUp([record(7)]);
  await opened.open('e1-7');
  opened.compare('e1', 30);
  assert.equal(opened.problem, 'evicted');
  assert.equal(opened.call.seq, 7);
});

test('a marked call outlives the oldest one that is stored', async () => {
  const { opened } = setUp([record(7, { marked: true })]);
  await opened.open('e1-7');
  opened.compare('e1', 30);
  assert.equal(opened.problem, null);
});

test('a running call that returns is brought up to date', async () => {
  const { opened } = setUp([record(7, { state: 'running' })]);
  await opened.open('e1-7');
  opened.refreshed(record(7, { durationNanoseconds: 5 }));
  assert.equal(opened.call.durationNanoseconds, 5);
  opened.refreshed(record(8));
  assert.equal(opened.call.seq, 7);
});

test('a closure that is called after the call was opened is brought up to date', async () => {
  const completions = (count) => [{ argument: 1, state: count ? 'called' : 'pending', count, calls: [] }];
  const { opened } = setUp([record(7, { completion: 'pending', completions: completions(0), next: 'e1-9' })]);
  await opened.open('e1-7');
  opened.refreshed(record(7, { completion: 'called', completions: completions(1) }));
  assert.deepEqual([opened.call.completion, opened.call.completions[0].count, opened.call.next], ['called', 1, 'e1-9']);
});

test('of two calls opened in quick succession the second wins', async () => {
  const { opened } = setUp([record(7), record(8)]);
  const first = opened.open('e1-7');
  await opened.open('e1-8');
  await first;
  assert.equal(opened.call.seq, 8);
});

test('what is noted on a call and taken away again is shown, and its relatives stay', async () => {
  const { opened } = setUp([record(7, { previous: 'e1-3', next: 'e1-9' })]);
  await opened.open('e1-7');
  opened.refreshed({ id: 'e1-7', seq: 7, state: 'returned', marked: true, comment: 'odd' });
  assert.deepEqual([opened.call.marked, opened.call.comment, opened.call.next], [true, 'odd', 'e1-9']);
  opened.refreshed({ id: 'e1-7', seq: 7, state: 'returned' });
  assert.deepEqual([opened.call.marked, opened.call.comment], [undefined, undefined]);
});

test('what a silent server did not tell is asked for when it answers, and nothing is lost until then', async () => {
  const listed = [record(7)];
  const { opened, requests, world } = setUp([record(7, { next: 'e1-9' })], { known: () => listed[0] });
  const changed = reactionsTo({ opened });
  world.isBroken = true;
  await opened.open('e1-7');
  assert.equal(opened.problem, 'unreachable');
  changed(null);
  assert.equal(requests.length, 1, 'a server that does not answer is not asked');
  listed.length = 0;
  changed({ counters: {} });
  assert.deepEqual([opened.problem, opened.call?.seq], ['unreachable', 7], 'what is shown stays meanwhile');
  await opened.loaded;
  assert.equal(opened.problem, 'unreachable');
  world.isBroken = false;
  changed({ counters: {} });
  await opened.loaded;
  assert.deepEqual([opened.problem, opened.call.next], [null, 'e1-9']);
  changed({ counters: {} });
  assert.equal(requests.length, 3, 'once is enough');
});

/** Passes on what the server's status is. */
function reactionsTo(parts) {
  globalThis.document = { hidden: true };
  const part = { setFleet() {}, update() {}, setCount() {}, statusChanged() {}, draw() {} };
  const views = { traffic: part, totals: part, tabs: part };
  const others = { views, live: part, holding: part, polled: part, drawing: part, navigation: { state: { tab: '' } } };
  const reactions = new Reactions({ ...others, feed: {}, server: {}, filtering: {}, ...parts });
  return (status) => reactions.statusChanged(status);
}

/** An opened call whose list is in the test's hands. */
function setUpList(stored, held) {
  const world = { held };
  const { opened } = setUp(stored, { known: () => world.held });
  const feed = { epoch: 'e1', oldest: 1, callWith: () => world.held };
  const nothing = () => {};
  const parts = { feed, opened, server: { isFleet: false }, filtering: {} };
  const reactions = new Reactions({ ...parts, firstCall: { find: nothing }, drawing: { drawTraffic: nothing } });
  return Object.assign(world, { opened, changed: () => reactions.feedChanged('status') });
}

test('what a paused list has not heard of a call stays in the details', async () => {
  const world = setUpList([record(7, { durationNanoseconds: 5 })], record(7, { state: 'running' }));
  await world.opened.open('e1-7');
  world.changed();
  assert.deepEqual([world.opened.call.state, world.opened.call.durationNanoseconds], ['returned', 5]);
});

test('what the list hears of an opened call is shown, be it while the call is loaded', async () => {
  const world = setUpList([record(7, { state: 'running' })], record(7, { state: 'running' }));
  const loading = world.opened.open('e1-7');
  world.held = record(7, { durationNanoseconds: 5 });
  world.changed();
  await loading;
  world.changed();
  assert.equal(world.opened.call.durationNanoseconds, 5);
  world.held = record(7, { comment: 'odd' });
  world.changed();
  assert.equal(world.opened.call.comment, 'odd');
});
