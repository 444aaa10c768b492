// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TrafficFeed } from '../../public/net/traffic-feed.js';

const call = (seq, epoch = 'e1') => ({ id: `${epoch}-${seq}`, seq, state: 'returned' });
const event = (number, seq = 0) => ({ id: `e1-e${number}`, number, seq, proxy: 1, what: 'installed' });
const settled = () => new Promise((done) => setImmediate(done));

/** A feed over a server of numbered calls; frames and events are in the test's hands. */
function setUp({ newest = 50, hasEvents = false } = {}) {
  const world = { epoch: 'e1', oldest: 1, newest, requests: [], changes: [], frames: [], clock: 0, hold: null };
  Object.assign(world, { happened: [], eventRequests: [], eventHold: null, anchor: null, opened: null });
  const api = {
    async invocations(parameters) {
      world.requests.push(parameters);
      const reply = world.reply(parameters);
      if (world.hold) await world.hold;
      return reply;
    },
    async events({ limit, before }) {
      world.eventRequests.push(before ?? null);
      const last = before === undefined ? Infinity : Number(before.split('-e')[1]);
      const found = world.happened.filter(({ number }) => number < last).reverse();
      const items = found.slice(0, Math.min(limit, 2));
      const next = found.length > items.length ? items.at(-1).id : null;
      if (world.eventHold) await world.eventHold;
      return { items, next, epoch: world.epoch };
    },
  };
  world.reply = ({ order, limit, after = 0, before = Infinity }) => {
    const seqs = [];
    for (let seq = world.oldest; seq <= world.newest; seq += 1) if (seq > after && seq < before) seqs.push(seq);
    if (order === 'desc') seqs.reverse();
    const stored = Math.max(0, world.newest - world.oldest + 1);
    return {
      items: seqs.slice(0, limit).map((seq) => call(seq, world.epoch)),
      matched: stored,
      stored,
      evicted: world.oldest - 1,
      oldest: world.oldest,
      newest: world.newest,
      epoch: world.epoch,
      streamFrom: `${world.epoch}-${world.newest}`,
    };
  };
  world.feed = new TrafficFeed({
    api,
    hasEvents: () => hasEvents,
    openStream(options) {
      world.stream = {
        ...options,
        started: [],
        closed: false,
        start: (from) => world.stream.started.push(from),
        retry() {},
        close: () => (world.stream.closed = true),
      };
      return world.stream;
    },
    reader: () => ({ anchor: world.anchor, opened: world.opened }),
    schedule: (run) => world.frames.push(run),
    now: () => world.clock,
    onChange: (change, added) => world.changes.push([change, added]),
  });
  world.frame = () => world.frames.splice(0).forEach((run) => run());
  world.send = (...events) =>
    world.stream.onEvents(events.map(([name, data]) => ({ name, id: '', data: JSON.stringify(data) })));
  world.last = () => world.changes.at(-1);
  return world;
}

test('it lists first and streams from where the list was taken', async () => {
  const world = setUp();
  await world.feed.load('');
  assert.equal(world.feed.list.total, 50);
  assert.deepEqual(world.stream.started, ['e1-50']);
  assert.equal(world.changes[0][0], 'replaced');
});

test('many events make one change, with the next frame', async () => {
  const world = setUp();
  await world.feed.load('');
  world.changes.length = 0;
  world.send(['invocation', call(51)]);
  world.send(['invocation', call(52)], ['invocation', call(53)]);
  assert.equal(world.frames.length, 1);
  world.frame();
  assert.deepEqual(world.changes, [['rows', 3]]);
  assert.equal(world.feed.list.total, 53);
});

test('events that arrive while the list is fetched are not lost', async () => {
  const world = setUp();
  await world.feed.load('');
  let release;
  world.hold = new Promise((done) => (release = done));
  const reloading = world.feed.reload();
  world.newest = 51;
  world.send(['invocation', call(51)]);
  world.frame();
  release();
  await reloading;
  assert.equal(world.feed.list.total, 51);
});

test('a pause keeps events and counts the calls among them', async () => {
  const world = setUp();
  await world.feed.load('');
  world.feed.pause();
  world.send(['invocation', call(51)], ['running', { ...call(52), state: 'running' }]);
  world.frame();
  assert.equal(world.feed.waiting, 1);
  assert.equal(world.feed.list.total, 50);
  world.feed.resume();
  assert.equal(world.feed.list.total, 52);
  assert.equal(world.feed.waiting, 0);
});

test('a flood is not applied call by call: the list is asked for anew', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const world = setUp();
  await world.feed.load('');
  world.clock = 10_000;
  world.send(...Array.from({ length: 2500 }, (_, index) => ['invocation', call(51 + index)]));
  world.frame();
  context.mock.timers.tick(0);
  assert.equal(world.last()[0], 'stale');
  assert.equal(world.feed.list.total, 50);
});

