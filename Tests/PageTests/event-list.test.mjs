// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EventList, eventText, MergedRows } from '../../public/model/event-list.js';
import { RowList } from '../../public/model/row-list.js';

const event = (number, seq, more = {}) => ({
  id: `e1-e${number}`,
  number,
  seq,
  proxy: 3,
  owner: 'XMLParser',
  what: 'installed',
  at: `2026-11-21T09:30:00.${String(number).padStart(6, '0')}Z`,
  target: 'FeedReader',
  ...more,
});
const call = (seq) => ({ seq, state: 'returned', startedAt: `2026-11-21T09:30:00.${String(seq).padStart(6, '0')}Z` });
const range = (from, to) => Array.from({ length: to - from }, (_, index) => from + index);

/** A list that holds the newest calls of `count`, and those around other places. */
function listOf(count, limit = 10) {
  const list = new RowList();
  const page = (request) => {
    const { order, after = 0, before = Infinity } = request;
    const found = range(1, count + 1).filter((seq) => seq > after && seq < before);
    if (order === 'desc') found.reverse();
    list.applyPage(request, { items: found.slice(0, limit).map(call), matched: count, oldest: 1, newest: count });
  };
  page({ order: 'desc', limit });
  return { list, page };
}

function merged(list, events) {
  const held = new EventList();
  held.add(events);
  return { rows: new MergedRows(() => ({ list, events: held })), held };
}

const names = (rows) => range(0, rows.count).map((index) => rows.rowAt(index)?.key ?? rows.rowAt(index)?.seq);

test('events stand after the calls that had started before them', () => {
  const { list } = listOf(5);
  const { rows } = merged(list, [event(1, 0), event(2, 0), event(3, 2), event(4, 5)]);
  assert.deepEqual(names(rows), ['e1-e1', 'e1-e2', 1, 2, 'e1-e3', 3, 4, 5, 'e1-e4']);
  assert.equal(rows.count, 9);
  for (const [index, key] of names(rows).entries()) assert.equal(rows.indexOf(key), index, `${key}`);
  assert.equal(rows.indexOf(17), -1);
  assert.equal(rows.indexOf('e1-e17'), -1);
});

test('a call that arrives later takes its place before an event that it preceded', () => {
  const { list } = listOf(3);
  const { rows, held } = merged(list, [event(1, 4)]);
  assert.deepEqual(names(rows), [1, 2, 3, 'e1-e1']);
  list.insert([call(5)]);
  assert.deepEqual(names(rows), [1, 2, 3, 'e1-e1', 5]);
  list.insert([call(4)]);
  held.add([event(2, 5)]);
  assert.deepEqual(names(rows), [1, 2, 3, 4, 'e1-e1', 5, 'e1-e2']);
});

test('a line of missed calls comes after the events that followed the call before it', () => {
  const { list } = listOf(3);
  list.insert([{ kind: 'gap', seq: 3.5, missed: 4 }, call(8)]);
  const { rows } = merged(list, [event(1, 3), event(2, 8)]);
  assert.deepEqual(names(rows), [1, 2, 3, 'e1-e1', 3.5, 8, 'e1-e2']);
});

test('events among calls that are not held keep their order, and every call its own place', () => {
  const { list, page } = listOf(1000);
  const { rows } = merged(list, [event(1, 0), event(2, 400), event(3, 401), event(4, 995)]);
  assert.equal(rows.count, 1004);
  assert.equal(rows.rowAt(0).key, 'e1-e1');
  const places = ['e1-e1', 'e1-e2', 'e1-e3', 'e1-e4'].map((key) => rows.indexOf(key));
  assert.deepEqual([...places].sort((left, right) => left - right), places);
  assert.equal(new Set(places).size, 4);
  assert.equal(rows.indexOf(1000), 1003);
  assert.equal(rows.indexOf('e1-e4'), rows.indexOf(995) + 1);
  page({ order: 'asc', after: 395, limit: 10, base: 395 });
  const around = range(396, 406).map((seq) => rows.indexOf(seq));
  assert.equal(rows.indexOf('e1-e2'), rows.indexOf(400) + 1);
  assert.equal(rows.indexOf('e1-e3'), rows.indexOf(401) + 1);
  assert.deepEqual(around, range(396, 406).map((seq) => seq + (seq > 400) + (seq > 401)));
  assert.equal(rows.callsBefore(rows.indexOf(405)), 404);
});

test('without events there are only calls, and each event comes once, in the order of numbers', () => {
  const { list } = listOf(3);
  const rows = new MergedRows(() => ({ list, events: null }));
  assert.deepEqual(names(rows), [1, 2, 3]);
  const held = new EventList();
  assert.equal(held.add([event(2, 1), event(1, 1), event(2, 1), { what: 'installed', at: '' }]), 2);
  assert.equal(held.add([event(1, 1)]), 0);
  assert.deepEqual(held.rows.map(({ key }) => key), ['e1-e1', 'e1-e2']);
});

test('the newest five thousand events are kept', () => {
  const held = new EventList();
  held.add(range(1, 7001).map((number) => event(number, 0)));
  assert.equal(held.rows.length, 5000);
  assert.equal(held.rows[0].key, 'e1-e2001');
});

test('an event without a place stands by its time', () => {
  const { list } = listOf(5);
  const { rows } = merged(list, [event(3, null), event(9, undefined)]);
  assert.deepEqual(names(rows), [1, 2, 3, 'e1-e3', 4, 5, 'e1-e9']);
});

test('the row that the reader looks at leads to a call', () => {
  const { list } = listOf(5);
  const { rows } = merged(list, [event(1, 2)]);
  assert.equal(rows.nameNear('e1-e1'), 2);
  assert.equal(rows.nameNear(4), 4);
  assert.equal(rows.nameNear(null), null);
});

test('an event says which proxy, and what happened to it', () => {
  assert.equal(eventText(event(1, 0)), 'XMLParser #3: installed; forward delegate: FeedReader');
  assert.match(eventText(event(1, 0, { what: 'overwritten', detail: 'Other' })), /property was overwritten \(Other\)$/);
});
