// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RowList } from '../../public/model/row-list.js';

/** A server in miniature: the same paging rules over a set of numbers. */
class Shelf {
  constructor(seqs) {
    this.seqs = [...seqs].sort((left, right) => left - right);
  }

  page({ order, after = -Infinity, before = Infinity, limit }) {
    const found = this.seqs.filter((seq) => seq > after && seq < before);
    if (order === 'desc') found.reverse();
    return {
      items: found.slice(0, limit).map((seq) => ({ seq, state: 'returned' })),
      matched: this.seqs.length,
      oldest: this.seqs[0] ?? null,
      newest: this.seqs.at(-1) ?? null,
    };
  }
}

const range = (from, to) => Array.from({ length: to - from }, (_, index) => from + index);

/** Repeatable numbers in [0, 1). */
function randomizer(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function opened(shelf, limit = 10) {
  const list = new RowList();
  const request = { order: 'desc', limit };
  list.applyPage(request, shelf.page(request));
  return list;
}

/** Does what a view does until the places are all held. */
function fill(list, shelf, from, to, limit = 10) {
  for (let round = 0; round < 10_000; round += 1) {
    const request = list.missing(from, to, limit);
    if (!request) return round;
    list.applyPage(request, shelf.page(request));
  }
  assert.fail(`the places ${from} to ${to} never came`);
}

const held = (list) => range(0, list.total).map((ordinal) => list.rowAt(ordinal)?.seq);

test('a short list is held whole at once', () => {
  const list = opened(new Shelf([3, 5, 9]));
  assert.deepEqual(held(list), [3, 5, 9]);
  assert.equal(list.missing(0, 3, 10), null);
});

test('an empty list has no rows and takes the first live one', () => {
  const list = opened(new Shelf([]));
  assert.equal(list.total, 0);
  assert.equal(list.missing(0, 20, 10), null);
  assert.equal(list.insert([{ seq: 1 }]), 1);
  assert.deepEqual(held(list), [1]);
});

test('the newest page of a long list stands at its end', () => {
  const list = opened(new Shelf(range(1, 1001)));
  assert.equal(list.total, 1000);
  assert.equal(list.rowAt(999).seq, 1000);
  assert.equal(list.rowAt(0), undefined);
});

test('a jump into a dense list lands on the exact row', () => {
  const shelf = new Shelf(range(101, 1_000_101));
  const list = opened(shelf, 200);
  fill(list, shelf, 400_000, 400_050, 200);
  assert.equal(list.rowAt(400_000).seq, 400_101);
});

test('scrolling from one end to the other shows every row once, whatever the holes', () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const random = randomizer(seed);
    const shelf = new Shelf(range(1, 3000).filter(() => random() < random()));
    const list = opened(shelf);
    for (let jump = 0; jump < 30; jump += 1) {
      const from = Math.floor(random() * list.total);
      fill(list, shelf, from, from + 12);
    }
    fill(list, shelf, 0, Infinity);
    assert.deepEqual(held(list), shelf.seqs);
  }
});

test('rows between a jump and its neighbours are asked for until both meet', () => {
  const shelf = new Shelf([...range(1, 50), ...range(5000, 5200), ...range(90_000, 90_400)]);
  const list = opened(shelf);
  fill(list, shelf, 300, 320);
  fill(list, shelf, 0, Infinity);
  assert.deepEqual(held(list), shelf.seqs);
});

test('a jump into a stretch without rows finds those before it with few requests', () => {
  for (const [early, late, jump] of [[800, 5000, 400], [2000, 1_000_000, 1700], [20_000, 2 ** 40, 19_700]]) {
    const shelf = new Shelf([...range(1, early + 1), ...range(late - 199, late + 1)]);
    const list = opened(shelf, 200);
    assert.ok(fill(list, shelf, jump, jump + 40, 200) < 50);
    fill(list, shelf, 0, Infinity, 200);
    assert.deepEqual(held(list), shelf.seqs);
  }
});

test('where numbers have no gaps, a jump before held rows finds each row at its place', () => {
  const shelf = new Shelf(range(1, 10_001));
  const list = opened(shelf, 200);
  for (const place of [5000, 3739, 4321, 2500, 1200]) {
    assert.equal(fill(list, shelf, place, place + 40, 200), 1);
    for (let ordinal = place; ordinal < place + 40; ordinal += 1) assert.equal(list.rowAt(ordinal).seq, ordinal + 1);
  }
});

test('a page that was asked for after the oldest row does not stand in its place', () => {
  const shelf = new Shelf([1, 2, ...range(5001, 5201)]);
  const list = opened(shelf);
  list.applyPage({ order: 'asc', after: 1, limit: 10, base: 1 }, shelf.page({ order: 'asc', after: 1, limit: 10 }));
  fill(list, shelf, 0, Infinity);
  assert.deepEqual(held(list), shelf.seqs);
});

test('live rows are appended, and a parent that returns late goes before its children', () => {
  const list = opened(new Shelf([1, 2]));
  assert.equal(list.insert([{ seq: 4, state: 'returned' }]), 1);
  assert.equal(list.insert([{ seq: 3, state: 'returned' }, { seq: 5, state: 'returned' }]), 2);
  assert.deepEqual(held(list), [1, 2, 3, 4, 5]);
});

