// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bannersOf } from '../../public/model/banners.js';
import { termValues, withTerm } from '../../public/model/filter-tokens.js';
import { Fleet } from '../../public/model/fleet.js';
import {
  agoText,
  brokerText,
  clocksText,
  filteredProcesses,
  isSkewed,
  listed,
  programsText,
  skewHint,
  skewText,
  stateOf,
  withProcesses,
} from '../../public/model/programs.js';
import { NOTHING_SELECTED, pruned, withPicked } from '../../public/model/selection.js';
import { StatusPoller } from '../../public/net/poller.js';

const ORDER = ['a', 'b', 'c', 'd', 'e'];
const program = (more = {}) => ({ epoch: 'a1', service: 'shop', version: '1.4', host: 'web-1', processID: 4711,
  program: 'Shop', startedAt: '', state: 'running', reason: null, calls: 5, gaps: 0, ...more });

test('the filter of several programs is one of alternatives, and takes the place of the one before', () => {
  assert.equal(withProcesses('', ['a1']), 'process:a1');
  assert.equal(withProcesses('', ['a1', 'b2']), '(process:a1 OR process:b2)');
  assert.equal(withProcesses('is:threw process:c3', ['a1', 'b2']), 'is:threw (process:a1 OR process:b2)');
  assert.equal(withProcesses('is:threw (process:a1 OR process:b2) owner:x', ['c3']), 'is:threw process:c3 owner:x');
  assert.equal(withProcesses('is:threw (process:a1 OR process:b2)', []), 'is:threw');
  assert.equal(withProcesses('is:threw | is:held', ['a1']), '(is:threw | is:held) process:a1');
});

test('the programs that a filter asks for are read back from it', () => {
  for (const epochs of [[], ['a1'], ['a1', 'b2', 'c3']]) {
    assert.deepEqual(filteredProcesses(withProcesses('owner:"(x" is:threw', epochs)), epochs);
  }
  assert.deepEqual(termValues('(process:a1 | process:b2)', 'process'), ['a1', 'b2']);
  assert.deepEqual(termValues('( process:"a 1" or process:b2 )', 'process'), ['a 1', 'b2']);
});

test('what is not a plain choice of programs is left alone', () => {
  for (const filter of [
    '-(process:a1 OR process:b2)',
    'not (process:a1 OR process:b2)',
    '(process:a1 OR owner:x)',
    '(process:a1 OR -process:b2)',
    '(process:a1 OR process:b2) OR owner:x',
    '((process:a1 OR process:b2))',
  ]) {
    assert.deepEqual(filteredProcesses(filter), [], filter);
    assert.equal(withTerm(filter, 'process', null), filter);
  }
});

test('a click selects one, with Control one more or less, with Shift all up to it', () => {
  const keys = (selection) => [...selection.keys].sort().join('');
  let selection = withPicked(NOTHING_SELECTED, 'only', 'b', ORDER);
  assert.equal(keys(selection), 'b');
  selection = withPicked(selection, 'range', 'd', ORDER);
  assert.equal(keys(selection), 'bcd');
  selection = withPicked(selection, 'range', 'a', ORDER);
  assert.equal(keys(selection), 'ab', 'a range begins where it began');
  selection = withPicked(selection, 'toggle', 'e', ORDER);
  assert.equal(keys(selection), 'abe');
  selection = withPicked(selection, 'toggle', 'a', ORDER);
  assert.equal(keys(selection), 'be');
  assert.equal(keys(withPicked(selection, 'all', null, ORDER)), 'abcde');
  assert.equal(keys(withPicked(NOTHING_SELECTED, 'range', 'c', ORDER)), 'c');
  assert.equal(keys(pruned(selection, ['a', 'b'])), 'b');
  assert.equal(pruned(selection, ORDER), selection);
});

test('states have words and a reason, unknown ones too', () => {
  assert.deepEqual(stateOf(program()), { word: 'running', reason: '', meaning: 'It answers its relay.' });
  assert.equal(stateOf(program({ state: 'lost', reason: 'no process 4711' })).reason, 'no process 4711');
  assert.deepEqual(stateOf(program({ state: 'paused' })), { word: 'paused', reason: '', meaning: '' });
  const states = ['running', 'lost', 'running', 'ended'].map((state) => program({ state }));
  assert.equal(programsText(states), '4 programs: 2 running, 1 ended, 1 lost');
  assert.equal(programsText([]), '0 programs');
});

