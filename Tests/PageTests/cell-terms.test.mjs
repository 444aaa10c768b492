// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { taskName, threadName } from '../../public/model/call.js';
import { cellTerms, negated } from '../../public/model/cell-terms.js';

const call = {
  seq: 42,
  proxy: 3,
  protocol: 'XMLParserDelegate',
  selector: 'parser(_:foundCharacters:)',
  owner: 'XMLParser',
  target: null,
  arguments: [
    { label: null, name: 'parser', kind: 'object', id: 'XMLParser@1f' },
    { label: 'foundCharacters', name: 'string', kind: 'string', value: 'a "b"' },
    { label: 'in', name: null, kind: 'scalar', value: 7 },
    { label: 'x', name: 'blank', kind: 'string', value: '\n  ' },
    { label: 'y', name: 'cut', kind: 'string', value: 'abc', truncated: true },
  ],
  thread: { id: 4711, name: 'worker', isMain: false },
  durationNanoseconds: 1840,
  state: 'returned',
  returnPath: 'none',
};
const terms = (column, changes = {}) => cellTerms(column, { ...call, ...changes }).map(({ term }) => term);

test('a cell becomes a term that holds for exactly what it shows', () => {
  assert.deepEqual(terms('protocol'), ['protocol:=XMLParserDelegate']);
  assert.deepEqual(terms('selector'), ['selector:=parser(_:foundCharacters:)']);
  assert.deepEqual(terms('owner'), ['owner:=XMLParser']);
  assert.deepEqual(terms('proxy'), ['proxy:3']);
  assert.deepEqual(terms('proxy', { proxy: 0 }), ['via:interposer']);
  assert.deepEqual(terms('time'), ['seq:>=42', 'seq:<=42']);
  assert.deepEqual(terms('duration'), ['duration:>=1840ns']);
  assert.deepEqual(terms('duration', { durationNanoseconds: null }), ['state:running']);
});

test('a trace is asked for by its whole id, and a call without one offers nothing', () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  assert.deepEqual(terms('trace', { trace: { traceId, spanId: '00f067aa0ba902b7', isSampled: true } }), [`trace:${traceId}`]);
  assert.deepEqual(terms('trace'), []);
});

test('threads are asked for by exactly their number, the main one by name', () => {
  assert.deepEqual(terms('thread'), ['thread:=4711']);
  assert.deepEqual(terms('thread', { thread: { id: 1, name: 'main', isMain: true } }), ['thread:main']);
});

test('an outcome asks for the state or for who answered, a missing target for its absence', () => {
  assert.deepEqual(terms('result'), ['path:none']);
  assert.deepEqual(terms('result', { state: 'threw' }), ['state:threw']);
  assert.deepEqual(terms('target'), ['-has:target']);
  assert.deepEqual(terms('target', { target: 'FeedReader' }), ['target:=FeedReader']);
});

test('arguments that can be written down become terms, by name or label', () => {
  assert.deepEqual(terms('arguments'), ['arg.string:="a \\"b\\""', 'arg.in:=7']);
  assert.deepEqual(terms('arguments', { arguments: undefined }), []);
  const offset = { label: 'y', name: 'offset', kind: 'scalar', value: -64 };
  assert.deepEqual(terms('arguments', { arguments: [offset] }), ['arg.offset:=-64']);
});

test('a term can be turned round and back', () => {
  assert.equal(negated('path:none'), '-path:none');
  assert.equal(negated('-has:target'), 'has:target');
});

test('tasks are asked for by exactly their number, because names repeat and may contain numbers', () => {
  assert.deepEqual(terms('task', { task: { id: 12, name: 'loader' } }), ['task:=12']);
  assert.deepEqual(terms('task'), []);
  assert.equal(taskName({ id: 12, name: 'a\u202eb' }), '#12 “a\\u{202E}b”');
  assert.equal(taskName({ id: 12 }), '#12');
});

test('threads have names that tell them apart', () => {
  const name = (text, more = {}) => threadName({ id: 14013, name: text, isMain: false, ...more });
  assert.equal(name('main', { isMain: true }), 'main');
  assert.equal(name(''), 'thread 14013');
  assert.equal(name('worker'), 'worker');
  assert.equal(name('oot.default-qos'), 'default 14013');
  assert.equal(name('.background-qos'), 'background 14013');
  assert.equal(name('r-initiated-qos'), 'initiated 14013');
  assert.equal(name('-qos.overcommit'), 'overcommit 14013');
  assert.equal(name('mple.feed.parse'), '…mple.feed.parse');
  assert.equal(threadName(null), '–');
});
