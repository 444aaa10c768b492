// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// What can be typed next in a filter: keys at the beginning of a word, known values after a key.

import { filterTerm, filterTokens } from './filter-tokens.js';

const MOST_ITEMS = 12;

/**
 * @typedef {{ key: string, description?: string, example?: string, values?: string[] }} HelpEntry
 * @typedef {{ insert: string, label: string, note: string, from: number, to: number }} Completion
 */

/** Starts with it, then contains it; both regardless of case. */
function ranked(candidates, typed, textOf) {
  const wanted = typed.toLowerCase();
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

/** Keys; and once a key is written with its dot, the names that calls at hand have after it. */
function keyCompletions(help, seenNames, typed, from, to) {
  const [key, name] = typed.split(/\.(.*)/s);
  if (name !== undefined) return nameCompletions(key, seenNames(key), name, from, to);
  const named = ranked(help, typed, ({ key: each }) => each);
  return named.flatMap((entry) => keyItems(entry, seenNames, from, to));
}

/** A key that can go on with a name is offered in both forms. */
function keyItems({ key, description, example }, seenNames, from, to) {
  const item = (insert, note) => ({ insert, label: insert, note, from, to });
  const items = [item(`${key}:`, [description, example].filter(Boolean).join(' · '))];
  if (seenNames(key).length > 0) items.push(item(`${key}.`, 'By its name, which is completed next'));
  return items;
}

function nameCompletions(key, names, typed, from, to) {
  return ranked(names, typed, (name) => name).map((name) => ({
    insert: `${key}.${name}:`,
    label: `${key}.${name}:`,
    note: '',
    from,
    to,
  }));
}

function valueCompletions(entry, seen, typed, from, to) {
  const values = [...new Set([...(entry?.values ?? []), ...seen])];
  const bare = typed.replace(/^"|"$/g, '');
  return ranked(values, bare, (value) => value)
    .filter((value) => value !== bare)
    .map((value) => ({ insert: `${filterTerm('', value).slice(1)} `, label: value, note: '', from, to }));
}

/**
 * @param {string} text
 * @param {number} caret
 * @param {HelpEntry[]} help
 * @param {(key: string) => string[]} seenValues  values of a key that the page has come across
 * @param {(key: string) => string[]} [seenNames]  names that may follow a key and a dot
 * @returns {Completion[]}
 */
export function completionsAt(text, caret, help, seenValues, seenNames = () => []) {
  const keysAt = (typed, from, to) => keyCompletions(help, seenNames, typed, from, to);
  const tokens = filterTokens(text);
  const index = tokens.findIndex(({ start, end }) => start < caret && caret <= end);
  const token = tokens[index];
  const before = tokens[index - 1];
  if (!token || token.kind === 'space' || token.kind === 'operator') return keysAt('', caret, caret);
  if (token.kind === 'word') return keysAt(text.slice(token.start, caret), token.start, token.end);
  if (token.kind === 'key' && caret < token.end) {
    return keysAt(text.slice(token.start, caret), token.start, token.end);
  }
  const key = token.kind === 'key' ? token : before?.kind === 'key' ? before : null;
  if (!key) return [];
  const name = key.text.slice(0, -1);
  const entry = help.find((candidate) => candidate.key === name.split('.')[0]);
  const from = key.end;
  const to = token.kind === 'key' ? key.end : token.end;
  return valueCompletions(entry, seenValues(name), text.slice(from, caret), from, to);
}
