// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { Holding } from '../../public/control/holding.js';
import { HeldCalls, releaseText, remainingMilliseconds, remainingText } from '../../public/model/held-calls.js';
import { decisionOf, fieldOfMember, fieldsOfDecision, reasonAgainst, throwOf } from '../../public/model/held-decision.js';
import { jsonText, parseExactly, Verbatim } from '../../public/model/exact-json.js';
import { APIError, streamAddress } from '../../public/net/api.js';
import { RuleEvents } from '../../public/net/rule-events.js';
import { TrafficFeed } from '../../public/net/traffic-feed.js';

const call = { id: 'e-1', seq: 1, selector: 'parser(_:found:)', arguments: [] };
const held = (id, changes) => ({ id, rule: 3, point: 'before', remainingMilliseconds: 8000, call, can: ['continue'], arguments: [], ...changes });
const ids = (calls) => calls.rows.map((row) => row.held.id);
const settled = () => new Promise((done) => setImmediate(done));

test('the time left counts from when the call arrived, whatever the clock of the program says', () => {
  const calls = new HeldCalls();
  calls.arrived(held(1), 1000);
  assert.equal(remainingMilliseconds(calls.rowWith(1), 3000), 6000);
  assert.equal(remainingMilliseconds(calls.rowWith(1), 30_000), 0);
  assert.deepEqual([8123, 0, 59_999, 61_000].map(remainingText), ['8.2 s', '0.0 s', '60.0 s', '1 min 01 s']);
});

test('a call that somebody else released says by whom, then leaves', () => {
  const calls = new HeldCalls();
  calls.arrived(held(1), 0);
  calls.arrived(held(2), 0);
  calls.released({ id: 1, by: 'deadline', action: 'continue' }, 100);
  assert.equal(calls.rowWith(1).farewell, 'The deadline passed: it continued unchanged.');
  assert.deepEqual(calls.waiting.map((row) => row.held.id), [2]);
  assert.equal(calls.expire(1000), false);
  assert.equal(calls.expire(5000), true);
  assert.deepEqual(ids(calls), [2]);
  assert.equal(releaseText({ by: 'client', action: 'throw' }), 'Another client threw an error.');
});

test('a call that this page decides on leaves without a word, even if the stream is faster than the answer', () => {
  const calls = new HeldCalls();
  calls.arrived(held(1), 0);
  calls.setDeciding(1, true);
  calls.released({ id: 1, by: 'client', action: 'continue' }, 10);
  assert.deepEqual(ids(calls), []);
  assert.equal(calls.arrived(held(1), 20), false);
});

test('a list that was asked for brings what is missing, takes what is gone, and keeps what came after it', () => {
  const calls = new HeldCalls();
  calls.arrived(held(1), 0);
  calls.arrived(held(2), 0);
  calls.released({ id: 2, by: 'program' }, 5);
  calls.arrived(held(5), 20);
  const fresh = calls.replace([held(2), held(4)], 10, 30);
  assert.deepEqual(fresh.map(({ id }) => id), [4]);
  assert.deepEqual(calls.waiting.map((row) => row.held.id), [4, 5]);
  assert.equal(calls.rowWith(2).farewell, 'The program released it.');
});

test('a call that is gone from the list says that it was released, and by whom once the stream has told', () => {
  const calls = new HeldCalls();
  calls.arrived(held(1), 0);
  calls.replace([], 10, 30);
  assert.equal(calls.rowWith(1).farewell, 'It was released.');
  calls.released({ id: 1, by: 'deadline', action: 'continue' }, 40);
  assert.equal(calls.rowWith(1).farewell, 'The deadline passed: it continued unchanged.');
  calls.expire(4030);
  assert.deepEqual(ids(calls), [1]);
  calls.expire(4040);
  assert.deepEqual(ids(calls), []);
  assert.equal(calls.arrived(held(1), 5000), false);
});

test('a call that this page decides on stays until its decision is answered, also when the list lacks it', () => {
  const calls = new HeldCalls();
  calls.arrived(held(1), 0);
  calls.setDeciding(1, true);
  calls.replace([], 10, 30);
  assert.equal(calls.rowWith(1).farewell, null);
  calls.decided(1);
  assert.deepEqual(ids(calls), []);
});

const whole = held(1, {
  can: ['continue', 'edit', 'answer', 'throw'],
  answerType: 'Bool',
  arguments: [
    { index: 0, name: 'parser', type: 'P', editable: false, reason: 'no JSON form' },
    { index: 1, name: 'bytes', type: 'UInt64', editable: true, json: parseExactly('18446744073709551615') },
    { index: 2, name: 'tag', type: 'String', editable: true, json: 'a' },
    { index: 3, name: 'tag', type: 'String', editable: true, json: 'b' },
  ],
});

