// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callText, curlCommand, shellQuoted } from '../../public/model/copy-text.js';
import { EXPORT_FORMATS } from '../../public/model/export.js';

const call = {
  id: 'e-1',
  seq: 1,
  protocol: 'P',
  selector: 'parser(_:foundCharacters:)',
  owner: 'XMLParser',
  target: null,
  depth: 0,
  arguments: [{ label: null, kind: 'object', id: 'XMLParser@1' }, {
    label: 'foundCharacters',
    kind: 'string',
    value: 'a, "b"\n',
  }],
  thread: { id: 7, name: 'main', isMain: true },
  startedAt: '2026-11-21T09:30:00.123456Z',
  durationNanoseconds: 1840,
  state: 'returned',
  returnPath: 'target',
  result: { kind: 'scalar', value: true },
  error: null,
};
const context = { filter: 'x', exportedAt: 'now', counters: { calls: 1 }, isComplete: true };

test('a word for the shell survives quotes of its own', () => {
  assert.equal(shellQuoted("it's $HOME"), "'it'\\''s $HOME'");
  assert.equal(curlCommand('http://127.0.0.1/a?b=c&d'), "curl -s 'http://127.0.0.1/a?b=c&d'");
});

test('a call as text reads like the call', () => {
  assert.equal(callText(call), 'parser(XMLParser@1, foundCharacters: "a, \\"b\\"\\n") -> true  // 1.84 µs');
  const accessor = (selector, list = []) =>
    callText({ ...call, selector, arguments: list, result: null }).replace(/ {2}\/\/.*$/, '');
  const one = { label: null, name: 'index', type: 'Int', kind: 'scalar', value: 1 };
  assert.equal(accessor('topic.get'), 'topic.get');
  assert.equal(accessor('topic.set', [one]), 'topic.set(1)');
  assert.equal(accessor('subscript(_:).get', [one]), 'subscript(1).get');
  assert.equal(
    callText({ ...call, arguments: [], state: 'threw', error: { type: 'Lost', kind: 'enum', value: 'route' } }),
    'parser() throws Lost.route  // 1.84 µs',
  );
});

test('cells that a spreadsheet would run are defused, and separators quoted', () => {
  const rows = EXPORT_FORMATS.csv.encode([{ ...call, owner: '=1+1', target: '@x', protocol: 'a,b' }], context).split(
    '\r\n',
  );
  assert.equal(rows.length, 3);
  assert.ok(rows[1].includes(",'=1+1,'@x,"));
  assert.ok(rows[1].includes(',"a,b",'));
});

test('JSON tells the filter and the counters, NDJSON has one call a line', () => {
  const document = JSON.parse(EXPORT_FORMATS.json.encode([call], context));
  assert.deepEqual([document.filter, document.counters.calls, document.items.length], ['x', 1, 1]);
  assert.equal(EXPORT_FORMATS.ndjson.encode([call, call], context).trimEnd().split('\n').length, 2);
});

test('a trace has microseconds, one track a thread, and its name', () => {
  const { traceEvents } = JSON.parse(EXPORT_FORMATS.trace.encode([call], context));
  assert.deepEqual(traceEvents[0], { name: 'thread_name', ph: 'M', pid: 1, tid: 7, args: { name: 'main' } });
  assert.equal(traceEvents[1].dur, 1.84);
  assert.equal(traceEvents[1].ts % 1_000_000, 123_456);
});
