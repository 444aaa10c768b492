// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// How the selectors of two runs differ, as the page shows it.

import { formatCount, formatQuantity, formatShare } from './format.js';
import { localDateTime, parseInstant } from './instant.js';

/** How a selector can differ, in the order in which it is told; `same` when it does not.
 * @type {Record<string, { title: string, hint: string }>} */
export const CHANGES = {
  appeared: { title: 'Appeared', hint: 'Called in the second run only' },
  vanished: { title: 'Vanished', hint: 'Called in the first run only' },
  count: { title: 'Count', hint: 'Called more or less often' },
  errors: { title: 'Errors', hint: 'Another share of the calls threw' },
  order: { title: 'Order', hint: 'The first call came earlier or later among those of the others' },
  latency: {
    title: 'Latency',
    hint: 'The median or the p99 went up or down by more than a quarter and 1 µs, with 20 calls or more',
  },
  same: { title: 'Same', hint: 'No difference' },
};

/** What is different about the kinds when shares are compared.
 * @type {Record<string, string>} */
const SHARE_HINTS = {
  count: 'Its share of all calls went up or down by more than a quarter, and by more than chance explains',
  errors: 'Another share of the calls threw, by more than chance explains',
};

/** What a kind of change means.
 * @param {string} kind @param {Basis} basis */
export function changeHint(kind, basis) {
  return (basis === 'shares' && SHARE_HINTS[kind]) || CHANGES[kind].hint;
}

const KINDS = Object.keys(CHANGES);
/** Less than this is what a clock and a cache make of very short calls. */
const NOISE_NANOSECONDS = 1000;
const NOTABLE_RATIO = 1.25;

/**
 * @typedef {'counts' | 'shares'} Basis
 * @typedef {{ before: number, after: number }} Lengths  calls of each run
 * @typedef {ComparedSide & { place: number | null, share: number }} RowSide  `place` is that of its first call among
 *   those of the selectors that both runs have; null for one that only this run has, and where a run is of several
 *   processes
 * @typedef {{ protocol: string, selector: string, basis: Basis, changes: string[], before: RowSide | null,
 *   after: RowSide | null }} ComparedRow
 * @typedef {'p50Nanoseconds' | 'p95Nanoseconds' | 'p99Nanoseconds'} Percentile
 */

/** Runs whose numbers of calls differ by more than this are compared by shares. */
const UNEVEN_RATIO = 1.1;

/**
 * How many calls each run has, and what to compare them by.
 * @param {Pick<Comparison, 'items'>} reply
 * @returns {Lengths & { basis: Basis }}
 */
export function runLengths({ items }) {
  /** @param {'before' | 'after'} name */
  const total = (name) => items.reduce((sum, item) => sum + (item[name]?.calls ?? 0), 0);
  const [before, after] = [total('before'), total('after')];
  const isUneven = Math.max(before, after) > UNEVEN_RATIO * Math.min(before, after);
  return { before, after, basis: isUneven && Math.min(before, after) > 0 ? 'shares' : 'counts' };
}

/**
 * @param {Pick<Comparison, 'items'>} reply
 * @param {Basis} [basis]  `shares` compares what part of all calls each selector has: a longer run has
 *   more of all of them
 * @returns {ComparedRow[]} each with at least one change, if it is only `same`
 */
export function comparedRows(reply, basis = 'counts') {
  const { items } = reply;
  const lengths = runLengths(reply);
  const places = { before: placesOf(items, 'before'), after: placesOf(items, 'after') };
  /** @param {ComparedSelector} item @param {'before' | 'after'} name @returns {RowSide | null} */
  const side = (item, name) => {
    const numbers = item[name];
    const place = places[name].get(item) ?? null;
    return numbers && { ...numbers, place, share: numbers.calls / Math.max(1, lengths[name]) };
  };
  return items.map((item) => {
    const changes = basis === 'shares' ? normalisedChanges(item, lengths) : item.changes;
    return {
      ...item,
      basis,
      changes: changes.length > 0 ? changes : ['same'],
      before: side(item, 'before'),
      after: side(item, 'after'),
    };
  });
}

