// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The text of a filter cut into tokens, for colouring and completion. The server alone decides what a filter means;
// this only has to see where words begin and end.

/**
 * @typedef {{ kind: 'space' | 'operator' | 'key' | 'comparison' | 'value' | 'string' | 'pattern' | 'word',
 *             start: number, end: number, text: string }} FilterToken
 */

// A word ends at white space, a quotation mark, an operator or a parenthesis, except that a parenthesis which is closed
// within the word belongs to it: `selector:parser(_:foundCharacters:)`.
const WORD = /(?:[^\s()"|&]|\([^\s()"|&]*\))+/y;
const STRING = /"(?:\\.|[^"\\])*"?/y;
const PATTERN = /\/(?:\\.|[^/\\])+\/[a-z]*/y;

/** @type {[FilterToken['kind'], RegExp][]} */
const RULES = [
  ['space', /\s+/y],
  ['operator', /\(|\)|&&?|\|\|?|!|-(?=[^\s)|&])|(?:and|or|not)(?=[\s()"|&]|$)/yi],
  ['key', /[\p{L}_][\p{L}\p{N}_.]*:|~[\p{L}\p{N}_.]+(?::|\s+|$)/yu],
  ['string', STRING],
  ['pattern', PATTERN],
  ['word', WORD],
];

/** @type {[FilterToken['kind'], RegExp][]} */
const VALUE_RULES = [
  ['comparison', />=|<=|>|<|=/y],
  ['string', STRING],
  ['pattern', PATTERN],
  ['value', WORD],
];

/** @param {typeof RULES} rules @param {string} text @param {number} place @returns {FilterToken} */
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
  /** @type {FilterToken[]} */
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

const NEEDS_NO_QUOTES = /^[\p{L}\p{N}_][\p{L}\p{N}_.@:-]*(?:\([\p{L}\p{N}_:]*\))?$/u;
// Without quotes, a number finds equal ones too: the server writes the `Double` -64.0 where the page writes -64.
const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/;
/** @type {Record<string, string>} */
const QUOTED_ESCAPES = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** @param {string} text */
function quoted(text) {
  return `"${text.replace(/[\\"\n\r\t]/g, (character) => QUOTED_ESCAPES[character] ?? `\\${character}`)}"`;
}

/** One `key:value` term, quoted where the value needs it.
 * @param {string} key @param {unknown} value */
export function filterTerm(key, value) {
  const text = String(value);
  return `${key}:${NEEDS_NO_QUOTES.test(text) || NUMBER.test(text) ? text : quoted(text)}`;
}

/** A term that holds for exactly this text, where `filterTerm` also holds for what contains it.
 * @param {string} key @param {unknown} value */
export function exactTerm(key, value) {
  return filterTerm(key, value).replace(':', ':=');
}

/** @param {FilterToken | undefined} token */
const endsTerm = (token) => !token || !['comparison', 'value', 'string', 'pattern'].includes(token.kind);
/** @param {FilterToken} token */
const isOr = ({ kind, text }) => kind === 'operator' && /^(?:\|\|?|or)$/i.test(text);
/** @param {FilterToken | undefined} token */
const isNot = (token) => token?.kind === 'operator' && /^(?:!|-|not)$/i.test(token.text);
/** @param {FilterToken | undefined} token @returns {token is FilterToken} */
const isAnd = (token) => token?.kind === 'operator' && /^(?:&&?|and)$/i.test(token.text);

/** The tokens that stand outside of all parentheses.
 * @param {FilterToken[]} tokens */
function outerTokens(tokens) {
  let depth = 0;
  return tokens.filter(({ kind, text }) => {
    if (kind === 'operator' && text === ')') depth -= 1;
    const isOuter = depth === 0;
    if (kind === 'operator' && text === '(') depth += 1;
    return isOuter;
  });
}

/** First and last token of the only term of a key that has to hold; null when there is none, or no single one.
 * @param {string} filter @param {string} key */
function requiredTerm(filter, key) {
  const tokens = filterTokens(filter);
  const outer = outerTokens(tokens);
  const found = outer.filter(({ kind, text }) => kind === 'key' && text === `${key}:`);
  if (found.length !== 1 || outer.some(isOr)) return null;
  const first = tokens.indexOf(found[0]);
  const before = tokens.slice(0, first).filter(({ kind }) => kind !== 'space').at(-1);
  if (isNot(before)) return null;
  let last = first;
  while (!endsTerm(tokens[last + 1])) last += 1;
  return { tokens, first, last };
}

/** First and last token of the only alternatives of a key of which one has to hold: `(key:a OR key:b)`; null when there
 * are none.
 * @param {string} filter @param {string} key */
function requiredAlternatives(filter, key) {
  const tokens = filterTokens(filter);
  const outer = outerTokens(tokens);
  if (outer.some(isOr)) return null;
  /** @param {string} text @param {number} from */
  const parenthesis = (text, from) =>
    tokens.findIndex((token, place) =>
      place >= from && token.kind === 'operator' && token.text === text && outer.includes(token)
    );
  for (let first = parenthesis('(', 0); first >= 0; first = parenthesis('(', first + 1)) {
    const last = parenthesis(')', first);
    const before = tokens.slice(0, first).filter(({ kind }) => kind !== 'space').at(-1);
    const inner = tokens.slice(first + 1, last).filter(({ kind }) => kind !== 'space');
    const keys = inner.filter(({ kind }) => kind === 'key');
    const isOfKey = keys.length > 0 && keys.every(({ text }) => text === `${key}:`);
    const isPlain = inner.every((token) => isOr(token) || token.kind === 'key' || !endsTerm(token));
    if (last > first && isOfKey && isPlain && !isNot(before)) return { tokens, first, last };
  }
  return null;
}

/** The values of a key of which one has to hold, without their quotes; none when the key leaves nothing out.
 * @param {string} filter @param {string} key @returns {string[]} */
export function termValues(filter, key) {
  const value = termValue(filter, key);
  if (value !== null) return [value];
  const place = requiredAlternatives(filter, key);
  if (!place) return [];
  const inner = place.tokens.slice(place.first + 1, place.last);
  return inner.flatMap((token) => valueOf(token) ?? []);
}

/** A term that holds when one of several does.
 * @param {string[]} terms */
export const anyOf = (terms) => (terms.length === 1 ? terms[0] : `(${terms.join(' OR ')})`);

/**
 * The filter narrowed by a term. A term of the same key, or alternatives of it, give way to it when they are the only ones
 * and have to hold.
 * @param {string} filter
 * @param {string} key
 * @param {string | null} term null takes the term of that key away
 */
export function withTerm(filter, key, term) {
  const place = requiredTerm(filter, key) ?? requiredAlternatives(filter, key);
  if (!place) return term === null ? filter.trim() : narrowed(filter, term);
  const { from, to } = term === null ? withOperator(place) : rangeOf(place);
  return [filter.slice(0, from).trimEnd(), term, filter.slice(to).trimStart()].filter(Boolean).join(' ');
}

/** @typedef {{ tokens: FilterToken[], first: number, last: number }} TermPlace */

/** The text of a term.
 * @param {TermPlace} place @returns {{ from: number, to: number }} */
const rangeOf = ({ tokens, first, last }) => ({ from: tokens[first].start, to: tokens[last].end });

/** The text of a term with the “and” that joins it to the rest: left alone, that would want a term at its other side.
 * @param {TermPlace} place @returns {{ from: number, to: number }} */
function withOperator(place) {
  const { tokens, first, last } = place;
  const { from, to } = rangeOf(place);
  /** @param {FilterToken} token */
  const isText = ({ kind }) => kind !== 'space';
  const before = tokens.slice(0, first).findLast(isText);
  if (isAnd(before)) return { from: before.start, to };
  const after = tokens.slice(last + 1).find(isText);
  return { from, to: isAnd(after) ? after.end : to };
}

/** Both the filter and the term: side by side binds tighter than `|`, so that alternatives need parentheses.
 * @param {string} filter @param {string} term */
export function narrowed(filter, term) {
  const whole = filter.trim();
  if (whole === '') return term;
  return `${outerTokens(filterTokens(whole)).some(isOr) ? `(${whole})` : whole} ${term}`;
}

/** The value of the only term of a key that has to hold, without its quotes; null when there is none.
 * @param {string} filter @param {string} key */
export function termValue(filter, key) {
  const place = requiredTerm(filter, key);
  return place ? valueOf(place.tokens[place.last]) : null;
}

/** @param {FilterToken} token @returns {string | null} null for what is no value */
function valueOf({ kind, text }) {
  if (kind === 'string') return text.slice(1).replace(/"$/, '').replace(/\\(.)/g, '$1');
  return kind === 'value' ? text : null;
}
