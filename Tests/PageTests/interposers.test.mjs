// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Interposing } from '../../public/control/interposing.js';
import {
  hasOnly,
  matchesPattern,
  reasonsOf,
  selectionText,
  selects,
  switchOf,
} from '../../public/model/interposers.js';

const lamp = { protocol: 'App.LampDelegate', module: 'App', name: 'LampDelegate', types: ['Owner', 'OtherOwner'] };
const interposer = (id, protocols, more = {}) => ({
  id,
  protocols,
  types: [],
  modules: [],
  excluded: [],
  recorded: 1,
  refused: 0,
  unread: 0,
  ...more,
});
const row = (interposed, interposers) => ({ ...lamp, interposed, ...reasonsOf(lamp, interposers) });

test('a star matches any run of characters, and case is ignored', () => {
  const right = ['LampDelegate', 'lampdelegate', '*', '*Delegate', 'Lamp*', 'L*p*gate', '**', 'Lamp*Delegate'];
  for (const pattern of right) assert.ok(matchesPattern(pattern, 'LampDelegate'), pattern);
  const wrong = ['', 'Lamp', 'Delegate', '*Lamp', 'Delegate*', 'LampDelegate*e', 'L*x*gate', 'LampD*DDelegate'];
  for (const pattern of wrong) assert.equal(matchesPattern(pattern, 'LampDelegate'), false, pattern);
  assert.ok(matchesPattern('a.b(*)', 'a.b(c)'));
  assert.equal(matchesPattern('a.b', 'axb'), false);
});

test('many stars take no longer than few', () => {
  assert.equal(matchesPattern(`${'*a'.repeat(250)}*b`, 'a'.repeat(10_000)), false);
});

test('a protocol is selected by its name, alone or with the module, unless a condition leaves it out', () => {
  assert.ok(selects({ protocols: ['LampDelegate'] }, lamp));
  assert.ok(selects({ protocols: ['X', 'app.*'] }, lamp));
  assert.ok(selects({ protocols: ['*'], modules: ['App'], types: ['Other*'] }, lamp));
  assert.equal(selects({ protocols: ['*'], modules: ['Kit'] }, lamp), false);
  assert.equal(selects({ protocols: ['*'], types: ['Nobody'] }, lamp), false);
  assert.equal(selects({ protocols: ['*'], excluded: ['App.LampDelegate'] }, lamp), false);
});

test('the switch adds, removes what is for this protocol alone, and asks before it ends more than that', () => {
  const own = interposer(1, ['App.LampDelegate']);
  const wide = interposer(2, ['*Delegate']);
  const other = interposer(3, ['App.OvenDelegate']);
  assert.equal(switchOf(row(false, [other])), 'add');
  assert.equal(switchOf(row(true, [own, other])), 'remove');
  assert.equal(switchOf(row(true, [wide])), 'ask');
  assert.equal(switchOf(row(true, [own, wide])), 'ask');
  assert.equal(switchOf(row(true, [])), 'ask', 'the program records it itself');
  assert.deepEqual(row(true, [own, wide, other]).own, [own]);
  assert.deepEqual(row(true, [own, wide, other]).wider, [wide]);
});

test('a name with a further condition, or beside another, is a wider pattern', () => {
  assert.ok(hasOnly({ protocols: ['App.LampDelegate'] }, 'App.LampDelegate'));
  for (
    const more of [
      { protocols: ['App.LampDelegate', 'B'] },
      { protocols: ['LampDelegate'] },
      { types: ['Owner'] },
      { modules: ['App'] },
      { excluded: ['C'] },
    ]
  ) assert.equal(hasOnly(interposer(1, ['App.LampDelegate'], more), 'App.LampDelegate'), false, JSON.stringify(more));
});

test('an interposer is named by its patterns and conditions', () => {
  assert.equal(selectionText(interposer(1, ['*Delegate', 'A'])), '*Delegate, A');
  assert.equal(
    selectionText({ protocols: ['*'], types: ['Cook*'], modules: ['App'], excluded: ['A', 'B'] }),
    '* of types Cook* in modules App except A, B',
  );
});

/** What is asked for, in its order. */
function setUp(isRefused = false) {
  const asked = [];
  const actions = {
    interpose: async (selection) => (asked.push(['interpose', selection]), isRefused ? null : { id: 9 }),
    tryInterpose: async (selection) => (asked.push(['try', selection]), isRefused ? 'wrong' : null),
    removeInterposer: async ({ id }) => void asked.push(['remove', id]),
  };
  const polled = { refresh: async () => void asked.push(['refresh']) };
  return { asked, interposing: new Interposing({ actions, polled, ask: () => asked.push(['ask']) }) };
}

test('a switch sends the full name, or removes every interposer for it alone, and reads the list anew', async () => {
  const { asked, interposing } = setUp();
  await interposing.switch(row(false, []));
  await interposing.switch(row(true, [interposer(1, ['App.LampDelegate']), interposer(4, ['App.LampDelegate'])]));
  await interposing.switch(row(true, [interposer(2, ['*'])]));
  assert.deepEqual(asked, [
    ['interpose', { protocols: ['App.LampDelegate'] }],
    ['refresh'],
    ['remove', 1],
    ['remove', 4],
    ['refresh'],
    ['ask'],
  ]);
});

test('a protocol is left out by a narrower interposer, which comes before the wider one goes', async () => {
  const wide = interposer(2, ['*Delegate'], { excluded: ['B'] });
  const { asked, interposing } = setUp();
  await interposing.leaveOut(row(true, [wide, interposer(1, ['App.LampDelegate'])]));
  const narrower = { protocols: ['*Delegate'], types: [], modules: [], excluded: ['B', 'App.LampDelegate'] };
  assert.deepEqual(asked, [['interpose', narrower], ['remove', 2], ['remove', 1], ['refresh']]);
  const refusing = setUp(true);
  await refusing.interposing.leaveOut(row(true, [wide]));
  assert.deepEqual(refusing.asked.map(([what]) => what), ['interpose', 'refresh'], 'nothing ends when that fails');
});

test('a pattern that is refused says why, and the list is not read for it', async () => {
  const { asked, interposing } = setUp(true);
  assert.equal(await interposing.add('*'), 'wrong');
  assert.deepEqual(asked, [['try', { protocols: ['*'] }]]);
});