test('a skew has its error, and is noted from a millisecond on', () => {
  assert.equal(skewText(program()), '–');
  assert.equal(skewText(program({ skewNanoseconds: -2_300_000, skewErrorNanoseconds: 120_000 })), '−2.30 ms ± 120 µs');
  assert.equal(isSkewed(program({ skewNanoseconds: 1_000_000 })), false);
  assert.equal(isSkewed(program({ skewNanoseconds: -1_000_001 })), true);
  assert.match(skewHint(program({ skewNanoseconds: 2e6 })), /Clocks differ: order between hosts is only that exact\.$/);
  assert.doesNotMatch(skewHint(program({ skewNanoseconds: 2e5 })), /differ/);
  const programs = [2e5, -3.4e6, 2e6].map((skewNanoseconds) => program({ skewNanoseconds }));
  assert.match(clocksText(programs), /^Clocks differ by up to 3\.40 ms: order/);
  assert.equal(clocksText(programs.slice(0, 1)), '');
});

test('when a program was seen is told from now on, and never later than now', () => {
  const now = Date.UTC(2026, 10, 21, 9, 0, 30);
  assert.equal(agoText('2026-11-21T09:00:12.000Z', now), '18 s ago');
  assert.equal(agoText('2026-11-21T09:00:31.000Z', now), '0 s ago');
  assert.equal(agoText('2026-11-21T08:48:02.000Z', now), '12 min ago');
  assert.equal(agoText(null, now), '–');
});

test('the broker is told of while it is away, and while messages keep waiting', () => {
  assert.equal(brokerText({ connected: true, behind: 0, sequence: 9 }), 'Broker connected');
  assert.equal(brokerText({ connected: true, behind: 1, sequence: 9 }), 'Broker connected, 1 message is not read yet');
  assert.equal(brokerText({ connected: false, behind: 0, sequence: 9 }), 'Broker not connected');
  const fleet = new Fleet();
  const take = (broker) => {
    fleet.take({ items: [program()], broker: { sequence: 9, ...broker } });
    const facts = { broker: { ...fleet.broker, isBehind: fleet.isBehind } };
    return bannersOf({ stream: null, problem: null, file: null, ...facts }).broker;
  };
  assert.equal(take({ connected: true, behind: 4 }), null, 'for a moment some wait');
  assert.match(take({ connected: true, behind: 1200 }).detail, /^1,200 messages are not read yet\.$/);
  assert.equal(take({ connected: true, behind: 0 }), null);
  assert.equal(take({ connected: false, behind: 0 }).tone, 'warning');
  assert.equal(fleet.nameOf('a1'), 'shop@1.4 on web-1, pid 4711');
  assert.equal(fleet.nameOf('9999'), 'process 9999');
});

test('a banner names the programs that are shown, a few of many', () => {
  assert.equal(listed(['a', 'b']), 'a and b');
  assert.equal(listed(['a', 'b', 'c']), 'a, b and c');
  assert.equal(listed(['a', 'b', 'c', 'd']), 'a, b and 2 more');
  const { programs } = bannersOf({ stream: null, problem: null, file: null, programs: ['a', 'b'] });
  assert.equal(programs.text, 'Only the calls of a and b are shown.');
  assert.deepEqual(programs.actions.map(({ command }) => command), ['choosePrograms', 'showAllPrograms']);
});

test('only the server of a fleet has programs, and its growing recording is no past run', async () => {
  const asked = async (reply) => {
    const server = new StatusPoller({
      api: { status: async () => ({ version: '1.0.0', epoch: 'e1', counters: {}, features: ['filter'], ...reply }) },
      now: () => 0,
      onChange() {},
    });
    await server.refresh();
    server.stop();
    return server;
  };
  const replay = { file: 'calls.sqlite', program: '', startedAt: '' };
  const fleet = await asked({ fleet: true, replay, recording: false });
  assert.deepEqual([fleet.isFleet, fleet.has('programs')], [true, true]);
  assert.deepEqual([fleet.isReplay, fleet.status.recording], [false, null]);
  const alone = await asked({ recording: false });
  assert.deepEqual([alone.isFleet, alone.has('programs'), alone.status.recording], [false, false, false]);
});
