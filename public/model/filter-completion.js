// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// What can be typed next in a filter: keys at the beginning of a word, known values after a key.

import { filterTerm, filterTokens } from './filter-tokens.js';
import { entriesOf } from './value-tokens.js';

const MOST_ITEMS = 12;

/**
 * @typedef {{ from: number, to: number }} Place  of the text that a completion replaces
 * @typedef {{ insert: string, label: string, note: string } & Place} Completion
 */

/**
 * Starts with it, then contains it; both regardless of case.
 * @template Candidate
 * @param {Candidate[]} candidates @param {string} typed @param {(candidate: Candidate) => string} textOf
 */
function ranked(candidates, typed, textOf) {
  const wanted = typed.toLowerCase();
  /** @param {Candidate} candidate */
  const rank = (candidate) => {
    const text = textOf(candidate).toLowerCase();
    return text.startsWith(wanted) ? 0 : text.includes(wanted) ? 1 : 2;
  };
  return candidates
    .map((candidate) => ({ candidate, order: rank(candidate) }))
    .filter(({ order }) => order < 2)
    .sort((left, right) => left.order - right.order)
    .map(({ candidate }) => candidate)
    .slice(0, MOST_ITEMS);
}

/**
 * Keys; and once a key is written with its dot, the names that calls at hand have after it.
 * @param {FilterKey[]} help @param {(key: string) => string[]} seenNames @param {string} typed @param {Place} place
 * @returns {Completion[]}
 */
function keyCompletions(help, seenNames, typed, place) {
  const [key, name] = typed.split(/\.(.*)/s);
  if (name !== undefined) {
    return ranked(seenNames(key), name, (each) => each).map((each) => completion(`${key}.${each}:`, '', place));
  }
  const named = ranked(help, typed, ({ key: each }) => each);
  return named.flatMap((entry) => keyItems(entry, seenNames, place));
}

/** @param {string} insert @param {string} note @param {Place} place @returns {Completion} */
const completion = (insert, note, place) => ({ insert, label: insert, note, ...place });

/**
 * A key that can go on with a name is offered in both forms.
 * @param {FilterKey} entry @param {(key: string) => string[]} seenNames @param {Place} place
 */
function keyItems({ key, description, example }, seenNames, place) {
  const items = [completion(`${key}:`, [description, example].filter(Boolean).join(' · '), place)];
  if (seenNames(key).length > 0) items.push(completion(`${key}.`, 'By its name, which is completed next', place));
  return items;
}

/** @param {FilterKey | undefined} entry @param {string[]} seen @param {string} typed @param {Place} place */
function valueCompletions(entry, seen, typed, place) {
  const values = [...new Set([...(entry?.values ?? []), ...seen])];
  const bare = typed.replace(/^"|"$/g, '');
  return ranked(values, bare, (value) => value)
    .filter((value) => value !== bare)
    .map((value) => ({ insert: `${filterTerm('', value).slice(1)} `, label: value, note: '', ...place }));
}

/**
 * @param {string} text
 * @param {number} caret
 * @param {FilterKey[]} help
 * @param {(key: string) => string[]} seenValues  values of a key that the page has come across
 * @param {(key: string) => string[]} [seenNames]  names that may follow a key and a dot
 * @returns {Completion[]}
 */
export function completionsAt(text, caret, help, seenValues, seenNames = () => []) {
  /** @param {string} typed @param {number} from @param {number} to */
  const keysAt = (typed, from, to) => keyCompletions(help, seenNames, typed, { from, to });
  const tokens = filterTokens(text);
  const index = tokens.findIndex(({ start, end }) => start < caret && caret <= end);
  const token = tokens[index];
  const before = tokens[index - 1];
  if (!token || token.kind === 'space' || token.kind === 'operator') return keysAt('', caret, caret);
  if (token.kind === 'word' || (token.kind === 'key' && caret < token.end)) {
    return keysAt(text.slice(token.start, caret), token.start, token.end);
  }
  const key = token.kind === 'key' ? token : before?.kind === 'key' ? before : null;
  if (!key) return [];
  const name = key.text.slice(0, -1);
  const entry = help.find((candidate) => candidate.key === name.split('.')[0]);
  const from = key.end;
  const to = token.kind === 'key' ? key.end : token.end;
  return valueCompletions(entry, seenValues(name), text.slice(from, caret), { from, to });
}

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
 * Names of arguments that calls at hand have, for `arg.name:`.
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
