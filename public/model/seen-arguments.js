// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Names and values of arguments that calls at hand have, for completing `arg.name:value`.

import { entriesOf } from './value-tokens.js';

const NAME = /^[\p{L}_][\p{L}\p{N}_]*$/u;
const DEEPEST = 3;
const LONGEST_VALUE = 60;

/** Calls `visit` with each name under which a filter finds a value: labels, parameter names, and parts of values. */
function visitNames(args, visit) {
  const descend = (value, depth) => {
    if (depth > DEEPEST) return;
    for (const { label, value: part } of entriesOf(value)) {
      if (NAME.test(label ?? '')) visit(label, part);
      descend(part, depth + 1);
    }
  };
  for (const argument of args ?? []) {
    for (const name of new Set([argument.name, argument.label])) if (NAME.test(name ?? '')) visit(name, argument);
    descend(argument, 1);
  }
}

/**
 * @param {object[]} calls
 * @returns {string[]} in the order of how many calls have them
 */
export function seenArgumentNames(calls) {
  const counts = new Map();
  for (const call of calls) {
    visitNames(call.arguments, (name) => counts.set(name, (counts.get(name) ?? 0) + 1));
  }
  return [...counts].sort((left, right) => right[1] - left[1] || (left[0] < right[0] ? -1 : 1)).map(([name]) => name);
}

/**
 * @param {object[]} calls
 * @param {string} name  in any case
 * @returns {string[]} texts and numbers that arguments of that name have had
 */
export function seenArgumentValues(calls, name) {
  const wanted = name.toLowerCase();
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