/** Deviations that chance explains, in standard deviations. */
const CHANCE = 2;

/** @param {ComparedSelector} item @param {Lengths} lengths */
function normalisedChanges({ before, after, changes }, lengths) {
  if (!before || !after) return changes;
  /** @type {Record<string, boolean>} */
  const isReal = { count: isOtherShare(before, after, lengths), errors: failsOtherwise(before, after) };
  return KINDS.filter((kind) => isReal[kind] ?? changes.includes(kind));
}

/** @param {ComparedSide} before @param {ComparedSide} after @param {Lengths} lengths */
function isOtherShare(before, after, lengths) {
  const scale = lengths.after / lengths.before;
  const expected = before.calls * scale;
  const ratio = after.calls / expected;
  const isNotable = ratio > NOTABLE_RATIO || ratio < 1 / NOTABLE_RATIO;
  return isNotable && Math.abs(after.calls - expected) > CHANCE * Math.sqrt(expected * (1 + scale));
}

/** @param {ComparedSide} before @param {ComparedSide} after */
function failsOtherwise(before, after) {
  const pooled = (before.errors + after.errors) / (before.calls + after.calls);
  const deviation = Math.sqrt(pooled * (1 - pooled) * (1 / before.calls + 1 / after.calls));
  return Math.abs(before.errors / before.calls - after.errors / after.calls) > CHANCE * deviation;
}

/** @param {ComparedSelector[]} items @param {'before' | 'after'} name */
function placesOf(items, name) {
  const called = items.flatMap((item) => {
    const isPlaced = [item.before, item.after].every((side) => typeof side?.firstSeq === 'number');
    return isPlaced ? [{ item, first: item[name]?.firstSeq ?? 0 }] : [];
  });
  called.sort((left, right) => left.first - right.first);
  return new Map(called.map(({ item }, index) => [item, index + 1]));
}

/** How many rows have each kind of change.
 * @param {ComparedRow[]} rows @returns {Record<string, number>} */
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

/** For sorting: what appeared comes first, what is the same last.
 * @param {ComparedRow} row */
export const changeRank = ({ changes }) => Math.min(...changes.map((kind) => KINDS.indexOf(kind)));

/** What is compared of a side: its calls, or its share of all of them.
 * @param {ComparedRow} row @param {RowSide | null} side */
const amountOf = ({ basis }, side) => side?.[basis === 'shares' ? 'share' : 'calls'] ?? 0;

/** @param {ComparedRow} row */
export const callDifference = (row) => amountOf(row, row.after) - amountOf(row, row.before);

/** A side's calls, or its share of all of them.
 * @param {ComparedRow} row @param {RowSide} side */
export function amountText(row, side) {
  return row.basis === 'shares' ? formatShare(side.share) : formatCount(side.calls);
}

/** Such as `+6` or `−1,200`; shares have none, what counts is how many times.
 * @param {ComparedRow} row */
export function differenceText(row) {
  const difference = callDifference(row);
  if (difference === 0 || row.basis === 'shares') return '';
  return `${difference > 0 ? '+' : '−'}${formatCount(Math.abs(difference))}`;
}

/** Such as `+0.5 %`, `×12` or `÷12`; empty where there is nothing to take a share of.
 * @param {ComparedRow} row */
export function differenceShare(row) {
  const difference = callDifference(row);
  if (difference === 0 || !row.before || !row.after) return '';
  const ratio = amountOf(row, row.after) / amountOf(row, row.before);
  if (ratio >= 10) return `×${formatCount(Math.round(ratio))}`;
  if (ratio <= 0.1) return `÷${formatCount(Math.round(1 / ratio))}`;
  return `${difference > 0 ? '+' : '−'}${formatShare(Math.abs(ratio - 1))}`;
}

/** How many times as long; null where one run has no calls.
 * @param {ComparedRow} row @param {Percentile} field */
export function ratioOf({ before, after }, field) {
  return before && after ? Math.max(1, after[field]) / Math.max(1, before[field]) : null;
}