test('a flood that goes on asks for the list twice a second at most', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const world = setUp();
  await world.feed.load('');
  world.clock = 100;
  world.send(['reset', { reason: 'future' }]);
  world.frame();
  context.mock.timers.tick(399);
  assert.notEqual(world.last()[0], 'stale');
  context.mock.timers.tick(1);
  assert.equal(world.last()[0], 'stale');
});

test('a gap of evicted calls becomes a line, one of skipped calls a new list', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const world = setUp();
  await world.feed.load('');
  world.clock = 10_000;
  world.send(['gap', { missed: 7, reason: 'evicted' }], ['invocation', call(58)]);
  world.frame();
  assert.deepEqual(world.feed.list.rowAt(50), { kind: 'gap', seq: 50.5, missed: 7 });
  world.send(['gap', { missed: 7, reason: 'slow' }]);
  world.frame();
  context.mock.timers.tick(0);
  assert.equal(world.last()[0], 'stale');
});

test('the list of another run replaces the one that is shown', async () => {
  const world = setUp();
  await world.feed.load('');
  Object.assign(world, { epoch: 'e2', newest: 3 });
  await world.feed.reload();
  assert.equal(world.last()[0], 'restarted');
  assert.equal(world.feed.list.total, 3);
});

test('what comes into view is fetched, with the surroundings of the reader after a reload', async () => {
  const world = setUp({ newest: 100_000 });
  await world.feed.load('', 40_000);
  assert.ok(world.feed.list.ordinalOf(40_000) >= 0);
  world.feed.ensure(70_000, 70_050);
  await settled();
  await settled();
  assert.equal(world.feed.list.rowAt(70_010).seq, 70_011);
});

test('a fast scroll asks only for where it stopped', async () => {
  const world = setUp({ newest: 100_000 });
  await world.feed.load('');
  world.requests.length = 0;
  let release;
  world.hold = new Promise((done) => (release = done));
  for (let place = 10_000; place <= 60_000; place += 10_000) world.feed.ensure(place, place + 40);
  release();
  world.hold = null;
  for (let round = 0; round < 6; round += 1) await settled();
  assert.equal(world.requests.length, 2);
  assert.equal(world.feed.list.rowAt(60_020).seq, 60_021);
});

test('a refused filter is told and not tried again; a silent server is tried again', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const world = setUp();
  world.reply = () => {
    throw Object.assign(new Error('no such key'), { status: 400, position: 3 });
  };
  await world.feed.load('x:y');
  assert.equal(world.last()[0], 'failed');
  context.mock.timers.tick(10_000);
  assert.equal(world.last()[0], 'failed');
  world.reply = () => {
    throw Object.assign(new Error('nobody'), { status: 0, position: null });
  };
  await world.feed.reload();
  context.mock.timers.tick(3000);
  assert.equal(world.last()[0], 'stale');
});

test('a sleeping feed has no stream and catches up when it wakes', async () => {
  const world = setUp();
  await world.feed.load('');
  world.feed.sleep();
  assert.equal(world.stream.closed, true);
  world.newest = 60;
  world.feed.wake(null);
  await settled();
  await settled();
  assert.equal(world.feed.list.total, 60);
  assert.deepEqual(world.stream.started, ['e1-60']);
});

test('a paused feed keeps its list when it wakes, and streams what came after it', async () => {
  const world = setUp();
  await world.feed.load('');
  world.stream.onEvents([{ name: 'invocation', id: 'e1-51', data: JSON.stringify(call(51)) }]);
  world.frame();
  world.feed.pause();
  world.feed.sleep();
  const asked = world.requests.length;
  world.newest = 60;
  world.feed.wake(null);
  await settled();
  assert.equal(world.requests.length, asked);
  assert.equal(world.feed.list.total, 51);
  assert.deepEqual(world.stream.started, ['e1-51']);
});

test('the call of another run with the same number is not taken for the one that was asked for', async () => {
  const world = setUp();
  await world.feed.load('');
  assert.equal(world.feed.callWith('e1-7').id, 'e1-7');
  assert.equal(world.feed.callWith('e0-7'), undefined);
});

test('totals are asked for after an eviction', async () => {
  const world = setUp();
  await world.feed.load('');
  world.oldest = 21;
  await world.feed.refreshTotals();
  assert.equal(world.feed.list.total, 30);
  assert.equal(world.feed.oldest, 21);
});

test('a search that the server broke off goes on until the page is full', async () => {
  const world = setUp({ newest: 100_000 });
  const reply = world.reply;
  // Every thousandth call matches, and the server looks at 20 000 calls at a time.
  world.reply = (parameters) => {
    const { items: _, ...rest } = reply({ ...parameters, limit: 0 });
    const highest = Number(String(parameters.before ?? 100_001).split('-').at(-1)) - 1;
    const lowest = Math.max(1, highest - 19_999);
    const items = [];
    for (let seq = highest; seq >= lowest; seq -= 1) if (seq % 1000 === 0) items.push(call(seq));
    return { ...rest, items, matched: null, matchedAtLeast: 100, continue: lowest > 1 ? `e1-${lowest}` : null };
  };
  await world.feed.load('rare');
  assert.equal(world.feed.list.heldCount, 100);
  assert.equal(world.feed.list.total, 100);
  assert.equal(world.requests.length, 5);
  assert.equal(world.feed.list.missing(0, 100, 200), null, 'nothing is left to ask for');
});

