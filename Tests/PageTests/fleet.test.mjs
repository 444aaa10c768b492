// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cellTerms, negated, wholeTerm } from '../../public/model/cell-terms.js';
import {
  compareCalls,
  epochOf,
  gapAfter,
  justAfter,
  nameOf,
  orderAfter,
  orderOf,
} from '../../public/model/call-order.js';
import { EventList, eventText, MergedRows } from '../../public/model/event-list.js';
import { readExport } from '../../public/model/exported-file.js';
import { flameLanes } from '../../public/model/flame-layout.js';
import { instantText, parseInstant } from '../../public/model/instant.js';
import { parseProxyKey, proxyKey } from '../../public/model/proxy-state.js';
import { RowList } from '../../public/model/row-list.js';
import { api, APIError } from '../../public/net/api.js';
import { createFileAPI } from '../../public/net/file-api.js';
import { collectCalls } from '../../public/net/call-pages.js';
import { TrafficFeed } from '../../public/net/traffic-feed.js';
import { columnsFor, TRAFFIC_COLUMNS } from '../../public/views/traffic-columns.js';

const START = Date.UTC(2026, 10, 21, 9) * 1000;
const SHOP = { service: 'shop', version: '1.4', host: 'web-1', id: 4711 };
const CART = { service: 'cart', host: 'web-2', id: 4711 };
const PROCESSES = { a1: SHOP, b2: CART };

/** A call of a process; both processes count from 1 and have a thread 7. */
const call = (epoch, seq, start, more = {}) => ({
  id: `${epoch}-${seq}`,
  seq,
  parent: null,
  protocol: 'P',
  selector: 'f()',
  arguments: [],
  thread: { id: 7, name: 'worker', isMain: false },
  startedAt: instantText(START + start),
  durationNanoseconds: 1000,
  state: 'returned',
  returnPath: 'target',
  process: PROCESSES[epoch],
  ...more,
});

const range = (count) => Array.from({ length: count }, (_, index) => index);

/** Calls of two processes in turn, one a millisecond. */
const calls = Array.from({ length: 1000 }, (_, index) =>
  call(index % 2 === 0 ? 'a1' : 'b2', Math.floor(index / 2) + 1, index * 1000));

/** What a fleet's server answers: `oldest` and `newest` are positions of its own. */
function page({ order = 'desc', limit = 100, after, before, since = -Infinity }, all = calls) {
  const matching = all.filter(({ startedAt }) => parseInstant(startedAt) >= since);
  const place = (id) => all.findIndex((each) => each.id === id);
  const found = matching.filter((each) =>
    (after === undefined || place(each.id) > place(after)) && (before === undefined || place(each.id) < place(before)));
  const items = order === 'asc' ? found.slice(0, limit) : found.slice(-limit).reverse();
  return { items, matched: matching.length, stored: all.length, evicted: 0, oldest: 1, newest: 5 * all.length,
    epoch: 'fleet', streamFrom: 'fleet-9' };
}

/** As the feed passes replies on. */
const known = (reply, oldest = null) => ({ ...reply, oldest: oldest && orderOf(oldest), newest: null });

test('calls of a fleet are ordered by start, process and number, and named by their id', () => {
  const list = [call('b2', 1, 5), call('a1', 9, 5), call('a1', 10, 5), call('a1', 2, 4)];
  assert.deepEqual([...list].sort(compareCalls).map(({ id }) => id), ['a1-2', 'a1-9', 'a1-10', 'b2-1']);
  assert.equal(new Set(list.map(orderOf)).size, 4);
  assert.equal(nameOf(list[0]), 'b2-1');
  const alone = { id: 'a1-9', seq: 9, startedAt: list[0].startedAt };
  assert.deepEqual([orderOf(alone), nameOf(alone)], [9, 9], 'a process alone has numbers');
  assert.equal(epochOf('a1-e12'), 'a1');
});

