// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The protocols that have been called, for the chips above the list.

import { escapeText } from './escape-text.js';

const ENDING = /Delegate$/;

/**
 * @typedef {{ protocol: string, label: string, calls: number }} ProtocolChip
 */

/**
 * @param {{ protocol: string, calls: number }[]} rows of `/api/v1/selectors`
 * @param {string[]} [order]  protocols that have a place already: none moves while counts grow
 * @returns {ProtocolChip[]} the others after them, those that are called most first
 */
export function protocolChips(rows, order = []) {
  /** @type {Map<string, number>} */
  const calls = new Map();
  for (const row of rows) calls.set(row.protocol, (calls.get(row.protocol) ?? 0) + row.calls);
  /** @param {string} name */
  const short = (name) => name.replace(ENDING, '') || name;
  /** @param {string} name */
  const isAmbiguous = (name) => [...calls.keys()].filter((other) => short(other) === short(name)).length > 1;
  /** @param {ProtocolChip} chip */
  const placeOf = ({ protocol }) => (order.includes(protocol) ? order.indexOf(protocol) : Infinity);
  return [...calls]
    .map(([protocol, count]) => ({
      protocol,
      label: escapeText(isAmbiguous(protocol) ? protocol : short(protocol)),
      calls: count,
    }))
    .sort((left, right) => comparePlaces(placeOf(left), placeOf(right)) || right.calls - left.calls);
}

/** @param {number} left @param {number} right */
const comparePlaces = (left, right) => (left === right ? 0 : left - right);
