// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completionsAt } from '../../public/model/filter-completion.js';
import { seenArgumentNames, seenArgumentValues } from '../../public/model/filter-completion.js';
import {
  exactTerm,
  filterTerm,
  filterTokens,
  narrowed,
  termValue,
  withTerm,
} from '../../public/model/filter-tokens.js';

const kinds = (text) =>
  filterTokens(text).filter(({ kind }) => kind !== 'space').map(({ kind, text: part }) => `${kind} ${part}`);

test('the filter of the manual falls into its parts', () => {
  assert.deepEqual(kinds('selector:found* duration:>1ms -thread:main (path:none | state:threw) arg.string:"foo bar"'), [
    'key selector:',
    'value found*',
    'key duration:',
    'comparison >',
    'value 1ms',
    'operator -',
    'key thread:',
    'value main',
    'operator (',
    'key path:',
    'value none',
    'operator |',
    'key state:',
    'value threw',
    'operator )',
    'key arg.string:',
    'string "foo bar"',
  ]);
});

test('whatever is typed, the tokens joined are the text', () => {
  const texts = [
    '',
    ' ',
    '"',
    'a:"',
    '((',
    'a:b:c',
    '!!x',
    'x and not y or z',
    '/re[g]ex/i',
    'time:2026-11-21T09:30:00Z..2026-11-21T09:31:00Z',
    '日本:語',
    '::',
    '-',
    'a:>',
  ];
  for (const text of texts) assert.equal(filterTokens(text).map(({ text: part }) => part).join(''), text, text);
});

test('a minus inside a word is no operator', () => {
  assert.deepEqual(kinds('thread:parser-queue non-empty'), ['key thread:', 'value parser-queue', 'word non-empty']);
});

test('terms are quoted only where they must be', () => {
  assert.equal(filterTerm('thread', 'main'), 'thread:main');
  assert.equal(filterTerm('selector', 'parser(_:foundCharacters:)'), 'selector:parser(_:foundCharacters:)');
  assert.equal(filterTerm('arg', 'a "b" \\'), 'arg:"a \\"b\\" \\\\"');
  assert.equal(filterTerm('arg', 'one\ntwo'), 'arg:"one\\ntwo"');
  assert.equal(filterTerm('arg', '-a'), 'arg:"-a"');
  assert.equal(filterTerm('arg', '-2..4'), 'arg:"-2..4"');
  assert.equal(filterTerm('arg', 'a(b'), 'arg:"a(b"');
});

test('a term made from a cell means exactly that cell', () => {
  assert.equal(exactTerm('owner', 'XMLParser'), 'owner:=XMLParser');
  assert.equal(exactTerm('target', 'Box<Array<Int>>'), 'target:="Box<Array<Int>>"');
  assert.equal(exactTerm('selector', 'a(_:b:)'), 'selector:=a(_:b:)');
});

test('a number is compared as one, however it is written', () => {
  assert.equal(exactTerm('arg.y', -64), 'arg.y:=-64');
  assert.equal(exactTerm('arg.y', -0.5), 'arg.y:=-0.5');
  assert.equal(exactTerm('arg.y', -1e-7), 'arg.y:=-1e-7');
  assert.equal(exactTerm('arg.y', 1e21), 'arg.y:=1e+21');
  assert.equal(filterTerm('arg', '-3'), 'arg:-3');
  assert.deepEqual(kinds('arg.y:=-1e-7 x'), ['key arg.y:', 'comparison =', 'value -1e-7', 'word x']);
});

test('words and values end where the server ends them', () => {
  assert.deepEqual(kinds('selector:a(_:b:)|x'), ['key selector:', 'value a(_:b:)', 'operator |', 'word x']);
  assert.deepEqual(kinds('(selector:a(_:b:))'), ['operator (', 'key selector:', 'value a(_:b:)', 'operator )']);
  assert.deepEqual(kinds('error:/time(d )?out/i x'), ['key error:', 'pattern /time(d )?out/i', 'word x']);
  assert.deepEqual(kinds('~d >1ms'), ['key ~d ', 'comparison >', 'value 1ms']);
  assert.deepEqual(kinds('owner:="A B"'), ['key owner:', 'comparison =', 'string "A B"']);
});

test('an operator in words ends where any word does', () => {
  assert.deepEqual(kinds('a or"b"'), ['word a', 'operator or', 'string "b"']);
  assert.deepEqual(kinds('a AND"b" not"c"'), ['word a', 'operator AND', 'string "b"', 'operator not', 'string "c"']);
  assert.deepEqual(kinds('or|b and&'), ['operator or', 'operator |', 'word b', 'operator and', 'operator &']);
  assert.deepEqual(kinds('order android-x or.b'), ['word order', 'word android-x', 'word or.b']);
  assert.equal(narrowed('a or"b"', 'x:1'), '(a or"b") x:1');
  assert.equal(withTerm('a:1 or"b"', 'a', 'a:2'), '(a:1 or"b") a:2');
  assert.equal(withTerm('"b" and a:1', 'a', null), '"b"');
});

