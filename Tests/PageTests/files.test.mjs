// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FILE_FORMATS, readExport } from '../../public/model/exported-file.js';
import { selectorRows, timelineReply } from '../../public/model/statistics.js';
import { createFileAPI } from '../../public/net/file-api.js';

const call = (seq, more = {}) => ({
  id: `e1-${seq}`,
  seq,
  parent: null,
  protocol: 'P',
  selector: seq % 2 ? 'odd(_:)' : 'even(_:)',
  arguments: [],
  thread: { id: 1, name: 'main', isMain: true },
  startedAt: `2026-11-21T09:30:00.${String(seq).padStart(6, '0')}Z`,
  durationNanoseconds: seq * 100,
  state: 'returned',
  returnPath: 'target',
  result: null,
  error: null,
  ...more,
});
const calls = Array.from({ length: 100 }, (_, index) => call(index + 1));
const context = { filter: 'duration:>1ms', exportedAt: '2026-11-21T10:00:00Z', counters: { calls: 7 } };
const event = (number, seq) => ({ id: `e1-e${number}`, number, seq, proxy: 1, what: 'installed', at: calls[seq].startedAt });
const events = [event(1, 0), event(2, 7)];
const saved = (format, list = calls) => FILE_FORMATS[format].encode({ calls: list, events, epoch: 'e1', ...context });
const refusal = (text) => {
  try {
    readExport(text);
  } catch (error) {
    return error.message;
  }
  return 'accepted';
};

test('what is saved can be opened again', () => {
  assert.deepEqual(readExport(saved('json')), { calls, events, epoch: 'e1', ...context });
  assert.equal(saved('ndjson').trimEnd().split('\n').length, calls.length + events.length);
  assert.deepEqual(readExport(saved('ndjson')).calls, calls);
  assert.deepEqual(readExport(`${JSON.stringify(calls[0])}\n`).calls, [calls[0]], 'one line is a list too');
});

test('events of proxies are read beside the calls, wherever their lines are', () => {
  const lines = [events[1], calls[0], events[0], { ...events[0], id: 'e2-e9' }].map((each) => JSON.stringify(each));
  const read = readExport(lines.join('\n'));
  assert.deepEqual([read.calls, read.events], [[calls[0]], events]);
  assert.equal(refusal(JSON.stringify(events[0])), 'It contains no call.');
});

test('calls are put into the order of their start, each once', () => {
  const lines = [calls[2], calls[0], calls[2], calls[1]].map((each) => JSON.stringify(each)).join('\r\n');
  assert.deepEqual(readExport(`\n${lines}\n\n`).calls, calls.slice(0, 3));
});

test('a file that cannot be opened says what is wrong, and where', () => {
  assert.equal(refusal(''), 'It is empty.');
  assert.match(refusal('hello'), /^It is not JSON/);
  assert.match(refusal(`${JSON.stringify(calls[0])}\n{"seq":`), /^Line 2 is not JSON/);
  assert.equal(refusal('{"items":[]}'), 'It contains no call.');
  assert.match(refusal('{"items":{}}'), /no list of calls/);
  assert.match(refusal('{"items":[{"seq":"1"}]}'), /^Entry 1 is not a recorded call/);
  assert.match(refusal('null'), /^Entry 1 is not a recorded call|no list/);
  assert.match(refusal('[1,2]'), /^Entry 1 is not a recorded call|no list/);
  assert.match(refusal(JSON.stringify({ items: [calls[0], { ...calls[1], id: 'e2-2' }] })), /^It mixes runs.*entry 2/);
});

test('a file answers like a server', async () => {
  const api = createFileAPI(readExport(saved('json', [...calls, call(101, { parent: 'e1-99' })])));
  const seqs = async (parameters) => (await api.invocations(parameters)).items.map(({ seq }) => seq);
  assert.deepEqual(await seqs({ limit: 3 }), [101, 100, 99]);
  assert.deepEqual(await seqs({ order: 'asc', limit: 2, after: 40 }), [41, 42]);
  assert.deepEqual(await seqs({ order: 'desc', limit: 2, before: 40 }), [39, 38]);
  const one = await api.invocation('e1-99');
  assert.deepEqual([one.children, one.previous, one.next], [['e1-101'], 'e1-97', 'e1-101']);
  await assert.rejects(api.invocation('e1-500'), { status: 404 });
  await assert.rejects(api.filter('x'), /cannot be filtered/);
  assert.equal((await api.status()).features.includes('filter'), false);
});

test('statistics are those that a server would tell', () => {
  const rows = selectorRows([
    ...calls,
    call(102, { state: 'threw', durationNanoseconds: 5 }),
    call(104, { returnPath: 'none', durationNanoseconds: null, state: 'running' }),
    call(106, { returnPath: 'none' }),
  ]);
  const even = rows.find(({ selector }) => selector === 'even(_:)');
  assert.deepEqual([even.calls, even.errors, even.unanswered], [53, 1, 1]);
  assert.deepEqual([even.p50Nanoseconds, even.maxNanoseconds], [5000, 10_600]);
  assert.equal(even.histogram.reduce((sum, { count }) => sum + count, 0), 52);
  for (const { fromNanoseconds, toNanoseconds } of even.histogram) assert.ok(fromNanoseconds < toNanoseconds);
});

test('a file tells of unanswered calls what a server would, those that were never completed among them', async () => {
  const taken = { owner: 'Screen', target: 'Answerer', completion: 'never' };
  const list = [
    call(1, taken),
    call(2, { ...taken, completion: 'called' }),
    call(3, { ...taken, owner: 'Panel' }),
    call(4, { owner: 'Screen', target: null, returnPath: 'none', completion: 'never' }),
    call(5, { ...taken, state: 'running' }),
  ];
  const { items } = await createFileAPI(readExport(saved('json', list))).unanswered({});
  const [odd, even] = items;
  assert.equal(items.length, 2);
  assert.deepEqual([odd.selector, odd.unanswered, odd.neverCompleted, odd.calls], ['odd(_:)', 0, 2, 3]);
  assert.deepEqual([odd.owners, odd.lastAt, odd.reason], [['Panel', 'Screen'], list[2].startedAt, 'notCompleted']);
  assert.deepEqual([even.selector, even.unanswered, even.neverCompleted, even.calls], ['even(_:)', 1, 0, 2]);
  assert.equal(even.reason, 'noTarget');
  const reason = async (more) => (await createFileAPI({
    calls: [call(1, { returnPath: 'none', target: 'Answerer', ...more })],
    epoch: 'e1',
    counters: null,
  }).unanswered({})).items[0].reason;
  assert.equal(await reason({}), 'notImplemented');
  assert.equal(await reason({ findings: ['target_gone'] }), 'targetGone');
  assert.deepEqual((await createFileAPI(readExport(saved('json'))).unanswered({})).items, []);
});

test('a timeline counts every call once', () => {
  const { items, from } = timelineReply([...calls, call(200, { state: 'threw' })], 10);
  assert.equal(items.reduce((sum, { count }) => sum + count, 0), 101);
  assert.equal(items.at(-1).errors, 1);
  assert.equal(from, '2026-11-21T09:30:00.000001Z');
  assert.deepEqual(timelineReply([], 10).items, []);
});
