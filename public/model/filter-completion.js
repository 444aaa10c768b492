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

function keyCompletions(help, typed, from, to) {
  return ranked(help, typed, ({ key }) => key).map(({ key, description, example }) => ({
    insert: `${key}:`,
    label: `${key}:`,
    note: [description, example].filter(Boolean).join(' · '),
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
 * @returns {Completion[]}
 */
export function completionsAt(text, caret, help, seenValues) {
  const tokens = filterTokens(text);
  const index = tokens.findIndex(({ start, end }) => start < caret && caret <= end);
  const token = tokens[index];
  const before = tokens[index - 1];
  if (!token || token.kind === 'space' || token.kind === 'operator') return keyCompletions(help, '', caret, caret);
  if (token.kind === 'word') return keyCompletions(help, text.slice(token.start, caret), token.start, token.end);
  if (token.kind === 'key' && caret < token.end) {
    return keyCompletions(help, text.slice(token.start, caret), token.start, token.end);
  }
  const key = token.kind === 'key' ? token : before?.kind === 'key' ? before : null;
  if (!key) return [];
  const name = key.text.slice(0, -1);
  const entry = help.find((candidate) => candidate.key === name.split('.')[0]);
  const from = key.end;
  const to = token.kind === 'key' ? key.end : token.end;
  return valueCompletions(entry, seenValues(name), text.slice(from, caret), from, to);
}
