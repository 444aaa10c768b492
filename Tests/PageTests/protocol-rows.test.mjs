// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CallRates } from '../../public/model/call-rates.js';
import { callsByProtocol, matchingRows, orderedRows, protocolRows } from '../../public/model/protocol-rows.js';
import { APIError } from '../../public/net/api.js';
import { ProgramProtocols } from '../../public/net/program-protocols.js';

const item = (protocol, more = {}) => {
  const [module, name] = protocol.split('.');
  const types = [`${name}Owner`];
  return { protocol, module, name, requirements: 2, types, recorded: 0, refused: 0, unread: 0, interposed: false, ...more };
};
const rowsOf = (items, { calls = {}, interposers = [] } = {}) =>
  protocolRows({ items, interposers, calls: new Map(Object.entries(calls)), rateOf: () => null });
const names = (rows) => rows.map(({ protocol }) => protocol);

test('calls are those of all selectors with the name of the protocol', () => {
  const calls = callsByProtocol([
    { protocol: 'Lamp', selector: 'a', calls: 3 },
    { protocol: 'Oven', selector: 'a', calls: 1 },
    { protocol: 'Lamp', selector: 'b', calls: 4 },
  ]);
  assert.deepEqual([...calls], [['Lamp', 7], ['Oven', 1]]);
  const [lamp, oven] = rowsOf([item('App.Lamp'), item('App.Fridge')], { calls: { Lamp: 7 } });
  assert.deepEqual([lamp.calls, lamp.recordedName, oven.calls], [7, 'Lamp', 0]);
  const [full] = rowsOf([item('App.Lamp')], { calls: { 'App.Lamp': 2, Lamp: 9 } });
  assert.deepEqual([full.calls, full.recordedName], [2, 'App.Lamp'], 'a record may name the module too');
});

test('protocols of the same name, whose calls cannot be told apart, name each other', () => {
  const [app, kit, other] = rowsOf([item('App.Lamp'), item('Kit.Lamp'), item('Kit.Oven')]);
  assert.deepEqual([app.namesakes, kit.namesakes, other.namesakes], [['Kit.Lamp'], ['App.Lamp'], []]);
});

test('recorded protocols come first, then those with most calls, then by name', () => {
  const items = [
    item('App.B'),
    item('App.A10'),
    item('App.A9'),
    item('Lib.A9'),
    item('App.Busy'),
    item('App.Quiet', { interposed: true }),
    item('App.Loud', { interposed: true }),
  ];
  const rows = rowsOf(items, { calls: { Busy: 50, Loud: 4 } });
  const expected = ['App.Loud', 'App.Quiet', 'App.Busy', 'App.A9', 'Lib.A9', 'App.A10', 'App.B'];
  assert.deepEqual(names(orderedRows(rows)), expected);
});

test('names with an underscore in front come after others', () => {
  const rows = rowsOf([item('Kit._Inner'), item('Kit.Outer'), item('Kit._Recorded', { interposed: true })]);
  assert.deepEqual(names(orderedRows(rows)), ['Kit._Recorded', 'Kit.Outer', 'Kit._Inner']);
});

test('rows that are held keep their order, and others come after them', () => {
  const rows = rowsOf([item('App.A'), item('App.B', { interposed: true }), item('App.C')]);
  assert.deepEqual(names(orderedRows(rows, ['App.A', 'App.B'])), ['App.A', 'App.B', 'App.C']);
  assert.deepEqual(names(orderedRows(rows, [])), ['App.B', 'App.A', 'App.C']);
});

test('a search finds names, modules and types; all words must match, and a star makes a pattern', () => {
  const oven = item('App.OvenDelegate', { types: ['Cook', 'Lamplighter'] });
  const rows = rowsOf([item('App.LampDelegate'), oven, item('Kit.Lamp')]);
  const found = (search) => names(matchingRows(rows, search));
  assert.deepEqual(found(''), names(rows));
  assert.deepEqual(found(' LAMP '), names(rows), 'in the name, or in a type');
  assert.deepEqual(found('app lamp'), ['App.LampDelegate', 'App.OvenDelegate']);
  assert.deepEqual(found('cook'), ['App.OvenDelegate']);
  assert.deepEqual(found('kit.'), ['Kit.Lamp']);
  assert.deepEqual(found('*delegate'), ['App.LampDelegate', 'App.OvenDelegate']);
  assert.deepEqual(found('lamp*'), ['App.LampDelegate', 'App.OvenDelegate', 'Kit.Lamp']);
  assert.deepEqual(found('nothing'), []);
});