test('a gap and events follow a call and come before the next', () => {
  const [first, second] = [orderOf(call('a1', 1, 5)), orderOf(call('a1', 2, 5))];
  assert.ok(first < justAfter(first) && justAfter(first) < gapAfter(first) && gapAfter(first) < second);
  assert.equal(gapAfter(gapAfter(first)), gapAfter(first));
  assert.ok(orderAfter(START + 5) > second && orderAfter(START + 5) < orderOf(call('a1', 3, 6)));
  assert.deepEqual([gapAfter(7), justAfter(7)], [7.5, 7.25]);
});

test('two calls with the same number are two rows', () => {
  const list = new RowList();
  list.applyPage({ order: 'desc', limit: 200 }, known(page({ limit: 200 }), calls[0]));
  assert.equal(list.total, 1000);
  assert.deepEqual([list.rowAt(999).id, list.rowAt(998).id], ['b2-500', 'a1-500']);
  assert.equal(list.rowNamed('a1-500').id, 'a1-500');
  assert.equal(list.ordinalOf(orderOf(calls[998])), 998);
  assert.equal(list.insert([call('a1', 501, 1_000_000), call('b2', 500, 999_000)]), 1, 'one is new');
  assert.equal(list.total, 1001);
});

test('a list of a fleet is filled page by page and by jumps, and has each call once', () => {
  const list = new RowList();
  list.applyPage({ order: 'desc', limit: 50 }, known(page({ limit: 50 }), calls[0]));
  const jump = list.missing(400, 430, 50);
  assert.equal(jump.base, 400);
  assert.ok(Math.abs(jump.since - (START + 400_000)) < 20_000, 'places are estimated by time');
  const ask = (request) => {
    const { since } = request;
    const reply = page(request);
    list.applyPage(request, since === undefined ? known(reply) : { ...known(reply), matched: null, matchedAtLeast: 0 });
  };
  for (const [from, to] of [[400, 430], [0, 1000]]) {
    let request;
    for (let rounds = 0; (request = list.missing(from, to, 50)) && rounds < 100; rounds += 1) ask(request);
  }
  assert.equal(list.total, 1000);
  assert.deepEqual(Array.from({ length: 1000 }, (_, index) => list.rowAt(index).id), calls.map(({ id }) => id));
});

test('a jump asks for calls that began at its instant or later, not for those that were under way', async (context) => {
  const fetched = context.mock.method(globalThis, 'fetch', async () => Response.json(page({})));
  await api.invocations({ order: 'asc', since: START + 5, filter: 'a OR b', limit: 10 });
  await api.invocations({ order: 'asc', since: START, limit: 10 });
  await api.invocations({ order: 'asc', after: 'a1-2', limit: 10 });
  const asked = fetched.mock.calls.map(({ arguments: [path] }) => new URL(path, 'http://localhost').searchParams);
  const filters = ['(a OR b) since:2026-11-21T09:00:00.000005Z', 'since:2026-11-21T09:00:00.000000Z', null];
  assert.deepEqual(asked.map((query) => query.get('filter')), filters);
  assert.ok(asked.every((query) => !query.has('since')));
});

test('a jump into a time without calls finds those of the day before', () => {
  const early = calls.slice(0, 800);
  const all = [...early, ...range(200).map((index) => call('a1', 1000 + index, 86_400_000_000 + index * 1000))];
  const list = new RowList();
  list.applyPage({ order: 'desc', limit: 200 }, known(page({ limit: 200 }, all), all[0]));
  let rounds = 0;
  for (let request; (request = list.missing(400, 440, 200)); rounds += 1) {
    assert.ok(rounds < 50, 'the rows never came');
    const reply = page(request, all);
    list.applyPage(request, request.since === undefined ? known(reply) : { ...known(reply), matched: null });
  }
  assert.ok(rounds > 1);
  assert.equal(list.total, 1000);
  assert.ok(range(40).every((index) => list.rowAt(400 + index)));
});

