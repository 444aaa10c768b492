// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// How the selectors of two runs differ, as the page shows it.

import { formatCount, formatQuantity, formatShare } from './format.js';
import { localDateTime, parseInstant } from './instant.js';

/** How a selector can differ, in the order in which it is told; `same` when it does not. */
export const CHANGES = {
  appeared: { title: 'Appeared', hint: 'Called in the second run only' },
  vanished: { title: 'Vanished', hint: 'Called in the first run only' },
  count: { title: 'Count', hint: 'Called more or less often' },
  errors: { title: 'Errors', hint: 'Another share of the calls threw' },
  order: { title: 'Order', hint: 'The first call came earlier or later among those of the others' },
  latency: { title: 'Latency', hint: 'Half of the calls, or the slowest hundredth, took a quarter longer or shorter' },
  same: { title: 'Same', hint: 'No difference' },
};

const KINDS = Object.keys(CHANGES);
/** Less than this is what a clock and a cache make of very short calls. */
const NOISE_NANOSECONDS = 1000;
const NOTABLE_RATIO = 1.25;

/**
 * @typedef {{ calls: number, errors: number, p50Nanoseconds: number, p95Nanoseconds: number, p99Nanoseconds: number,
 *   firstSeq: number, place: number | null }} ComparedSide  `place` is that of its first call among those of the
 *   selectors that both runs have; null for one that only this run has
 * @typedef {{ protocol: string, selector: string, changes: string[], before: ComparedSide | null, after: ComparedSide |
 *   null }} ComparedRow
 */

/**
 * @param {{ items: object[] }} reply of `/api/v1/compare`
 * @returns {ComparedRow[]} each with at least one change, if it is only `same`
 */
export function comparedRows({ items }) {
  const places = { before: placesOf(items, 'before'), after: placesOf(items, 'after') };
  const side = (item, name) => item[name] && { ...item[name], place: places[name].get(item) ?? null };
  return items.map((item) => ({
    ...item,
    changes: item.changes.length > 0 ? item.changes : ['same'],
    before: side(item, 'before'),
    after: side(item, 'after'),
  }));
}

function placesOf(items, name) {
  const called = items.filter(({ before, after }) => before && after);
  called.sort((left, right) => left[name].firstSeq - right[name].firstSeq);
  return new Map(called.map((item, index) => [item, index + 1]));
}

/** How many rows have each kind of change. @param {ComparedRow[]} rows @returns {Record<string, number>} */
export function changeCounts(rows) {
  return Object.fromEntries(
    KINDS.map((kind) => [kind, rows.filter(({ changes }) => changes.includes(kind)).length]),
  );
}

/**
 * @param {ComparedRow[]} rows
 * @param {string[]} kinds  those that are wanted; with none, all that differ
 */
export function rowsWith(rows, kinds) {
  const wanted = kinds.length > 0 ? kinds : KINDS.filter((kind) => kind !== 'same');
  return rows.filter(({ changes }) => changes.some((kind) => wanted.includes(kind)));
}

/** For sorting: what appeared comes first, what is the same last. @param {ComparedRow} row */
export const changeRank = ({ changes }) => Math.min(...changes.map((kind) => KINDS.indexOf(kind)));

/** @param {ComparedRow} row */
export const callDifference = ({ before, after }) => (after?.calls ?? 0) - (before?.calls ?? 0);

/** Such as `+6` or `−1,200`. @param {ComparedRow} row */
export function differenceText(row) {
  const difference = callDifference(row);
  if (difference === 0) return '';
  return `${difference > 0 ? '+' : '−'}${formatCount(Math.abs(difference))}`;
}

/** Such as `+0.5 %`, `×12` or `÷12`; empty where there is nothing to take a share of. @param {ComparedRow} row */
export function differenceShare(row) {
  const difference = callDifference(row);
  if (difference === 0 || !row.before || !row.after) return '';
  const ratio = row.after.calls / row.before.calls;
  if (ratio >= 10) return `×${formatCount(Math.round(ratio))}`;
  if (ratio <= 0.1) return `÷${formatCount(Math.round(1 / ratio))}`;
  return `${difference > 0 ? '+' : '−'}${formatShare(Math.abs(difference) / row.before.calls)}`;
}

/** How many times as long; null where one run has no calls. @param {ComparedRow} row @param {string} field */
export function ratioOf({ before, after }, field) {
  return before && after ? Math.max(1, after[field]) / Math.max(1, before[field]) : null;
}

/**
 * Whether a time is so different that it deserves a colour.
 * @param {ComparedRow} row
 * @param {string} field
 * @returns {'slower' | 'faster' | null}
 */
export function trendOf(row, field) {
  const ratio = ratioOf(row, field);
  if (ratio === null || !row.changes.includes('latency')) return null;
  if (Math.abs(row.after[field] - row.before[field]) <= NOISE_NANOSECONDS) return null;
  if (ratio > NOTABLE_RATIO) return 'slower';
  return ratio < 1 / NOTABLE_RATIO ? 'faster' : null;
}

/**
 * A run in one line.
 * @param {{ program: string, startedAt: string, stored: number, isPresent: boolean }} run
 */
export function runText({ program, startedAt, stored, isPresent }) {
  const start = localDateTime(parseInstant(startedAt)).slice(0, 19);
  return `${start}  ${program || 'a program'}, ${formatQuantity(stored, 'call')}${isPresent ? ' (shown here)' : ''}`;
}

/** Which run a recording has, for who points at it. @param {object | null} status of the server */
export function replayText(status) {
  if (!status?.replay) return '';
  const { file, program, startedAt } = status.replay;
  const start = localDateTime(parseInstant(startedAt)).slice(0, 19);
  return `Run ${status.epoch} of ${program || 'a program'}, begun ${start}${file ? `, in ${file}` : ''}`;
}

/** What the whole comparison comes to, in one line. @param {ComparedRow[]} rows */
export function comparisonText(rows) {
  const { same } = changeCounts(rows);
  if (same === rows.length) return `No difference between ${formatQuantity(rows.length, 'selector')}`;
  return `${formatCount(rows.length - same)} of ${formatQuantity(rows.length, 'selector')} differ`;
}
