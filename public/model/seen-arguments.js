// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Names and values of arguments that calls at hand have, for completing `arg.name:value`.

import { entriesOf } from './value-tokens.js';

const NAME = /^[\p{L}_][\p{L}\p{N}_]*$/u;
const DEEPEST = 3;
const LONGEST_VALUE = 60;

/**
 * Calls `visit` with each name under which a filter finds a value: labels, parameter names, and parts of values.
 * @param {Value[] | undefined} args @param {(name: string, value: Value) => void} visit
 */
function visitNames(args, visit) {
  /** @param {string | null | undefined} name @param {Value} value */
  const visitNamed = (name, value) => {
    if (name && NAME.test(name)) visit(name, value);
  };
  /** @param {Value} value @param {number} depth */
  const descend = (value, depth) => {
    if (depth > DEEPEST) return;
    for (const { label, value: part } of entriesOf(value)) {
      visitNamed(label, part);
      descend(part, depth + 1);
    }
  };
  for (const argument of args ?? []) {
    for (const name of new Set([argument.name, argument.label])) visitNamed(name, argument);
    descend(argument, 1);
  }
}

/**
 * @param {Invocation[]} calls
 * @returns {string[]} in the order of how many calls have them
 */
export function seenArgumentNames(calls) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const call of calls) {
    visitNames(call.arguments, (name) => counts.set(name, (counts.get(name) ?? 0) + 1));
  }
  return [...counts].sort((left, right) => right[1] - left[1] || (left[0] < right[0] ? -1 : 1)).map(([name]) => name);
}

/**
 * @param {Invocation[]} calls
 * @param {string} name  in any case
 * @returns {string[]} texts and numbers that arguments of that name have had
 */
export function seenArgumentValues(calls, name) {
  const wanted = name.toLowerCase();
  /** @type {Set<string>} */
  const values = new Set();
  for (const call of calls) {
    visitNames(call.arguments, (each, { value }) => {
      if (each.toLowerCase() !== wanted || value === null || value === undefined) return;
      const text = String(value);
      if (text.trim() !== '' && text.length <= LONGEST_VALUE) values.add(text);
    });
  }
  return [...values];
}