test('a note on a held call is shown, one on any other changes nothing', async () => {
  const world = setUp({ newest: 1000 });
  await world.feed.load('');
  world.send(['update', { ...call(990), marked: true }], ['update', { ...call(5), marked: true }]);
  world.frame();
  assert.equal(world.feed.list.rowWith(990).marked, true);
  assert.equal(world.feed.list.total, 1000);
  world.send(['update', call(990)]);
  world.frame();
  assert.equal(world.feed.list.rowWith(990).marked, undefined);
});

const numbers = (world) => world.feed.events.rows.map((row) => row.event.number);
const rounds = async (count = 8) => {
  for (let round = 0; round < count; round += 1) await settled();
};

test('what is noted on a call that arrives in the same frame is shown', async () => {
  const world = setUp();
  await world.feed.load('');
  world.send(['invocation', call(51)], ['update', { ...call(51), comment: 'odd' }], ['update', { ...call(99) }]);
  world.frame();
  assert.equal(world.feed.callWith('e1-51').comment, 'odd');
  assert.equal(world.feed.callWith('e1-99'), undefined);
  assert.deepEqual(world.last(), ['rows', 1]);
});

test('events of proxies are read page by page after the calls, and continued by the stream, each once', async () => {
  const world = setUp({ hasEvents: true });
  world.happened = [1, 2, 3, 4, 5].map((number) => event(number));
  let release;
  world.eventHold = new Promise((done) => (release = done));
  await world.feed.load('');
  assert.equal(world.feed.list.total, 50, 'the calls do not wait for the events');
  world.send(['lifecycle', event(5)], ['lifecycle', event(6)]);
  world.frame();
  release();
  await rounds();
  assert.deepEqual(world.eventRequests, [null, 'e1-e4', 'e1-e2']);
  assert.deepEqual(numbers(world), [1, 2, 3, 4, 5, 6]);
  world.send(['lifecycle', event(6)], ['lifecycle', event(7)]);
  world.frame();
  assert.deepEqual(numbers(world), [1, 2, 3, 4, 5, 6, 7]);
  assert.deepEqual(world.last(), ['rows', undefined], 'an event is no new call');
});

test('events that were cleared go with the next list, another filter or run begins without any', async () => {
  const world = setUp({ hasEvents: true });
  world.happened = [event(1), event(2)];
  await world.feed.load('');
  await rounds();
  assert.deepEqual(numbers(world), [1, 2]);
  world.happened = [event(3)];
  await world.feed.reload();
  await rounds();
  assert.deepEqual(numbers(world), [3]);
  world.happened = [];
  await world.feed.load('state:threw');
  assert.deepEqual(numbers(world), []);
});

test('events go when all are cleared, and those that arrive while the list is asked for stay', async () => {
  const world = setUp({ hasEvents: true });
  world.happened = [event(1), event(2)];
  await world.feed.load('');
  await rounds();
  world.happened = [];
  let release;
  world.eventHold = new Promise((done) => (release = done));
  await world.feed.reload();
  world.send(['lifecycle', event(3)]);
  world.frame();
  release();
  await rounds();
  assert.deepEqual(numbers(world), [3]);
});

test('a flood of events is not kept event by event while the list is paused', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const world = setUp({ hasEvents: true });
  await world.feed.load('');
  await rounds();
  world.clock = 10_000;
  world.feed.pause();
  world.send(...Array.from({ length: 2500 }, (_, index) => ['lifecycle', event(index + 1)]));
  world.frame();
  world.feed.resume();
  context.mock.timers.tick(0);
  assert.equal(world.last()[0], 'stale');
});

test('a list that nothing draws keeps its end and what the reader left there, and stays bounded', async () => {
  const world = setUp();
  await world.feed.load('');
  [world.anchor, world.opened] = [40, 'e1-9000'];
  let most = 0;
  for (let first = 51; first < 60_000; first += 1000) {
    world.send(...Array.from({ length: 1000 }, (_, index) => ['invocation', call(first + index)]));
    world.frame();
    most = Math.max(most, world.feed.list.heldCount);
  }
  assert.ok(most < 30_000, `${most} rows were held`);
  assert.equal(world.feed.list.total, 60_050);
  const isHeld = (seq) => world.feed.list.rowWith(seq) !== undefined;
  assert.deepEqual([40, 9000, 30_000, 60_050].map(isHeld), [true, true, false, true]);
});

test('a gap without calls adds no line', async () => {
  const world = setUp();
  await world.feed.load('');
  world.send(['gap', { from: null, to: null, missed: 0, missedEvents: 3, reason: 'evicted' }]);
  world.frame();
  assert.equal(world.feed.list.total, 50);
});

test('a server without a list of events is not asked for one', async () => {
  const world = setUp();
  await world.feed.load('');
  await rounds();
  assert.deepEqual(world.eventRequests, []);
});
