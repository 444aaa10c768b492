// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { meaningOfTreeKey, meanOf, TreeRows } from '../../public/model/tree-rows.js';

const node = (selector, total, calls, ...children) => ({
  protocol: 'P',
  selector,
  calls,
  errors: 0,
  totalNanoseconds: total,
  selfNanoseconds: total,
  children,
});
const tree = (...nodes) => ({ direction: 'topDown', isComplete: true, isCut: false, calls: 1, nanoseconds: 1, nodes });
const TREE = tree(node('a', 90, 1, node('b', 50, 2, node('c', 9, 1)), node('d', 20, 7)), node('e', 40, 30));
const names = ({ rows }) => rows.map(({ selector, level }) => `${level}${selector}`).join(' ');
const keyOf = ({ rows }, name) => rows.find(({ selector }) => selector === name).key;

function treeRows() {
  const rows = new TreeRows();
  rows.take(TREE);
  return rows;
}

test('a closed tree shows its roots, and what is opened shows its children in their order', () => {
  const rows = treeRows();
  assert.equal(names(rows), '1a 1e');
  rows.setOpen(keyOf(rows, 'a'), true);
  assert.equal(names(rows), '1a 2b 2d 1e');
  const [a, b, d] = rows.rows;
  assert.deepEqual([a.isOpen, a.hasChildren, a.place, a.siblings, a.parent], [true, true, 1, 2, null]);
  assert.deepEqual([b.parent, d.place, d.siblings, d.hasChildren], [a.key, 2, 2, false]);
  rows.setOpen(a.key, false);
  assert.equal(names(rows), '1a 1e');
});

test('rows keep their keys and stay open when the numbers change and other rows arrive', () => {
  const rows = treeRows();
  rows.setOpen(keyOf(rows, 'a'), true);
  const before = new Map(rows.rows.map(({ selector, key }) => [selector, key]));
  rows.take(tree(node('new', 500, 1), node('e', 95, 31), node('a', 91, 1, node('d', 70, 8), node('b', 50, 2))));
  assert.equal(names(rows), '1new 1e 1a 2d 2b');
  for (const { selector, key } of rows.rows.slice(1)) assert.equal(key, before.get(selector));
});

test('what is open from the top down is not open from the bottom up', () => {
  const rows = treeRows();
  rows.setOpen(keyOf(rows, 'a'), true);
  rows.take({ ...TREE, direction: 'bottomUp' });
  assert.equal(names(rows), '1a 1e');
  rows.take(TREE);
  assert.equal(names(rows), '1a 2b 2d 1e');
});

test('siblings are ordered by the chosen weight', () => {
  const rows = treeRows();
  rows.setOpen(keyOf(rows, 'a'), true);
  rows.orderBy('calls');
  assert.equal(names(rows), '1e 1a 2d 2b');
});

test('the heaviest path opens down to its end, from the top or from a row', () => {
  const rows = treeRows();
  assert.equal(rows.openHeaviest(null), keyOf(rows, 'c'));
  assert.equal(names(rows), '1a 2b 3c 2d 1e');
  const others = treeRows();
  others.orderBy('calls');
  const [, a] = others.rows;
  assert.equal(others.openHeaviest(a), keyOf(others, 'd'));
  assert.equal(names(others), '1e 1a 2d 2b');
  const empty = new TreeRows();
  assert.equal(empty.openHeaviest(null), null);
});

test('an arrow opens, goes to the child, closes, and goes to the parent', () => {
  const row = { hasChildren: true, isOpen: false, parent: null };
  assert.deepEqual(meaningOfTreeKey('ArrowRight', row), { open: true });
  assert.deepEqual(meaningOfTreeKey('ArrowRight', { ...row, isOpen: true }), { go: 'child' });
  assert.deepEqual(meaningOfTreeKey('ArrowLeft', { ...row, isOpen: true }), { open: false });
  assert.deepEqual(meaningOfTreeKey('ArrowLeft', { ...row, parent: 3 }), { go: 'parent' });
  assert.equal(meaningOfTreeKey('ArrowLeft', row), null);
  assert.equal(meaningOfTreeKey('ArrowRight', { ...row, hasChildren: false }), null);
  assert.equal(meaningOfTreeKey('ArrowDown', row), null);
});

test('a node that only links others has no mean', () => {
  assert.equal(meanOf(node('a', 90, 3)), 30);
  assert.equal(meanOf(node('a', 0, 0)), null);
});
