// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// How the calls of two runs differ, as the page shows it.

import { formatQuantity } from './format.js';

/** What can become of a call, with the sign between its two sides.
 * @type {Record<string, { sign: string, words: string }>} */
export const CALL_CHANGES = {
  same: { sign: '=', words: 'the same' },
  changed: { sign: '≠', words: 'changed' },
  vanished: { sign: '−', words: 'only in the first run' },
  appeared: { sign: '+', words: 'only in the second run' },
  moved: { sign: '↕', words: 'at another place' },
  longer: { sign: '…', words: 'the longer run goes on' },
};

const DIFFERENCES = ['changed', 'vanished', 'appeared', 'moved'];

/** @param {ComparedCallRow} row */
export const isDifference = ({ change }) => DIFFERENCES.includes(change);

/** Whose calls they are.
 * @param {CallLane} lane */
export function laneText({ thread, owner, protocol, instance, isOrdered }) {
  const number = instance > 1 ? ` ${instance}` : '';
  return `${owner}${number}, ${protocol}, thread ${thread}${isOrdered ? '' : '; order not compared'}`;
}

/** What the whole comparison comes to, in sentences.
 * @param {CallComparison} reply */
export function callComparisonText(reply) {
  const { differences, beforeCalls, afterCalls, ignored, longerBefore, longerAfter, isComplete } = reply;
  const most = Math.max(beforeCalls, afterCalls);
  return [
    reply.isSame
      ? `No difference between ${formatQuantity(most, 'call')}`
      : `${formatQuantity(differences, 'difference')} between ${formatQuantity(most, 'call')}`,
    ignored > 0 && `${formatQuantity(ignored, 'call')} ignored`,
    longerBefore > 0 && `the first run goes on for ${formatQuantity(longerBefore, 'call')}`,
    longerAfter > 0 && `the second run goes on for ${formatQuantity(longerAfter, 'call')}`,
    !isComplete && 'there is more than is compared or shown',
  ].filter(Boolean).join('; ');
}

/** A call with what came of it.
 * @param {ComparedCall} call */
export const comparedCallText = ({ text, outcome }) => (outcome ? `${text} → ${outcome}` : text);

/** The place of a difference, some steps from the present one.
 * @param {number} count @param {number} present  −1 for none @param {1 | -1} step
 * @returns {number} −1 if there is none */
export function stepped(count, present, step) {
  if (count === 0) return -1;
  return present < 0 ? (step > 0 ? 0 : count - 1) : Math.min(Math.max(present + step, 0), count - 1);
}