test('only arguments that were changed are sent, by name, or by number where the name is not the only one', () => {
  const fields = fieldsOfDecision(whole, 'edit');
  assert.deepEqual(fields.map(({ key, initial }) => [key, initial]), [
    ['bytes', '18446744073709551615'], ['2', '"a"'], ['3', '"b"'],
  ]);
  const texts = { bytes: '18446744073709551615', 2: '"c"', 3: '"b"' };
  assert.equal(jsonText(decisionOf('edit', fields, texts).decision), '{"action":"edit","arguments":{"2":"c"}}');
  assert.match(decisionOf('edit', fields, { ...texts, 2: '"a"' }).fault.message, /Nothing has changed/);
  assert.deepEqual(decisionOf('edit', fields, { ...texts, 2: '[1' }).fault.key, '2');
  assert.deepEqual(decisionOf('edit', fields, { ...texts, 2: '[1' }).fault.position, 2);
});

test('after the target, what is edited is the result', () => {
  const fields = fieldsOfDecision({ ...whole, point: 'after', answerJSON: true }, 'edit');
  assert.deepEqual(fields.map(({ key, initial, type }) => [key, initial, type]), [['result', 'true', 'Bool']]);
  assert.equal(jsonText(decisionOf('edit', fields, { result: 'false' }).decision), '{"action":"edit","result":false}');
  const answer = fieldsOfDecision(whole, 'answer');
  assert.equal(jsonText(decisionOf('answer', answer, { value: ' true' }).decision), '{"action":"answer","value": true}');
  assert.match(decisionOf('answer', answer, { value: '' }).fault.message, /of type Bool/);
  assert.deepEqual(throwOf('offline', 'x'), { action: 'throw', case: 'offline' });
  assert.deepEqual(throwOf('', 'x'), { action: 'throw', text: 'x' });
});

test('a refusal leads to the argument that it names', () => {
  const fields = fieldsOfDecision(whole, 'edit');
  assert.equal(fieldOfMember(fields, 'bytes').key, 'bytes');
  assert.equal(fieldOfMember(fields, 'arguments.bytes').key, 'bytes');
  assert.equal(fieldOfMember(fields, 'arguments[3]').key, '3');
  assert.equal(fieldOfMember(fields, 'nonsense'), undefined);
  assert.equal(fieldOfMember(fieldsOfDecision(whole, 'answer'), null).key, 'value');
});

test('what cannot be done says why, where the server does', () => {
  const some = { ...whole, can: ['continue'], answerReason: 'Blob has no JSON form' };
  assert.equal(reasonAgainst(some, 'answer'), 'Blob has no JSON form');
  assert.equal(reasonAgainst(some, 'throw'), null);
  assert.equal(reasonAgainst(some, 'continue'), null);
  const fixed = { index: 0, name: 'parser', type: 'XMLParser', editable: false, reason: 'a class' };
  assert.equal(reasonAgainst({ ...some, arguments: [fixed] }, 'edit'), 'a class');
  assert.equal(reasonAgainst({ ...some, point: 'after', arguments: [fixed] }, 'edit'), 'Blob has no JSON form');
  assert.equal(reasonAgainst({ ...some, point: 'after', answerType: null }, 'answer'), null);
});

/** Held calls over a server that the test speaks for. @type {Holding[]} */
const made = [];
afterEach(() => made.splice(0).forEach((holding) => holding.clear()));

function setUp({ items = [], refusal = null } = {}) {
  const world = { sent: [], said: [], read: [], clock: 0, items, refusal };
  const release = async (...decision) => {
    world.sent.push(decision);
    if (world.refusal) throw new APIError(world.refusal.status, world.refusal);
    return { by: 'client', action: decision[1].action };
  };
  world.holding = new Holding({
    api: { held: async () => ({ items: world.items }), release, releaseAll: async () => ({ released: 2 }) },
    now: () => world.clock,
    say: (text) => world.said.push(text),
    announce: (text) => world.read.push(text),
    onChange: () => {},
  });
  made.push(world.holding);
  return world;
}

test('a new held call is read out once', async () => {
  const { holding, read } = setUp({ items: [held(1)] });
  holding.heard('held', held(1));
  await holding.load();
  assert.deepEqual(read, ['Call held by rule 3: parser. Press h to decide.']);
});

test('a decision that came too late shows who was first', async () => {
  const { holding } = setUp({ refusal: { status: 409, code: 'alreadyReleased', by: 'client', action: 'answer' } });
  holding.heard('held', held(1));
  assert.equal(await holding.decide(1, { action: 'continue' }), null);
  assert.equal(holding.calls.rowWith(1).farewell, 'Another client answered it.');
});

test('a decision after one that was heard of first says that it was not carried out', async () => {
  const { holding, said } = setUp({ refusal: { status: 409, code: 'alreadyReleased', by: 'client', detail: 'Too late.' } });
  holding.heard('held', held(1));
  const decided = holding.decide(1, { action: 'edit' });
  holding.heard('released', { id: 1, by: 'client', action: 'throw' });
  assert.equal(await decided, null);
  assert.deepEqual(said, ['Too late.']);
});

test('what another client did is not guessed', async () => {
  const { holding } = setUp({ refusal: { status: 409, code: 'alreadyReleased', by: 'client' } });
  holding.heard('held', held(1));
  await holding.decide(1, { action: 'continue' });
  assert.equal(holding.calls.rowWith(1).farewell, 'It was released.');
  holding.heard('released', { id: 1, by: 'client', action: 'throw' });
  assert.equal(holding.calls.rowWith(1).farewell, 'Another client threw an error.');
});

