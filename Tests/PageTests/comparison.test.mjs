// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  amountText,
  basisText,
  changeCounts,
  changeHint,
  changeRank,
  comparedRows,
  comparisonText,
  cutText,
  differenceShare,
  differenceText,
  ratioOf,
  rowsWith,
  runGroups,
  runLengths,
  runText,
  trendOf,
} from '../../public/model/comparison.js';
import { sortedBy } from '../../public/model/sort.js';

const side = (calls, firstSeq, nanoseconds = 1000) => ({
  calls,
  errors: 0,
  p50Nanoseconds: nanoseconds,
  p95Nanoseconds: nanoseconds * 2,
  p99Nanoseconds: nanoseconds * 3,
  firstSeq,
});

const REPLY = {
  before: 'a',
  after: 'b',
  items: [
    { protocol: 'P', selector: 'new(_:)', changes: ['appeared'], before: null, after: side(5, 1) },
    { protocol: 'P', selector: 'old(_:)', changes: ['vanished'], before: side(3, 2), after: null },
    { protocol: 'P', selector: 'more(_:)', changes: ['count', 'order'], before: side(10, 9), after: side(15, 4) },
    { protocol: 'P', selector: 'slow(_:)', changes: ['latency'], before: side(99, 3), after: side(99, 8, 9000) },
    { protocol: 'P', selector: 'same(_:)', changes: [], before: side(7, 5), after: side(7, 9) },
  ],
};

const rows = comparedRows(REPLY);
const named = (name) => rows.find(({ selector }) => selector === `${name}(_:)`);
const names = (some) => some.map(({ selector }) => selector.slice(0, -4));

test('every row has a kind, and the kinds are counted', () => {
  assert.deepEqual(changeCounts(rows), {
    appeared: 1,
    vanished: 1,
    count: 1,
    errors: 0,
    order: 1,
    latency: 1,
    same: 1,
  });
  assert.equal(comparisonText(rows), '4 of 5 selectors differ');
  assert.equal(comparisonText([named('same')]), 'No difference between 1 selector');
});

test('without a choice all that differ are shown, with one those of any chosen kind', () => {
  assert.deepEqual(names(rowsWith(rows, [])), ['new', 'old', 'more', 'slow']);
  assert.deepEqual(names(rowsWith(rows, ['order', 'same'])), ['more', 'same']);
  assert.deepEqual(rowsWith(rows, ['errors']), []);
});

test('what appeared and vanished comes first, what is the same last', () => {
  const sorted = sortedBy([...rows].reverse(), changeRank, false);
  assert.deepEqual(names(sorted), ['new', 'old', 'more', 'slow', 'same']);
});

test('places count only selectors that both runs have: one that appears moves no other', () => {
  assert.deepEqual([named('slow'), named('same'), named('more')].map(({ before }) => before.place), [1, 2, 3]);
  assert.deepEqual([named('slow'), named('same'), named('more')].map(({ after }) => after.place), [2, 3, 1]);
  assert.equal(named('new').after.place, null);
});

test('differences have a sign, and a share or a factor where there is something to compare with', () => {
  assert.deepEqual([differenceText(named('more')), differenceShare(named('more'))], ['+5', '+50 %']);
  assert.deepEqual([differenceText(named('old')), differenceShare(named('old'))], ['−3', '']);
  assert.deepEqual([differenceText(named('same')), differenceShare(named('same'))], ['', '']);
  const grown = { before: side(2, 1), after: side(2400, 1) };
  assert.deepEqual([differenceText(grown), differenceShare(grown)], ['+2,398', '×1,200']);
  assert.equal(differenceShare({ before: side(605, 1), after: side(1, 1) }), '÷605');
});

test('only a time that counts as changed is called slower or faster', () => {
  assert.equal(ratioOf(named('slow'), 'p50Nanoseconds'), 9);
  assert.equal(trendOf(named('slow'), 'p50Nanoseconds'), 'slower');
  assert.equal(ratioOf(named('new'), 'p50Nanoseconds'), null);
  assert.equal(trendOf(named('more'), 'p50Nanoseconds'), null);
  const faster = { changes: ['latency'], before: side(99, 1, 9000), after: side(99, 1, 5000) };
  assert.equal(trendOf(faster, 'p95Nanoseconds'), 'faster');
  const noisy = { changes: ['latency'], before: side(99, 1, 400), after: side(99, 1, 900) };
  assert.equal(trendOf(noisy, 'p50Nanoseconds'), null);
});

test('a run says when it began, what ran, how much it has, and whether its calls are shown', () => {
  const run = { program: 'feeds', startedAt: '2026-11-21T09:30:00.123456Z', stored: 1234, isPresent: true };
  assert.match(runText(run), /^2026-11-2\d \d\d:\d\d:00 {2}feeds, 1,234 calls \(shown here\)$/);
  assert.match(runText({ ...run, program: '', stored: 1, isPresent: false }), / a program, 1 call$/);
});