/**
 * Whether a time is so different that it deserves a colour.
 * @param {ComparedRow} row
 * @param {Percentile} field
 * @returns {'slower' | 'faster' | null}
 */
export function trendOf(row, field) {
  const ratio = ratioOf(row, field);
  const { before, after } = row;
  if (ratio === null || !before || !after || !row.changes.includes('latency')) return null;
  if (Math.abs(after[field] - before[field]) <= NOISE_NANOSECONDS) return null;
  if (ratio > NOTABLE_RATIO) return 'slower';
  return ratio < 1 / NOTABLE_RATIO ? 'faster' : null;
}

/** A run in one line.
 * @param {Run} run */
export function runText(run) {
  const { program, startedAt, stored, isPresent } = run;
  const start = localDateTime(parseInstant(startedAt)).slice(0, 19);
  const processes = isVersion(run) ? `, ${formatQuantity(run.processes ?? 1, 'process', 'processes')}` : '';
  const calls = formatQuantity(stored, 'call');
  return `${start}  ${program || 'a program'}${processes}, ${calls}${isPresent ? ' (shown here)' : ''}`;
}

/** Whether a run is all processes of a version of a service.
 * @param {Run} run */
const isVersion = ({ epoch }) => epoch === null;

/** The runs in groups with titles, for a list to choose from; one without a title where there is only one group.
 * @param {Run[]} runs @returns {{ title: string | null, runs: Run[] }[]} */
export function runGroups(runs) {
  const files = [...new Set(runs.flatMap(({ file }) => file ?? []))];
  if (files.length > 1) {
    const rest = runs.filter(({ file }) => !file);
    const groups = files.map((title) => ({ title, runs: runs.filter(({ file }) => file === title) }));
    return rest.length > 0 ? [{ title: null, runs: rest }, ...groups] : groups;
  }
  const versions = runs.filter(isVersion);
  if (versions.length === 0) return [{ title: null, runs }];
  return [{ title: 'Versions', runs: versions }, { title: 'Processes', runs: runs.filter((run) => !isVersion(run)) }];
}

/** What of a comparison a run without an end may have caused.
 * @param {Run[]} runs @param {{ before: string, after: string }} pair
 * @param {boolean} isLive  the run that is shown goes on, so that it cannot have an end yet
 * @returns {string} empty when both runs are whole */
export function cutText(runs, { before, after }, isLive) {
  /** @param {string} name */
  const isCut = (name) =>
    runs.some((run) => run.name === name && run.endedAt === null && !(isLive && run.isPresent));
  return [
    isCut(before) && 'The recording of the first run was cut, or goes on: what appeared may only be missing in it.',
    isCut(after) && 'The recording of the second run was cut, or goes on: what vanished may only be missing in it.',
  ].filter(Boolean).join(' ');
}

/** Which run a recording has, for who points at it.
 * @param {Status | null} status of the server */
export function replayText(status) {
  if (!status?.replay) return '';
  const { file, program, startedAt } = status.replay;
  const start = localDateTime(parseInstant(startedAt)).slice(0, 19);
  return `Run ${status.epoch} of ${program || 'a program'}, begun ${start}${file ? `, in ${file}` : ''}`;
}

/** What the whole comparison comes to, in one line.
 * @param {ComparedRow[]} rows */
export function comparisonText(rows) {
  const { same } = changeCounts(rows);
  if (same === rows.length) return `No difference between ${formatQuantity(rows.length, 'selector')}`;
  return `${formatCount(rows.length - same)} of ${formatQuantity(rows.length, 'selector')} differ`;
}

/** What the runs are compared by, and why.
 * @param {Lengths} lengths @param {Basis} basis */
export function basisText({ before, after }, basis) {
  const calls = `${formatQuantity(before, 'call')} before, ${formatCount(after)} after`;
  if (basis === 'shares') {
    return `${calls}: compared by shares of all calls, so that the longer run does not differ by its length`;
  }
  return `${calls}: compared by counts`;
}