test('calls that began at the same moment are all found, however they are reached', () => {
  const all = range(1000).map((index) => call('a1', index + 1, index < 500 ? 0 : 1));
  const list = new RowList();
  list.applyPage({ order: 'desc', limit: 20 }, known(page({ limit: 20 }, all), all[0]));
  for (const [from, to] of [[0, 20], [450, 460], [200, 210], [0, 1000]]) {
    let rounds = 0;
    for (let request; (request = list.missing(from, to, 20)); rounds += 1) {
      assert.ok(rounds < 100, 'the rows never came');
      const reply = known(page(request, all));
      list.applyPage(request, request.since === undefined ? reply : { ...reply, matched: null });
    }
  }
  assert.deepEqual(range(1000).map((index) => list.rowAt(index)?.id), all.map(({ id }) => id));
});

test('evicted calls leave the list of a fleet', () => {
  const list = new RowList();
  list.applyPage({ order: 'asc', limit: 1001 }, known(page({ order: 'asc', limit: 1001 }), calls[0]));
  list.agree(known({ items: [], matched: 990 }, calls[10]));
  assert.equal(list.total, 990);
  assert.equal(list.rowAt(0).id, calls[10].id);
});

function feedOf(all = calls) {
  const world = { requests: [], all, refuses: () => false };
  const api = {
    async invocations(query) {
      world.requests.push(query);
      const refusal = world.refuses(query);
      if (refusal) throw refusal;
      return page(query, world.all);
    },
  };
  const stream = { start() {}, retry() {}, close() {} };
  const feed = new TrafficFeed({ api, isFleet: () => true, schedule: (run) => run(), now: () => 0, onChange() {},
    openStream: (options) => ((world.stream = options), stream) });
  return { feed, world };
}

test('the feed finds calls of a fleet by their id, and loads what is around a named one', async () => {
  const { feed, world } = feedOf();
  await feed.load('', 'a1-100');
  assert.equal(feed.callWith('a1-100').id, 'a1-100');
  assert.equal(feed.callWith('b2-100').id, 'b2-100');
  assert.equal(feed.callWith('a1-1'), undefined);
  assert.equal(feed.oldest, null);
  assert.deepEqual(world.requests.slice(2).map(({ after, before }) => after ?? before), ['a1-100', 'b2-100']);
});

test('a call of a process that is not there keeps nobody from seeing the newest calls', async () => {
  const { feed, world } = feedOf();
  for (const [status, code] of [[410, 'otherEpoch'], [404, 'notFound']]) {
    world.refuses = ({ after }) => after === 'ffff0000-5' && new APIError(status, { code });
    await feed.load('', 'ffff0000-5');
    assert.deepEqual([feed.isLoaded, feed.error, feed.list.total], [true, null, 1000]);
    assert.equal(feed.callWith('b2-500').id, 'b2-500');
  }
  world.refuses = ({ after }) => after && new APIError(400, {});
  await feed.load('', 'ffff0000-5');
  assert.equal(feed.error?.status, 400);
});

test('calls of the stream, their changes and gaps go to the process that they are of', async () => {
  const { feed, world } = feedOf(calls.slice(0, 100));
  await feed.load('');
  const data = (record) => JSON.stringify(record);
  world.stream.onEvents([
    { name: 'invocation', id: 'fleet-10', data: data(call('a1', 51, 100_000)) },
    { name: 'update', id: '', data: data(call('b2', 50, 99_000, { marked: true })) },
    { name: 'gap', id: 'fleet-11', data: data({ missed: 3, reason: 'evicted' }) },
  ]);
  assert.equal(feed.list.total, 102);
  assert.equal(feed.callWith('b2-50').marked, true);
  assert.equal(feed.callWith('a1-50').marked, undefined);
  assert.deepEqual([feed.list.rowAt(100).id, feed.list.rowAt(101).kind], ['a1-51', 'gap']);
});