test('a version of a service says how many processes it is', () => {
  const version = { epoch: null, program: 'shop@1.2', processes: 3, startedAt: '2026-11-21T09:30:00Z', stored: 12 };
  assert.match(runText(version), / {2}shop@1\.2, 3 processes, 12 calls$/);
  assert.match(runText({ ...version, processes: 1 }), / {2}shop@1\.2, 1 process, 12 calls$/);
});

test('runs are in groups by their files, and versions apart from processes', () => {
  const run = (epoch, file, name = epoch) => ({ name, epoch, file });
  const named = (runs) => runGroups(runs).map(({ title, runs }) => [title, runs.map(({ name }) => name)]);
  assert.deepEqual(named([run('a', 'x'), run('b', 'x')]), [[null, ['a', 'b']]]);
  assert.deepEqual(named([run('a', null), run('b', 'x'), run('c', 'y')]), [[null, ['a']], ['x', ['b']], ['y', ['c']]]);
  assert.deepEqual(named([run('a', 'x'), run('b', 'x'), run(null, 'x', 'shop@1'), run(null, 'x', 'shop@2')]), [
    ['Versions', ['shop@1', 'shop@2']],
    ['Processes', ['a', 'b']],
  ]);
});

test('selectors of several processes have no place in an order', () => {
  const items = [
    { protocol: 'P', selector: 'one(_:)', changes: [], before: side(1, null), after: side(1, 4) },
    { protocol: 'P', selector: 'two(_:)', changes: [], before: side(1, null), after: side(1, 2) },
  ];
  const places = comparedRows({ items }).map(({ before, after }) => [before.place, after.place]);
  assert.deepEqual(places, [[null, null], [null, null]]);
});

test('runs of other lengths are compared by what part of all calls each selector has', () => {
  const long = {
    items: [
      { protocol: 'P', selector: 'same(_:)', changes: ['count'], before: side(100, 1), after: side(1010, 1) },
      { protocol: 'P', selector: 'more(_:)', changes: ['count'], before: side(20, 2), after: side(900, 2) },
      { protocol: 'P', selector: 'few(_:)', changes: ['count'], before: side(1, 3), after: side(14, 3) },
      { protocol: 'P', selector: 'new(_:)', changes: ['appeared'], before: null, after: side(3, 4) },
    ],
  };
  const lengths = runLengths(long);
  assert.deepEqual(lengths, { before: 121, after: 1927, basis: 'shares' });
  const byName = (some) => Object.fromEntries(some.map(({ selector, changes }) => [selector.slice(0, -4), changes]));
  assert.deepEqual(byName(comparedRows(long, 'shares')), {
    same: ['count'],
    more: ['count'],
    few: ['same'],
    new: ['appeared'],
  });
  const [, more] = comparedRows(long, 'shares');
  assert.equal(amountText(more, more.before), '17 %');
  assert.equal(differenceText(more), '', 'calls of runs of other lengths have no difference');
  assert.equal(differenceShare(more), '+183 %');
  assert.match(basisText(lengths, 'shares'), /^121 calls before, 1,927 after: compared by shares/);
  assert.match(changeHint('count', 'shares'), /share of all calls/);
  assert.equal(changeHint('order', 'shares'), changeHint('order', 'counts'));
});

test('a share of errors that chance explains is no change, another one is', () => {
  const withErrors = (calls, errors) => ({ ...side(calls, 1), errors });
  const changes = (before, after) =>
    comparedRows(
      { items: [{ protocol: 'P', selector: 's', changes: ['count', 'errors'], before, after }] },
      'shares',
    )[0]
      .changes;
  assert.deepEqual(changes(withErrors(100, 1), withErrors(1000, 11)), ['same']);
  assert.deepEqual(changes(withErrors(100, 1), withErrors(1000, 300)), ['errors']);
  assert.deepEqual(changes(withErrors(100, 0), withErrors(1000, 0)), ['same']);
});

test('runs of about the same length are compared by counts', () => {
  assert.equal(runLengths(REPLY).basis, 'counts');
  assert.equal(runLengths({ items: [] }).basis, 'counts');
});

test('a run whose recording has no end is named, with what it may only lack', () => {
  const run = (name, endedAt, isPresent = false) => ({ name, endedAt, isPresent });
  const end = '2026-11-21T09:00:00Z';
  const runs = [run('cut', null), run('whole', end), run('shown', null, true), run('old', undefined)];
  const text = (before, after, isLive = false) => cutText(runs, { before, after }, isLive);
  assert.match(text('cut', 'whole'), /^The recording of the first run was cut.* appeared /);
  assert.match(text('whole', 'cut'), /^The recording of the second run was cut.* vanished /);
  assert.equal(text('old', 'whole'), '');
  assert.equal(text('whole', 'shown', true), '', 'the run of a live program has no end yet');
  assert.notEqual(text('whole', 'shown'), '');
});
