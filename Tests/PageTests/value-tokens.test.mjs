// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { escapeLiteral, escapeText } from '../../public/model/escape-text.js';
import { argumentTokens, outcomeTokens, tokensText, valueTokens } from '../../public/model/value-tokens.js';

const text = (value) => tokensText(valueTokens(value));

test('what is invisible or turns the text around becomes a visible escape', () => {
  assert.equal(escapeText('a\u0000b\tc\nd'), 'a\\0b\\tc\\nd');
  assert.equal(escapeText('evil \u202Egnp.exe'), 'evil \\u{202E}gnp.exe');
  assert.equal(escapeText('\u2066\u2028\uFEFF\u200B\u0085'), '\\u{2066}\\u{2028}\\u{FEFF}\\u{200B}\\u{85}');
  assert.equal(escapeText('\uD800'), '\\u{D800}');
  assert.equal(escapeText('\u{E0041}'), '\\u{E0041}');
});

test('emoji, accents and markup stay what they are', () => {
  for (const plain of ['👩‍👩‍👧‍👦', 'éçà', '</script><b>', '日本語']) assert.equal(escapeText(plain), plain);
});

test('a literal escapes its own delimiters', () => {
  assert.equal(escapeLiteral('say "hi" \\ bye'), 'say \\"hi\\" \\\\ bye');
});

test('values of each kind read like Swift', () => {
  assert.equal(text({ kind: 'scalar', type: 'Int', value: 7 }), '7');
  assert.equal(text({ kind: 'scalar', type: 'Bool', value: true }), 'true');
  assert.equal(text({ kind: 'scalar', type: 'UInt64', value: '18446744073709551615' }), '18446744073709551615');
  assert.equal(text({ kind: 'string', value: 'a "b"' }), '"a \\"b\\""');
  assert.equal(text({ kind: 'nil', type: 'Data?' }), 'nil');
  assert.equal(text({ kind: 'object', id: 'XMLParser@1f' }), 'XMLParser@1f');
  assert.equal(text({ kind: 'redacted', type: 'String' }), '‹redacted›');
  assert.equal(text({ kind: 'function', type: '() -> Void' }), '{ … }');
  assert.equal(text({ kind: 'bytes', count: 2048, value: '89504e47' }), '‹2.00 KiB 89504e47…›');
  assert.equal(text({ kind: 'bytes', count: 4, value: '626c6f62', text: 'blob' }), '‹4 B› "blob"');
});

test('containers show their children, how many are left, and stop at their depth', () => {
  const one = { kind: 'scalar', value: 1 };
  assert.equal(text({ kind: 'list', count: 40, children: [one, one, one, one, one] }), '[1, 1, 1, 1, … 36 more]');
  assert.equal(text({ kind: 'list', count: 0, children: [] }), '[]');
  assert.equal(text({ kind: 'map', count: 0, children: [] }), '[:]');
  assert.equal(
    text({ kind: 'tuple', count: 2, children: [{ ...one, label: '0' }, { ...one, label: 'x' }] }),
    '(1, x: 1)',
  );
  assert.equal(text({ kind: 'struct', type: 'Point', count: 1, children: [{ ...one, label: 'x' }] }), 'Point(x: 1)');
  assert.equal(
    text({ kind: 'enum', value: 'timedOut', children: [{ ...one, label: 'after' }] }),
    '.timedOut(after: 1)',
  );
  const deep = (levels) => (levels === 0 ? one : { kind: 'list', count: 1, children: [deep(levels - 1)] });
  assert.equal(text(deep(5)), '[[[[1…]]]]');
});

test('keys and values of a map alternate', () => {
  const key = (value) => ({ kind: 'string', value });
  const value = { kind: 'scalar', value: 3 };
  assert.equal(
    text({ kind: 'map', count: 9, children: [key('a'), value, key('b'), value] }),
    '["a": 3, "b": 3, … 7 more]',
  );
});

test('a long string is cut between characters', () => {
  const long = '😀'.repeat(200);
  assert.equal(text({ kind: 'string', value: long }), `"${'😀'.repeat(80)}…"`);
  assert.equal(text({ kind: 'string', value: 'abc', truncated: true, length: 9 }), '"abc…"');
});

test('an unknown kind still says something', () => {
  assert.equal(text({ kind: 'hologram', type: 'Cube' }), 'Cube');
  assert.deepEqual(valueTokens(null), []);
});

const sender = { label: null, kind: 'object', id: 'XMLParser@1f' };
test('arguments carry their labels', () => {
  const args = [sender, { label: 'foundCharacters', kind: 'string', value: 'x' }];
  assert.equal(tokensText(argumentTokens(args)), 'XMLParser@1f, foundCharacters: "x"');
});

test('an outcome is the error, the result, or nothing', () => {
  const outcome = (error) => tokensText(outcomeTokens({ error, result: null }));
  assert.equal(outcome({ type: 'DownloadError', kind: 'struct', value: 'no\nroute' }), 'DownloadError no\\nroute');
  assert.equal(outcome({ type: 'DownloadError', kind: 'enum', value: 'timedOut' }), 'DownloadError.timedOut');
  assert.equal(
    outcome({ type: 'Failure', kind: 'struct', count: 1, children: [{ label: 'code', kind: 'scalar', value: 7 }] }),
    'Failure(code: 7)',
  );
  assert.equal(tokensText(outcomeTokens({ result: { kind: 'nil' }, error: null })), 'nil');
  assert.equal(tokensText(outcomeTokens({ result: null, error: null })), '');
});

test('what every error has stays out of the line that says what went wrong', () => {
  const domain = { label: 'domain', kind: 'string', value: 'App.Failure' };
  const seconds = { kind: 'tuple', count: 1, children: [{ label: 'seconds', kind: 'scalar', value: 7 }] };
  assert.equal(text({ kind: 'enum', value: 'notFound', count: 0, children: [domain] }), '.notFound');
  assert.equal(text({ kind: 'enum', value: 'timeout', count: 1, children: [seconds, domain] }), '.timeout(seconds: 7)');
  assert.equal(
    text({ kind: 'struct', type: 'Failure', count: 1, children: [{ label: 'line', kind: 'scalar', value: 3 }, domain] }),
    'Failure(line: 3)',
  );
});

test('an identifier inside of a value leaves room for what comes after it', () => {
  const id = { kind: 'struct', type: 'UUID', label: 'id', value: '81684A57-F930-45F6-83CC-6AB5C0193A80' };
  const member = {
    kind: 'struct',
    type: 'Member',
    count: 2,
    children: [id, { kind: 'string', type: 'String', label: 'name', value: 'Alice' }],
  };
  assert.equal(text(member), 'Member(id: 81684A57…, name: "Alice")');
  assert.equal(text(id), '81684A57-F930-45F6-83CC-6AB5C0193A80');
});
