// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatRate } from '../../public/model/format.js';
import {
  COMPILER_FLAGS,
  coverageOf,
  neverCalledText,
  reasonsOf,
  reasonText,
  recordingState,
  recordingWord,
} from '../../public/model/protocol-state.js';

const row = (more = {}) => ({
  interposed: true,
  recorded: 10,
  refused: 0,
  unread: 0,
  calls: 0,
  requirements: 5,
  types: ['Owner'],
  own: [],
  wider: [],
  ...more,
});

test('the state tells what is recorded, and why nothing is', () => {
  const words = (more) => [recordingState(row(more)), recordingWord(row(more))];
  assert.deepEqual(words({ interposed: false }), ['off', '–']);
  assert.deepEqual(words({ calls: 3 }), ['recorded', 'recorded']);
  assert.deepEqual(words({ calls: 3, refused: 2 }), ['recorded', 'recorded, 2 refused']);
  assert.deepEqual(words({ calls: 3, unread: 1 }), ['recorded', 'recorded, 1 call not readable']);
  assert.deepEqual(words({ unread: 1200 }), ['never', '1,200 calls not readable']);
  assert.deepEqual(words({}), ['never', 'matched, never called']);
  assert.deepEqual(words({ recorded: 0, refused: 3 }), ['refused', 'cannot be recorded']);
  assert.deepEqual(words({ recorded: 0, types: [] }), ['empty', 'no conforming type']);
  assert.deepEqual(words({ recorded: 0, requirements: 0 }), ['empty', 'nothing to record']);
});

test('a protocol without calls has an explanation, whose likely part depends on the conforming types', () => {
  assert.match(neverCalledText(row()), /made its calls direct: it has one conforming type\./);
  assert.match(neverCalledText(row({ types: ['A', 'B'] })), /^Probably the program has not .* 2 conforming types/);
  assert.match(neverCalledText(row()), /internal with one conforming type/);
  assert.equal(neverCalledText(row({ calls: 1 })), null);
  assert.equal(neverCalledText(row({ interposed: false })), null);
  assert.deepEqual(COMPILER_FLAGS.map(({ flag }) => flag), [
    '-Xswiftc -enable-testing',
    '-Xfrontend -enable-implicit-dynamic',
  ]);
});

test('it is said by which patterns a protocol is recorded', () => {
  const wide = (text) => ({ protocols: [text] });
  assert.equal(reasonText(row({ own: [wide('App.P')] })), 'Its calls are recorded.');
  assert.equal(reasonText(row({ wider: [wide('*P')] })), 'Its calls are recorded because of *P.');
  const three = row({ wider: ['a*', 'b*', 'c*'].map(wide) });
  assert.equal(reasonText(three), 'Its calls are recorded because of a*, b* and c*.');
  assert.equal(reasonText(row()), 'Its calls are recorded by the program itself, or because a recorded protocol refines it.');
  assert.equal(reasonText(row({ interposed: false })), 'Calls without a proxy are not recorded.');
  assert.equal(
    reasonText(row({ interposed: false, requirements: 0 })),
    'It has no requirement that can be recorded.',
  );
});

const entry = (type, state, refusal = null, limitation = null) => ({ type, state, refusal, limitation });

test('a requirement tells of how many types it is recorded, and why not of others', () => {
  const text = (...entries) => coverageOf({ entries });
  assert.deepEqual(text(entry('A', 'recorded'), entry('B', 'recorded')), { text: 'all', state: 'all' });
  assert.deepEqual(text(entry('A', 'recorded'), entry('B', 'refused', 'x')), { text: '1 of 2', state: 'some' });
  assert.deepEqual(text(entry('A', 'refused', 'x')), { text: '0 of 1', state: 'none' });
  assert.deepEqual(text(entry('A', 'available')), { text: '–', state: 'off' });
  assert.deepEqual(text(), { text: '–', state: 'off' });
  const others = [entry('B', 'recorded'), entry('C', 'refused', 'y'), entry('D', 'refused', 'x')];
  const entries = [entry('A', 'refused', 'x'), ...others];
  assert.deepEqual(reasonsOf({ entries }), [{ types: ['A', 'D'], reason: 'x' }, { types: ['C'], reason: 'y' }]);
  assert.deepEqual(reasonsOf({ entries: [entry('A', 'refused')] })[0].reason, 'the reason is not known');
  const early = { ...entry('Box', 'recorded', null, 'z'), missesEarlier: true };
  assert.match(reasonsOf({ entries: [early] })[0].reason, /^recorded by name .*: z; not recorded for the generic arg/);
  const limited = [entry('A', 'recorded', null, 'z'), entry('B', 'available', null, 'z'), entry('C', 'recorded')];
  assert.deepEqual(reasonsOf({ entries: limited }), [
    { types: ['A', 'B'], reason: 'recorded by name and time only: z' },
  ]);
});

test('rates have a decimal while they are small', () => {
  const rates = [null, 0, 0.01, 0.25, 9.94, 9.96, 12_345];
  assert.deepEqual(rates.map(formatRate), ['–', '0', '< 0.1', '0.3', '9.9', '10', '12,345']);
});
