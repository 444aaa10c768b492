// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyChoice, isWanted, layOut, validChoice, withShown, withWidth } from '../../public/model/columns.js';

const COLUMNS = [
  { id: 'time', width: 100, keep: 6 },
  { id: 'thread', width: 100, keep: 1 },
  { id: 'selector', width: 200, flex: 2, keep: 10 },
  { id: 'delta', width: 80, isHidden: true },
];
const ids = (choice, width) => layOut(COLUMNS, choice, width).columns.map(({ id }) => id);

test('with room enough all columns show that are not hidden at first', () => {
  assert.deepEqual(ids(emptyChoice(), 1000), ['time', 'thread', 'selector']);
  assert.equal(layOut(COLUMNS, emptyChoice(), 1000).template, '100px 100px minmax(200px, 2fr)');
});

test('the least important column goes first when room gets short, and one always stays', () => {
  assert.deepEqual(ids(emptyChoice(), 320), ['time', 'selector']);
  assert.deepEqual(ids(emptyChoice(), 50), ['selector']);
});

test('a column that the user asked for outlives more important ones', () => {
  const choice = withShown(emptyChoice(), 'thread', true);
  assert.deepEqual(ids(choice, 320), ['thread', 'selector']);
});

test('hidden columns can be shown and shown ones hidden', () => {
  assert.deepEqual(ids(withShown(emptyChoice(), 'delta', true), 1000), ['time', 'thread', 'selector', 'delta']);
  assert.deepEqual(ids(withShown(emptyChoice(), 'time', false), 1000), ['thread', 'selector']);
  assert.equal(isWanted(COLUMNS[3], emptyChoice()), false);
});

test('a chosen width takes the flexibility away, and the last column then fills the row', () => {
  const choice = withWidth(emptyChoice(), 'selector', 300);
  assert.equal(layOut(COLUMNS, choice, 1000).template, '100px 100px minmax(300px, 1fr)');
  assert.equal(layOut(COLUMNS, withWidth(choice, 'selector', null), 1000).template, '100px 100px minmax(200px, 2fr)');
});

test('a stored choice from another version or another page is cleaned', () => {
  const stored = { widths: { time: 5, selector: 'wide', gone: 80 }, shown: { thread: false, delta: 'yes' } };
  assert.deepEqual(validChoice(stored, COLUMNS), { widths: { time: 44 }, shown: { thread: false } });
  assert.deepEqual(validChoice(null, COLUMNS), emptyChoice());
});

test('columns of little worth give way before the one that is read gets cramped', () => {
  const some = [
    { id: 'a', width: 100, keep: 3 },
    { id: 'b', width: 100, keep: 10, comfort: 250, flex: 1 },
    { id: 'c', width: 100, keep: 7 },
  ];
  const ids = (available) => layOut(some, emptyChoice(), available).columns.map(({ id }) => id);
  assert.deepEqual(ids(450), ['a', 'b', 'c']);
  assert.deepEqual(ids(400), ['b', 'c']);
  assert.deepEqual(ids(200), ['b', 'c'], 'what is worth more stays, as long as there is room at all');
});
