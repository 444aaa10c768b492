// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// What is known of the recording of a protocol, in words.

import { formatCount, formatQuantity } from './format.js';
import { selectionText } from './interposers.js';

/**
 * @typedef {import('./protocol-rows.js').ProtocolRow} ProtocolRow
 * @typedef {'off' | 'recorded' | 'never' | 'refused' | 'empty'} RecordingState
 */

/** @param {ProtocolRow} row @returns {RecordingState} */
export function recordingState({ interposed, recorded, refused, calls }) {
  if (!interposed) return 'off';
  if (recorded === 0) return refused > 0 ? 'refused' : 'empty';
  return calls > 0 ? 'recorded' : 'never';
}

/** Calls that the check of each call has refused.
 * @param {number} unread */
const unreadText = (unread) => `${formatQuantity(unread, 'call')} not readable`;

/** @type {Record<RecordingState, (row: ProtocolRow) => string>} */
const WORDS = {
  off: () => '–',
  recorded: ({ refused, unread }) =>
    ['recorded', refused > 0 && `${formatCount(refused)} refused`, unread > 0 && unreadText(unread)]
      .filter(Boolean)
      .join(', '),
  never: ({ unread }) => (unread > 0 ? unreadText(unread) : 'matched, never called'),
  refused: () => 'cannot be recorded',
  empty: ({ types }) => (types.length === 0 ? 'no conforming type' : 'nothing to record'),
};

/** The state in a cell.
 * @param {ProtocolRow} row */
export const recordingWord = (row) => WORDS[recordingState(row)](row);

/** Why a protocol is recorded or not, in a sentence.
 * @param {ProtocolRow} row */
export function reasonText({ interposed, own, wider, requirements }) {
  if (!interposed && requirements === 0) return 'It has no requirement that can be recorded.';
  if (!interposed) return 'Calls without a proxy are not recorded.';
  const patterns = wider.map(selectionText);
  if (patterns.length > 0) return `Its calls are recorded because of ${listText(patterns)}.`;
  if (own.length > 0) return 'Its calls are recorded.';
  return 'Its calls are recorded by the program itself, or because a recorded protocol refines it.';
}

/** @param {string[]} names */
const listText = (names) =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}`;

/** Flags of the compiler that bring direct calls back. */
export const COMPILER_FLAGS = [
  { flag: '-Xswiftc -enable-testing', brings: 'calls of internal protocols' },
  { flag: '-Xfrontend -enable-implicit-dynamic', brings: 'calls of specialised generics' },
];

const DIRECT = 'Optimised builds call directly where a protocol is internal with one conforming type, and in generic ' +
  'code that was specialised.';

/**
 * Why a recorded protocol may have no calls.
 * @param {ProtocolRow} row
 * @returns {string | null} null when there is nothing to explain
 */
export function neverCalledText(row) {
  if (recordingState(row) !== 'never') return null;
  if (row.unread > 0) return 'Its calls are passed in another way than expected, so that none could be read.';
  const likely = row.types.length === 1
    ? 'Either the program has not called it since recording began, or the compiler has made its calls direct: it has ' +
      'one conforming type.'
    : 'Probably the program has not called it since recording began: it has ' +
      `${formatQuantity(row.types.length, 'conforming type')}, and such calls are only made direct where the compiler ` +
      'sees which of them the target has.';
  return `${likely} ${DIRECT}`;
}

/** @param {ProtocolRequirement} requirement */
export const kindText = ({ kind, isAsync }) => (isAsync ? `async ${kind}` : kind);

/**
 * How many of the conforming types are recorded.
 * @param {ProtocolRequirement} requirement
 * @returns {{ text: string, state: 'all' | 'some' | 'none' | 'off' }}
 */
export function coverageOf({ entries }) {
  const recorded = entries.filter(({ state }) => state === 'recorded').length;
  const isSwitchedOn = entries.some(({ state }) => state !== 'available');
  if (!isSwitchedOn) return { text: '–', state: 'off' };
  if (recorded === entries.length) return { text: 'all', state: 'all' };
  return { text: `${recorded} of ${entries.length}`, state: recorded === 0 ? 'none' : 'some' };
}

/**
 * The reasons why entries are refused, or recorded by name and time only, each with the types that it concerns.
 * @param {ProtocolRequirement} requirement
 * @returns {{ types: string[], reason: string }[]}
 */
export function reasonsOf({ entries }) {
  /** @type {Map<string, string[]>} */
  const types = new Map();
  for (const entry of entries) {
    const reason = reasonOf(entry);
    if (reason !== null) types.set(reason, [...(types.get(reason) ?? []), entry.type]);
  }
  return [...types].map(([reason, names]) => ({ types: names, reason }));
}

/** @param {WitnessEntry} entry */
function reasonOf({ state, refusal, limitation, missesEarlier }) {
  if (state === 'refused') return refusal ?? 'the reason is not known';
  const reasons = [
    ...(limitation ? [`recorded by name and time only: ${limitation}`] : []),
    ...(missesEarlier
      ? ['not recorded for the generic arguments with which the type was used before: their tables were made then']
      : []),
  ];
  return reasons.length === 0 ? null : reasons.join('; ');
}