test('a refused decision leaves the call held, and says what is wrong with it', async () => {
  const refusal = { status: 400, code: 'invalidValue', member: 'bytes', position: 0, detail: 'Not an Int.' };
  const { holding } = setUp({ refusal });
  holding.heard('held', held(1));
  const decision = { action: 'edit', arguments: { bytes: new Verbatim('x') } };
  assert.deepEqual(await holding.decide(1, decision), { message: 'Not an Int.', member: 'bytes', position: 0 });
  assert.equal(holding.calls.waiting.length, 1);
  assert.equal(holding.calls.rowWith(1).isDeciding, false);
});

test('the place of a refused value is one in its field, whatever stands before it', async () => {
  const place = async (refusal, decision) => {
    const { holding } = setUp({ refusal: { status: 400, code: 'invalidValue', detail: 'No.', ...refusal } });
    holding.heard('held', held(1));
    return (await holding.decide(1, decision)).position;
  };
  const edit = { action: 'edit', arguments: { names: new Verbatim('\n ["größe",1]'), bytes: new Verbatim(' 4.5') } };
  assert.equal(await place({ member: 'names', position: 11 }, edit), 11);
  assert.equal(await place({ member: 'arguments.bytes', position: 1 }, edit), 2);
  assert.equal(await place({ member: 'value', position: 11 }, edit), null);
  const answer = { action: 'answer', value: new Verbatim('["😀", 1]') };
  assert.equal(await place({ member: 'value', position: 9 }, answer), 7);
  const result = { action: 'edit', result: new Verbatim('\t 1') };
  assert.equal(await place({ member: 'value', position: 0 }, result), 2);
  assert.equal(await place({ code: 'malformedJSON', position: 3 }, result), null);
});

test('the list is read when the server counts other held calls than the page', async () => {
  const { holding } = setUp({ items: [held(4)] });
  holding.statusChanged({ rules: { allowed: true, count: 1, held: 1 } });
  await settled();
  assert.deepEqual(ids(holding.calls), [4]);
});

/** Streams in the test's hands. */
function streams() {
  const opened = [];
  const open = (options) => {
    const stream = { options, closed: false, start() {}, retry() {}, close: () => (stream.closed = true) };
    opened.push(stream);
    return stream;
  };
  return { opened, open };
}
const status = (phase) => ({ phase, retryAt: null, failures: 0, farewell: null });

test('events of rules and held calls are taken out of the streams, and the last stream that ends is told', () => {
  const { opened, open } = streams();
  const told = [];
  const events = new RuleEvents({
    open,
    holds: () => true,
    onEvent: (name, data) => told.push([name, data.id]),
    onConnect: () => told.push('connect'),
    onDisconnect: () => told.push('disconnect'),
  });
  const passed = [];
  const options = { filter: '', onEvents: (some) => passed.push(...some.map(({ name }) => name)), onStatus: () => {} };
  const [first, second] = [events.open(options), events.open(options)];
  const [one, two] = opened.map((stream) => stream.options);
  one.onStatus(status('live'));
  one.onEvents([{ name: 'held', id: '', data: '{"id":1}' }, { name: 'invocation', id: '', data: '{}' }]);
  two.onStatus(status('live'));
  first.close();
  two.onStatus(status('waiting'));
  second.close();
  assert.deepEqual(told, ['connect', ['held', 1], 'connect', 'disconnect']);
  assert.deepEqual(passed, ['invocation']);
  assert.equal(one.holds(), true);
});

test('the address of the stream says that somebody decides on held calls', () => {
  assert.equal(streamAddress('', null, true), '/api/v1/stream?holds=true');
  assert.equal(streamAddress('a', 'e-1', false), '/api/v1/stream?filter=a&lastEventId=e-1');
});

test('while calls may be held, the stream of another filter is live before the one before it ends', async () => {
  const { opened, open } = streams();
  let keeps = true;
  const page = { items: [], matched: 0, stored: 0, evicted: 0, oldest: null, newest: null, epoch: 'e', streamFrom: 'e-0' };
  const feed = new TrafficFeed({
    api: { invocations: async () => page },
    openStream: open,
    keepsStream: () => keeps,
    schedule: (run) => run(),
    now: () => 0,
    onChange: () => {},
  });
  await feed.load('');
  opened[0].options.onStatus(status('live'));
  await feed.load('a');
  await feed.load('b');
  assert.deepEqual(opened.map(({ closed }) => closed), [false, true, false]);
  assert.equal(feed.stream.phase, 'live');
  opened[2].options.onStatus(status('live'));
  assert.deepEqual(opened.map(({ closed }) => closed), [true, true, false]);
  keeps = false;
  await feed.load('c');
  assert.deepEqual(opened.map(({ closed }) => closed), [true, true, true, false]);
  feed.sleep();
  assert.equal(opened[3].closed, true);
});