test('a term replaces the only one of its key, and is added otherwise', () => {
  assert.equal(withTerm('', 'thread', 'thread:main'), 'thread:main');
  assert.equal(withTerm('foo thread:work bar', 'thread', 'thread:main'), 'foo thread:main bar');
  assert.equal(withTerm('duration:>1ms x', 'duration', 'duration:>2ms'), 'duration:>2ms x');
  assert.equal(withTerm('a:1 | a:2', 'a', 'a:3'), '(a:1 | a:2) a:3');
  assert.equal(withTerm('x | a:2', 'a', 'a:3'), '(x | a:2) a:3');
  assert.equal(withTerm('-a:1', 'a', 'a:3'), '-a:1 a:3');
  assert.equal(withTerm('not a:1', 'a', 'a:3'), 'not a:1 a:3');
  assert.equal(withTerm('(a:1 | x) b:2', 'a', 'a:3'), '(a:1 | x) b:2 a:3');
  assert.equal(withTerm('owner:=A x', 'owner', 'owner:=B'), 'owner:=B x');
  assert.equal(withTerm('foo -time:x', 'time', null), 'foo -time:x');
  assert.equal(withTerm('foo time:x..y', 'time', null), 'foo');
});

test('a term that is taken away takes the “and” beside it along', () => {
  assert.equal(withTerm('x and a:1', 'a', null), 'x');
  assert.equal(withTerm('a:1 AND x', 'a', null), 'x');
  assert.equal(withTerm('x && a:1 & y', 'a', null), 'x & y');
  assert.equal(withTerm('x and (a:1 or a:2)', 'a', null), 'x');
  assert.equal(withTerm('a:1 and not x', 'a', null), 'not x');
  assert.equal(withTerm('"and" a:1 x', 'a', null), '"and" x');
  assert.equal(withTerm('x and a:1', 'a', 'a:2'), 'x and a:2');
});

test('a filter of alternatives is narrowed as a whole', () => {
  assert.equal(narrowed('', '-a:1'), '-a:1');
  assert.equal(narrowed(' x ', '-a:1'), 'x -a:1');
  assert.equal(narrowed('x or y', '-a:1'), '(x or y) -a:1');
  assert.equal(narrowed('(x | y)', '-a:1'), '(x | y) -a:1');
});

test('the value of the only term of a key is found without its quotes', () => {
  assert.equal(
    termValue('x time:2026-11-21T09:30:00Z..2026-11-21T09:31:00Z', 'time'),
    '2026-11-21T09:30:00Z..2026-11-21T09:31:00Z',
  );
  assert.equal(termValue('arg:"a \\"b\\""', 'arg'), 'a "b"');
  assert.equal(termValue('a:1 a:2', 'a'), null);
});

const help = [
  { key: 'selector', description: 'the selector', example: 'selector:found*' },
  { key: 'state', values: ['running', 'returned', 'threw'] },
  { key: 'path' },
  { key: 'arg' },
];
const seen = (key) => (key === 'path' ? ['target', 'none'] : key === 'selector' ? ['parser(_:foundCharacters:)'] : []);
const labels = (text, caret = text.length) => completionsAt(text, caret, help, seen).map(({ label }) => label);

test('keys are offered where a word can begin', () => {
  assert.deepEqual(labels(''), ['selector:', 'state:', 'path:', 'arg:']);
  assert.deepEqual(labels('se'), ['selector:']);
  assert.deepEqual(labels('path:none '), ['selector:', 'state:', 'path:', 'arg:']);
  assert.deepEqual(labels('-st'), ['state:']);
});

test('values are offered after a key: those of the help, then those that were seen', () => {
  assert.deepEqual(labels('state:'), ['running', 'returned', 'threw']);
  assert.deepEqual(labels('state:r'), ['running', 'returned', 'threw']);
  assert.deepEqual(labels('path:n'), ['none']);
  assert.deepEqual(labels('arg.name:'), []);
});

test('a chosen value replaces what was typed', () => {
  const [item] = completionsAt('selector:par', 12, help, seen);
  assert.deepEqual([item.insert, item.from, item.to], ['parser(_:foundCharacters:) ', 9, 12]);
});

test('after “arg.” come the names that arguments and their parts have had, then their values', () => {
  const calls = [{
    arguments: [
      {
        label: 'didReceive',
        name: 'response',
        kind: 'object',
        children: [{ label: 'statusCode', kind: 'scalar', value: 404 }],
      },
      { label: null, name: 'string', kind: 'string', value: 'a b' },
    ],
  }, { arguments: [{ label: 'didReceive', name: 'response', kind: 'nil' }] }];
  const names = (key) => (key === 'arg' ? seenArgumentNames(calls) : []);
  const values = (key) => seenArgumentValues(calls, key.split('.')[1] ?? '');
  const offered = (text) => completionsAt(text, text.length, help, values, names).map(({ insert }) => insert);
  assert.deepEqual(offered('ar'), ['arg:', 'arg.']);
  assert.deepEqual(offered('arg.'), ['arg.didReceive:', 'arg.response:', 'arg.statusCode:', 'arg.string:']);
  assert.deepEqual(offered('path:none arg.STAT'), ['arg.statusCode:']);
  assert.deepEqual(offered('arg.statuscode:'), ['404 ']);
  assert.deepEqual(offered('arg.string:'), ['"a b" ']);
  assert.deepEqual(offered('path.'), []);
});