test('a row knows the interposers that select it, and is on for one of its own though no type conforms', () => {
  const own = { id: 1, protocols: ['App.Lamp'], types: [], modules: [], excluded: [] };
  const [lamp, oven] = rowsOf([item('App.Lamp', { types: [] }), item('App.Oven')], { interposers: [own] });
  assert.deepEqual([lamp.interposed, lamp.own, oven.interposed, oven.own], [true, [own], false, []]);
});

test('rates come from two counts, and are not known before', () => {
  const rates = new CallRates();
  const calls = (counts) => new Map(Object.entries(counts));
  assert.equal(rates.of('Lamp'), null);
  rates.update(calls({ Lamp: 10 }), 1000);
  assert.equal(rates.of('Lamp'), null);
  rates.update(calls({ Lamp: 30, Oven: 5 }), 3000);
  assert.deepEqual(['Lamp', 'Oven', 'Fridge'].map((name) => rates.of(name)), [10, 2.5, 0]);
  rates.update(calls({ Lamp: 31, Oven: 5 }), 3100);
  assert.equal(rates.of('Lamp'), 10, 'too soon to tell');
  rates.update(calls({ Lamp: 40, Oven: 5 }), 5000);
  assert.deepEqual([rates.of('Lamp'), rates.of('Oven')], [5, 0], 'counted from the last one that was used');
  rates.update(calls({ Lamp: 100, Oven: 5 }), 600_000);
  assert.equal(rates.of('Lamp'), null, 'nobody looked meanwhile');
  rates.update(calls({ Lamp: 2 }), 602_000);
  assert.equal(rates.of('Lamp'), null, 'another run');
  rates.update(calls({ Lamp: 4 }), 604_000);
  assert.equal(rates.of('Lamp'), 1);
});

const server = (changes = {}) => ({
  protocols: async () => ({ items: [item('App.Lamp')] }),
  protocol: async (name) => ({ protocol: name, requirements: [] }),
  interposers: async () => ({ items: [] }),
  selectors: async () => ({ items: [{ protocol: 'Lamp', selector: 'a', calls: 3 }] }),
  ...changes,
});
const failing = (status, code) => async () => {
  throw new APIError(status, { code });
};
const load = (api, name = null) => new ProgramProtocols(api).load(name, new AbortController().signal);

test('the opened protocol is read together with the list', async () => {
  const reply = await load(server(), 'App.Lamp');
  assert.deepEqual([reply.items.length, reply.calls.get('Lamp'), reply.opened.protocol], [1, 3, 'App.Lamp']);
  assert.equal((await load(server())).opened, null);
  assert.equal((await load(server(), 'App.Gone')).opened, null, 'a link may name another');
});

test('requirements are asked for again only when they may differ, and their calls are counted anew', async () => {
  let asked = 0;
  let calls = 1;
  let interposers = [];
  const requirements = ['a', 'b'].map((name) => ({ name, kind: 'method', calls: 9, entries: [] }));
  const api = server({
    protocol: async (protocol) => (asked += 1, { protocol, name: 'Lamp', requirements }),
    interposers: async () => ({ items: interposers }),
    selectors: async () => ({
      items: [{ protocol: 'Lamp', selector: 'a', calls }, { protocol: 'Oven', selector: 'b', calls: 4 }],
    }),
  });
  const protocols = new ProgramProtocols(api);
  const opened = async () => (await protocols.load('App.Lamp', new AbortController().signal)).opened.requirements;
  assert.deepEqual((await opened()).map((each) => each.calls), [1, 0]);
  calls = 5;
  assert.deepEqual((await opened()).map((each) => each.calls), [5, 0]);
  assert.equal(asked, 1);
  interposers = [{ id: 1, protocols: ['*'], recorded: 2, refused: 0, unread: 0 }];
  await opened();
  assert.equal(asked, 2);
});

test('a recording has no process; other errors are errors', async () => {
  assert.equal(await load(server({ protocols: failing(409, 'noProcess') })), null);
  await assert.rejects(load(server({ protocols: failing(503, 'starting') })), { status: 503 });
  const reply = await load(server({ protocol: failing(500, null) }), 'App.Lamp');
  assert.deepEqual([reply.items.length, reply.opened], [1, null], 'the list is worth showing all the same');
});
