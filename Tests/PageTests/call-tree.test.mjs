// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callTreeReply, MOST_NODES } from '../../public/model/call-tree.js';
import { createFileAPI } from '../../public/net/file-api.js';

const START = Date.parse('2026-11-21T09:30:00Z') * 1000;

/** A call from one microsecond to another. */
function call(seq, selector, parent, from, to, more = {}) {
  const at = new Date(Math.floor((START + from) / 1000)).toISOString().slice(0, 23);
  return {
    id: `e1-${seq}`,
    seq,
    parent: parent && `e1-${parent}`,
    protocol: 'P',
    selector,
    startedAt: `${at}${String(Math.floor(from) % 1000).padStart(3, '0')}Z`,
    durationNanoseconds: to === null ? null : Math.round((to - from) * 1000),
    state: to === null ? 'running' : 'returned',
    ...more,
  };
}

/** A tree in few words: selector, calls, total and self in microseconds, children. */
const brief = (nodes) =>
  nodes.map(({ selector, calls, totalNanoseconds, selfNanoseconds, children }) =>
    [selector, calls, totalNanoseconds / 1000, selfNanoseconds / 1000, ...brief(children)]
  );
const down = (calls) => brief(callTreeReply(calls, 'topDown').nodes);
const up = (calls) => brief(callTreeReply(calls, 'bottomUp').nodes);

const nested = [
  call(1, 'a', null, 0, 100),
  call(2, 'b', 1, 10, 40),
  call(3, 'c', 2, 20, 30),
  call(4, 'c', 1, 50, 55, { state: 'threw' }),
  call(5, 'a', null, 200, 210),
];

test('from the top down each node has the calls that came the same way, the heaviest first', () => {
  const reply = callTreeReply(nested, 'topDown');
  assert.deepEqual(brief(reply.nodes), [['a', 2, 110, 75, ['b', 1, 30, 20, ['c', 1, 10, 10]], ['c', 1, 5, 5]]]);
  assert.equal(reply.nodes[0].children[1].errors, 1);
  assert.deepEqual([reply.calls, reply.nanoseconds, reply.isComplete, reply.isCut], [5, 110_000, true, false]);
});

test('from the bottom up roots have the self time of a selector, and callers divide it among themselves', () => {
  assert.deepEqual(up(nested), [
    ['a', 2, 110, 75],
    ['b', 1, 30, 20, ['a', 1, 30, 20]],
    ['c', 2, 15, 15, ['b', 1, 10, 10, ['a', 1, 10, 10]], ['a', 1, 5, 5]],
  ]);
});

test('a recursion does not count its time twice', () => {
  const calls = [call(1, 'f', null, 0, 100), call(2, 'f', 1, 10, 90), call(3, 'g', 2, 20, 30), call(4, 'f', 3, 22, 28)];
  const [f, g] = callTreeReply(calls, 'bottomUp').nodes;
  assert.deepEqual([f.calls, f.totalNanoseconds, f.selfNanoseconds], [3, 100_000, 96_000]);
  assert.deepEqual(brief(f.children), [
    ['f', 1, 80, 70],
    ['g', 1, 6, 6, ['f', 1, 6, 6, ['f', 1, 6, 6]]],
  ]);
  assert.deepEqual([g.totalNanoseconds, g.selfNanoseconds], [10_000, 4000]);
  assert.equal(callTreeReply(calls, 'bottomUp').nanoseconds, 100_000);
});

test('calls at the same time are not taken from their caller twice, and only up to its end', () => {
  const calls = [call(1, 'a', null, 0, 100), call(2, 'b', 1, 10, 60), call(3, 'c', 1, 40, 70), call(4, 'd', 1, 90, 300)];
  assert.deepEqual(down(calls)[0].slice(0, 4), ['a', 1, 100, 30]);
  const all = [call(1, 'a', null, 0, 10), call(2, 'b', 1, 0, 400), call(3, 'b', 1, 0, 400)];
  assert.deepEqual(down(all)[0].slice(0, 4), ['a', 1, 10, 0]);
});

test('starts that a record rounds down lose no time of calls that follow each other closely', () => {
  const calls = [
    call(1, 'a', null, 0.9, 4.5),
    call(2, 'b', 1, 1, 2.4),
    call(3, 'b', 1, 2.4, 3.3),
    call(4, 'b', 1, 3.9, 4.5),
  ];
  const [a] = callTreeReply(calls, 'topDown').nodes;
  assert.deepEqual([a.totalNanoseconds, a.selfNanoseconds], [3600, 700]);
});

test('a running call is a link of the chain and counts nothing', () => {
  const calls = [call(1, 'a', null, 0, null), call(2, 'b', 1, 10, 20), call(3, 'c', 2, 12, null)];
  assert.deepEqual(down(calls), [['a', 0, 0, 0, ['b', 1, 10, 10]]]);
  assert.deepEqual(up(calls), [['b', 1, 10, 10, ['a', 1, 10, 10]]]);
  assert.equal(callTreeReply(calls, 'topDown').calls, 1);
  const [b] = callTreeReply([call(1, 'b', null, 0, null), call(2, 'b', 1, 10, 20)], 'bottomUp').nodes;
  assert.equal(b.totalNanoseconds, 10_000, 'the time is not already within that of the running one');
});

test('a call whose caller is not in the file is a root', () => {
  assert.deepEqual(down([call(7, 'b', 1, 10, 20)]), [['b', 1, 10, 10]]);
});

test('a tree that is too large keeps its heaviest parts and says so', () => {
  const calls = Array.from({ length: MOST_NODES + 10 }, (_, index) => call(index, `s${index}`, null, 0, index + 1));
  const { nodes, isCut } = callTreeReply(calls, 'topDown');
  assert.deepEqual([nodes.length, isCut, nodes[0].selector], [MOST_NODES, true, `s${MOST_NODES + 9}`]);
  assert.equal(nodes.at(-1).selector, 's10');
  const late = [call(9000, 'light', null, 0, 1), call(9001, 'heavy', 9000, 0, 9e6)];
  const [first] = callTreeReply([...calls, ...late], 'topDown').nodes.filter(({ selector }) => selector === 'light');
  assert.equal(first.children[0].selector, 'heavy', 'what is light stays above what is heavy');
  const deep = Array.from({ length: 300 }, (_, index) => call(index + 1, 'f', index || null, index, 1000 - index));
  const tree = callTreeReply(deep, 'topDown');
  let [node] = tree.nodes;
  let depth = 1;
  for (; node.children.length > 0; [node] = node.children) depth += 1;
  assert.deepEqual([depth, tree.calls, tree.isCut], [256, 300, true]);
  assert.equal(node.calls, 45, 'what is deeper counts as calls of the deepest one that is kept');
  assert.equal(callTreeReply(deep, 'bottomUp').nodes[0].calls, 300);
  assert.equal(node.selfNanoseconds, node.totalNanoseconds, 'what is deeper is its own time');
  assert.equal(tree.nanoseconds, tree.nodes[0].totalNanoseconds);
});

test('a file answers with the tree of its calls, the same one each time', async () => {
  const api = createFileAPI({ calls: nested, epoch: 'e1', counters: null });
  const tree = await api.callTree({ direction: 'topDown' });
  assert.deepEqual(tree, callTreeReply(nested, 'topDown'));
  assert.equal(await api.callTree({ direction: 'topDown' }), tree);
  assert.equal((await api.callTree({ direction: 'bottomUp' })).direction, 'bottomUp');
  assert.ok((await api.status()).features.includes('callTree'));
});
