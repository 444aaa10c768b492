// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callText } from '../../public/model/call-line.js';
import { curlCommand, shellQuoted } from '../../public/net/api.js';

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
