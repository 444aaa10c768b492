// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The text of a filter cut into tokens, for colouring and completion. The server alone decides what a filter means;
// this only has to see where words begin and end.

/**
 * @typedef {{ kind: 'space' | 'operator' | 'key' | 'comparison' | 'value' | 'string' | 'pattern' | 'word',
 *             start: number, end: number, text: string }} FilterToken
 */

const RULES = [
  ['space', /\s+/y],
  ['operator', /\(|\)|&&?|\|\|?|!|-(?=[\p{L}("])|(?:and|or|not)(?=[\s()]|$)/yu],
  ['key', /~?[\p{L}][\p{L}\p{N}_.]*:/yu],
  ['string', /"(?:\\.|[^"\\])*"?/y],
  ['pattern', /\/(?:\\.|[^/\\\s])+\/[a-z]*/y],
  ['word', /[^\s()"]+/y],
];

const VALUE_RULES = [
  ['comparison', />=|<=|>|<|=/y],
  ['string', /"(?:\\.|[^"\\])*"?/y],
  ['pattern', /\/(?:\\.|[^/\\\s])+\/[a-z]*/y],
  ['value', /[^\s()"]+/y],
];

function firstMatch(rules, text, place) {
  for (const [kind, pattern] of rules) {
    pattern.lastIndex = place;
    const match = pattern.exec(text);
    if (match) return { kind, start: place, end: pattern.lastIndex, text: match[0] };
  }
  return { kind: 'word', start: place, end: place + 1, text: text[place] };
}

/**
 * @param {string} text
 * @returns {FilterToken[]} without holes: their texts joined are the filter
 */
export function filterTokens(text) {
  const tokens = [];
  let place = 0;
  while (place < text.length) {
    const previous = tokens.at(-1)?.kind;
    const expectsValue = previous === 'key' || previous === 'comparison';
    const isSpace = /\s/.test(text[place]);
    const token = firstMatch(expectsValue && !isSpace ? VALUE_RULES : RULES, text, place);
    tokens.push(token);
    place = token.end;
  }
  return tokens;
}

/** One `key:value` term, quoted where the value needs it. */
export function filterTerm(key, value) {
  const text = String(value);
  const isPlain = /^[\p{L}\p{N}_.@-]+$/u.test(text);
  return `${key}:${isPlain ? text : `"${text.replace(/[\\"]/g, '\\$&')}"`}`;
}

/**
 * The filter with a term added, or with the term of the same key replaced when there is exactly one.
 * @param {string} filter
 * @param {string} key
 * @param {string | null} term null takes the term of that key away
 */
export function withTerm(filter, key, term) {
  const tokens = filterTokens(filter);
  const places = tokens.flatMap((token, index) => (token.kind === 'key' && token.text === `${key}:` ? [index] : []));
  if (places.length !== 1) return [filter.trim(), term].filter(Boolean).join(' ');
  let last = places[0];
  while (['comparison', 'value', 'string', 'pattern'].includes(tokens[last + 1]?.kind)) last += 1;
  const before = filter.slice(0, tokens[places[0]].start);
  const after = filter.slice(tokens[last].end);
  return `${before}${term ?? ''}${after}`.replace(/\s+/g, ' ').trim();
}

/** The value of the only term of a key, without its quotes; null when there is none. */
export function termValue(filter, key) {
  const tokens = filterTokens(filter);
  const places = tokens.flatMap((token, index) => (token.kind === 'key' && token.text === `${key}:` ? [index] : []));
  const value = places.length === 1 ? tokens[places[0] + 1] : undefined;
  if (value?.kind === 'string') return value.text.slice(1).replace(/"$/, '').replace(/\\(.)/g, '$1');
  return value?.kind === 'value' ? value.text : null;
}
