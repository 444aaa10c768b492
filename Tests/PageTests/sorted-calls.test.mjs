// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Sorted lists: what the page fetches of them, and how a file answers in place of the server.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { collectSorted } from '../../public/net/call-pages.js';
import { createFileAPI } from '../../public/net/file-api.js';

const signal = new AbortController().signal;

/** @param {number} count */
const callsOf = (count) => Array.from({ length: count }, (_, index) => ({
  id: `1a-${index + 1}`,
  seq: index + 1,
  durationNanoseconds: index % 7,
  selector: `call${index % 3}()`,
  protocol: 'P',
  thread: { id: 1, name: '', isMain: index % 2 === 0 },
}));

/** @param {any[]} calls */
const fileOf = (calls) => createFileAPI({ calls, epoch: '1a', counters: /** @type {any} */ ({}) });

for (const sort of /** @type {const} */ (['duration', 'selector', 'thread'])) {
  for (const order of /** @type {const} */ (['asc', 'desc'])) {
    test(`pages by ${sort}, ${order}, are the parts of one list`, async () => {
      const api = fileOf(callsOf(2500));
      const options = { filter: '', sort, order, signal };
      const { calls, matched, isComplete } = await collectSorted(api, { ...options, most: 10_000 });
      assert.deepEqual([calls.length, matched, isComplete], [2500, 2500, true]);
      assert.equal(new Set(calls.map(({ seq }) => seq)).size, 2500);
      const { items } = await api.invocations({ sort, order, limit: 2500 });
      assert.deepEqual(calls.map(({ seq }) => seq), items.map(({ seq }) => seq));
    });
  }
}

/** Calls of two processes, which take turns: their numbers repeat.
 * @param {number} count  of each */
const fleetOf = (count) => callsOf(2 * count).map((call, index) => {
  const epoch = ['1a', '2b'][index % 2];
  return { ...call, id: `${epoch}-${(index >> 1) + 1}`, seq: (index >> 1) + 1, process: { epoch } };
});

for (const order of /** @type {const} */ (['asc', 'desc'])) {
  test(`pages of a fleet, ${order}, go on after a call of its process, not after one of the same number`, async () => {
    const all = fleetOf(1300);
    const { calls, isComplete } = await collectSorted(
      fileOf(all), { filter: '', sort: 'duration', order, most: 10_000, signal });
    assert.deepEqual([calls.length, isComplete], [2600, true]);
    assert.deepEqual(new Set(calls.map(({ id }) => id)), new Set(all.map(({ id }) => id)));
  });
}

test('the slowest calls come first, the newer of equal ones before the older', async () => {
  const { items } = await fileOf(callsOf(20)).invocations({ sort: 'duration', limit: 4 });
  assert.deepEqual(items.map(({ seq }) => seq), [14, 7, 20, 13]);
});

/** @param {(number | null)[]} sizes  of the replies; null is one that the call to begin at is gone for */
function serverOf(sizes, more = {}) {
  let asked = 0;
  return {
    invocations: async () => {
      const size = sizes[asked++];
      if (size === null) throw Object.assign(new Error('gone'), { status: 410 });
      const items = callsOf(size);
      return /** @type {any} */ ({ items, next: asked < sizes.length ? '1a-1' : null, matched: null, matchedAtLeast: 9, ...more });
    },
  };
}

test('a page that cannot begin any more ends the list', async () => {
  const options = /** @type {const} */ ({ filter: '', sort: 'duration', order: 'desc', most: 10_000, signal });
  const { calls, matched, isComplete } = await collectSorted(serverOf([5, 5, null]), options);
  assert.deepEqual([calls.length, matched, isComplete], [10, 9, true]);
  await assert.rejects(collectSorted(serverOf([null]), options));
});

test('nothing is fetched after a page that is not complete', async () => {
  const options = /** @type {const} */ ({ filter: '', sort: 'duration', order: 'desc', most: 10_000, signal });
  const { calls, isComplete } = await collectSorted(serverOf([5, 5], { isComplete: false }), options);
  assert.deepEqual([calls.length, isComplete], [5, false]);
});