test('many calls of a fleet are collected page by page', async () => {
  const many = Array.from({ length: 2500 }, (_, index) => call(index % 2 ? 'a1' : 'b2', index, index * 10));
  const { calls: collected } = await collectCalls({ invocations: async (query) => page(query, many) }, {
    filter: '', most: 2500, signal: new AbortController().signal });
  assert.deepEqual(collected.map(({ id }) => id), many.map(({ id }) => id));
});

test('events of different processes with the same number are two, in the order of time', () => {
  const event = (epoch, number, start) => ({ id: `${epoch}-e${number}`, number, seq: 2, proxy: 3, owner: 'Lamp',
    what: 'installed', at: call(epoch, 1, start).startedAt, process: PROCESSES[epoch] });
  const list = new RowList();
  list.applyPage({ order: 'asc', limit: 10 }, known({ items: calls.slice(0, 4), matched: 4 }));
  const events = new EventList();
  events.add([event('b2', 1, 2500), event('a1', 1, 1500), event('a1', 2, 2600)]);
  const rows = new MergedRows(() => ({ list, events }));
  const names = Array.from({ length: rows.count }, (_, index) => rows.rowAt(index).key ?? rows.rowAt(index).id);
  assert.deepEqual(names, ['a1-1', 'b2-1', 'a1-e1', 'a1-2', 'b2-e1', 'a1-e2', 'b2-2']);
  assert.equal(rows.indexOf(orderOf(calls[2])), 3);
  assert.equal(rows.nameNear(orderOf(calls[2])), 'a1-2');
  assert.equal(rows.nameNear('b2-e1'), 'b2-2');
  assert.match(eventText(event('a1', 1, 5)), /^shop@1.4 on web-1, pid 4711: Lamp #3/);
});

test('each thread of each process has a lane of its own, process by process', () => {
  const main = { id: 1, name: 'main', isMain: true };
  const lanes = flameLanes([
    call('a1', 1, 0),
    call('b2', 1, 1, { durationNanoseconds: 9000 }),
    call('b2', 2, 3, { thread: main }),
    call('a1', 2, 5, { thread: main }),
  ], START);
  assert.deepEqual(lanes.map(({ name, boxes }) => [name, boxes[0].call.id]), [
    ['shop@1.4 on web-1, pid 4711 · main', 'a1-2'],
    ['shop@1.4 on web-1, pid 4711 · worker', 'a1-1'],
    ['cart on web-2, pid 4711 · main', 'b2-2'],
    ['cart on web-2, pid 4711 · worker', 'b2-1'],
  ]);
});

test('a call of another process does not suspend one on a thread with the same number', () => {
  const lanes = flameLanes([
    call('a1', 1, 0, { durationNanoseconds: 100_000 }),
    call('b2', 1, 10),
  ], START);
  assert.ok(lanes.every(({ id }) => !id.endsWith('async')));
});

test('what counts within a process is asked for within it', () => {
  const [proxy] = cellTerms('proxy', call('a1', 1, 0, { proxy: 3 }));
  assert.equal(wholeTerm(proxy), 'proxy:3 process:a1');
  assert.equal(negated(`(${wholeTerm(proxy)})`), '-(proxy:3 process:a1)');
  assert.deepEqual(cellTerms('seq', call('a1', 1, 0)).map(wholeTerm), ['seq:>=1 process:a1', 'seq:<=1 process:a1']);
  assert.deepEqual(cellTerms('thread', call('a1', 1, 0)).map(wholeTerm), ['thread:=7 process:a1']);
  assert.deepEqual(cellTerms('service', call('a1', 1, 0)).map(wholeTerm), ['service:=shop@1.4', 'service:=shop']);
  assert.deepEqual(cellTerms('service', call('b2', 1, 0)).map(wholeTerm), ['service:=cart']);
  assert.deepEqual(cellTerms('host', call('b2', 1, 0)).map(wholeTerm), ['host:=web-2']);
  assert.deepEqual(cellTerms('process', call('b2', 1, 0)).map(wholeTerm), ['process:b2']);
  const alone = call('a1', 1, 0, { process: undefined, proxy: 3 });
  const terms = ['proxy', 'thread', 'service', 'host', 'process'].flatMap((column) => cellTerms(column, alone));
  assert.deepEqual(terms.map(wholeTerm), ['proxy:3', 'thread:=7']);
});

test('a proxy is known by its process and its number', () => {
  assert.equal(proxyKey({ id: 3 }), '3');
  assert.equal(proxyKey({ id: 3, epoch: 'a1' }), 'a1-3');
  assert.deepEqual(parseProxyKey('a1-3'), { epoch: 'a1', number: '3' });
  assert.deepEqual(parseProxyKey('3'), { epoch: null, number: '3' });
});

test('columns of processes are there only in a fleet, of which the service is shown', () => {
  const names = (columns) => columns.map(({ id }) => id);
  const alone = names(columnsFor(false));
  const added = columnsFor(true).filter(({ id }) => !alone.includes(id));
  assert.deepEqual(names(added), ['service', 'host', 'process']);
  assert.deepEqual(names(added.filter(({ isHidden }) => !isHidden)), ['service']);
  assert.equal(columnsFor(true), TRAFFIC_COLUMNS);
});

test('a file of a fleet has the calls of all processes, and answers by id', async () => {
  const text = [...calls.slice(0, 6)].reverse().map((each) => JSON.stringify(each)).join('\n');
  const file = readExport(text);
  assert.deepEqual(file.calls.map(({ id }) => id), calls.slice(0, 6).map(({ id }) => id));
  const api = createFileAPI(file);
  const reply = await api.invocations({ order: 'asc', after: 'a1-2', limit: 2 });
  assert.deepEqual(reply.items.map(({ id }) => id), ['b2-2', 'a1-3']);
  assert.deepEqual((await api.invocations({ before: 'a1-2' })).items.map(({ id }) => id), ['b2-1', 'a1-1']);
  assert.equal((await api.invocation('b2-2')).id, 'b2-2');
  assert.equal((await api.status()).fleet, true);
  const event = { number: 1, seq: 1, proxy: 1, what: 'installed', at: '2026-11-21T09:00:00Z', process: CART };
  const events = [{ ...event, id: 'f0-e1', epoch: 'b2' }, { ...event, id: 'f0-e2', epoch: 'c3' }];
  const read = readExport([text, ...events.map((each) => JSON.stringify(each))].join('\n'));
  assert.deepEqual(read.events, events.slice(0, 1));
  const alone = createFileAPI({ calls: [call('a1', 1, 0, { process: undefined })], epoch: 'a1', counters: null });
  assert.equal((await alone.status()).fleet, undefined);
});

test('a file of a fleet is filled after a jump, and asked a few times', async () => {
  const file = createFileAPI({ calls, epoch: 'a1', counters: null });
  let asked = 0;
  const invocations = (query) => {
    asked += 1;
    assert.ok(asked < 20, 'the rows never came');
    return file.invocations(query);
  };
  const stream = { start() {}, retry() {}, close() {} };
  const shown = { isFleet: () => true, now: () => 0, openStream: () => stream, schedule: (run) => run() };
  let held = () => {};
  const feed = new TrafficFeed({ ...shown, api: { invocations }, onChange: () => feed.list.rowAt(400) && held() });
  await feed.load('');
  const filled = new Promise((done) => (held = done));
  feed.ensure(400, 430);
  await Promise.race([filled, new Promise((_, fail) => setImmediate(() => fail(new Error(feed.error?.message))))]);
  assert.ok(Math.abs(parseInstant(feed.list.rowAt(400).startedAt) - (START + 400_000)) < 20_000, 'it is the right one');
  assert.equal(feed.list.total, 1000);
});