test('a running row is replaced by its return, never the other way round', () => {
  const list = opened(new Shelf([1]));
  list.insert([{ seq: 2, state: 'running' }]);
  assert.equal(list.insert([{ seq: 2, state: 'returned' }]), 0);
  assert.equal(list.insert([{ seq: 2, state: 'running' }]), 0);
  assert.equal(list.rowWith(2).state, 'returned');
  assert.equal(list.total, 2);
});

test('live rows keep their places when older pages come later', () => {
  const shelf = new Shelf(range(1, 501));
  const list = opened(shelf);
  list.insert([{ seq: 501, state: 'returned' }]);
  shelf.seqs.push(501);
  fill(list, shelf, 0, Infinity);
  assert.deepEqual(held(list), shelf.seqs);
});

test('a page that was taken before live rows arrived does not lose them', () => {
  const shelf = new Shelf(range(1, 501));
  const list = opened(shelf);
  const request = list.missing(470, 490, 10);
  const stale = shelf.page(request);
  list.insert([{ seq: 501, state: 'returned' }, { seq: 502, state: 'returned' }]);
  list.applyPage(request, stale);
  assert.equal(list.total, 502);
  assert.equal(list.rowAt(501).seq, 502);
});

test('evicted rows leave the head and the newest keep their distance from the end', () => {
  const shelf = new Shelf(range(1, 501));
  const list = opened(shelf, 50);
  fill(list, shelf, 0, 40, 50);
  shelf.seqs = shelf.seqs.filter((seq) => seq > 200);
  list.agree(shelf.page({ order: 'asc', limit: 1 }));
  assert.equal(list.total, 300);
  assert.equal(list.rowAt(299).seq, 500);
  assert.equal(list.rowWith(20), undefined);
  fill(list, shelf, 0, Infinity);
  assert.deepEqual(held(list), shelf.seqs);
});

test('eviction of the whole held list but its newest rows', () => {
  const shelf = new Shelf(range(1, 9));
  const list = opened(shelf);
  shelf.seqs = [7, 8];
  list.agree(shelf.page({ order: 'asc', limit: 1 }));
  assert.deepEqual(held(list), [7, 8]);
});

test('the line for missed calls stays in front of the row that follows it', () => {
  const list = opened(new Shelf([1, 2]));
  list.insert([{ kind: 'gap', seq: 2.5, missed: 7 }, { seq: 10, state: 'returned' }]);
  list.agree({ matched: 1, oldest: 10, newest: 10 });
  assert.deepEqual(held(list), [2.5, 10]);
});

test('trimming keeps the neighbourhood and the newest rows, and the rest can be fetched again', () => {
  const shelf = new Shelf(range(1, 2001));
  const list = opened(shelf, 100);
  fill(list, shelf, 0, Infinity, 100);
  list.trim([700], 100);
  assert.equal(list.total, 2000);
  assert.equal(list.heldCount, 300);
  assert.equal(list.rowAt(650).seq, 651);
  assert.equal(list.rowAt(1999).seq, 2000);
  assert.equal(list.rowAt(0), undefined);
  fill(list, shelf, 0, Infinity, 100);
  assert.deepEqual(held(list), shelf.seqs);
});

test('random traffic: pages, arrivals, eviction and trimming in any order end in the truth', () => {
  for (const seed of [11, 12, 13, 14, 15, 16]) {
    const random = randomizer(seed);
    const shelf = new Shelf(range(1, 400).filter(() => random() < 0.7));
    const list = opened(shelf);
    let newest = 400;
    for (let step = 0; step < 400; step += 1) {
      const choice = random();
      if (choice < 0.4) {
        newest += 1 + Math.floor(random() * 3);
        shelf.seqs.push(newest);
        list.insert([{ seq: newest, state: 'returned' }]);
      } else if (choice < 0.8) {
        const from = Math.floor(random() * list.total);
        fill(list, shelf, from, from + 15);
      } else if (choice < 0.9) {
        shelf.seqs.splice(0, Math.floor(random() * 20));
        list.agree(shelf.page({ order: 'asc', limit: 1 }));
      } else list.trim([Math.floor(random() * list.total)], 40);
    }
    list.agree(shelf.page({ order: 'asc', limit: 1 }));
    fill(list, shelf, 0, Infinity);
    assert.deepEqual(held(list), shelf.seqs, `seed ${seed}`);
  }
});

test('a count that the server gave up on never takes rows away', () => {
  const list = new RowList();
  const rows = [{ seq: 8000 }, { seq: 9000 }];
  const reply = (matchedAtLeast) => ({ items: rows, matched: null, matchedAtLeast, oldest: 1, newest: 10_000 });
  list.applyPage({ order: 'desc', limit: 2 }, { ...reply(500), items: [...rows].reverse() });
  assert.equal(list.total, 500);
  list.agree(reply(40));
  assert.equal(list.total, 500);
  list.agree(reply(700));
  assert.equal(list.total, 700);
  list.agree({ ...reply(0), matched: 650 });
  assert.equal(list.total, 650);
});
