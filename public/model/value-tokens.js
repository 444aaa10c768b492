// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// A recorded value as one line of tokens: short text with a role, so that a view can colour it without parsing it.

import { escapeLiteral, escapeText } from './escape-text.js';
import { formatBytes, formatCount } from './format.js';

/**
 * @typedef {{ role: 'label' | 'string' | 'number' | 'keyword' | 'object' | 'type' | 'punctuation' | 'note', text:
 *   string }} Token
 */

const LONGEST_STRING = 80;
const WIDEST_LIST = 4;
const DEEPEST = 3;

const token = (role, text) => ({ role, text });
const comma = token('punctuation', ', ');

/** Cuts by code points, so that no pair of surrogates is torn apart. */
function shortened(text, limit) {
  if (text.length <= limit) return { text, isCut: false };
  const points = Array.from(text.slice(0, limit * 2));
  return points.length <= limit && text.length <= limit * 2
    ? { text, isCut: false }
    : { text: points.slice(0, limit).join(''), isCut: true };
}

function stringTokens(value) {
  const { text, isCut } = shortened(value.value ?? '', LONGEST_STRING);
  const tail = isCut || value.truncated ? '…' : '';
  return [token('string', `"${escapeLiteral(text)}${tail}"`)];
}

function scalarTokens(value) {
  const role = typeof value.value === 'boolean' ? 'keyword' : 'number';
  return [token(role, escapeText(value.value))];
}

function bytesTokens(value) {
  const { count } = value;
  const preview = typeof value.value === 'string' ? ` ${escapeText(value.value.slice(0, 16))}…` : '';
  return [token('object', `‹${count === undefined ? 'bytes' : formatBytes(count)}${preview}›`)];
}

/**
 * The children of a container with what they are called: keys and values of a map alternate on the wire.
 * @param {object} value
 * @returns {{ key?: object, label: string | null, value: object }[]}
 */
export function entriesOf(value) {
  const children = value.children ?? [];
  if (value.kind !== 'map') return children.map((child) => ({ label: labelOf(value.kind, child), value: child }));
  const entries = [];
  for (let index = 0; index + 1 < children.length; index += 2) {
    entries.push({ key: children[index], label: null, value: children[index + 1] });
  }
  return entries;
}

/** Elements of lists, and of tuples that name none, have only a number. */
function labelOf(kind, { label }) {
  return kind === 'list' || label === undefined || label === null || /^\.?\d+$/.test(label) ? null : label;
}

function entryTokens({ key, label, value }, depth) {
  const name = key ? [...valueTokens(key, depth + 1), token('punctuation', ': ')] : [];
  if (label !== null) name.push(token('label', `${escapeText(label)}: `));
  return [...name, ...valueTokens(value, depth + 1)];
}

function childrenTokens(value, depth, open, close) {
  const entries = entriesOf(value);
  const count = value.kind === 'enum' ? entries.length : value.count ?? entries.length;
  if (count === 0) return [token('punctuation', value.kind === 'map' ? `${open}:${close}` : open + close)];
  if (depth >= DEEPEST || entries.length === 0) {
    return [token('punctuation', open), token('note', `${formatCount(count)}…`), token('punctuation', close)];
  }
  const shown = entries.slice(0, WIDEST_LIST);
  const result = shown.flatMap((
    entry,
    index,
  ) => (index > 0 ? [comma, ...entryTokens(entry, depth)] : entryTokens(entry, depth)));
  const left = count - shown.length;
  if (left > 0) result.push(comma, token('note', `… ${formatCount(left)} more`));
  return [token('punctuation', open), ...result, token('punctuation', close)];
}

function enumTokens(value, depth) {
  const name = token('keyword', `.${escapeText(value.value ?? '?').replace(/^\./, '')}`);
  return value.children?.length ? [name, ...childrenTokens(value, depth, '(', ')')] : [name];
}

/** A structure that describes itself comes as text. */
function structTokens(value, depth) {
  if (typeof value.value === 'string') {
    return [token('object', escapeText(shortened(value.value, LONGEST_STRING).text))];
  }
  return [token('type', escapeText(value.type ?? 'struct')), ...childrenTokens(value, depth, '(', ')')];
}

const BY_KIND = {
  scalar: scalarTokens,
  string: stringTokens,
  bytes: bytesTokens,
  list: (value, depth) => childrenTokens(value, depth, '[', ']'),
  map: (value, depth) => childrenTokens(value, depth, '[', ']'),
  tuple: (value, depth) => childrenTokens(value, depth, '(', ')'),
  struct: structTokens,
  enum: enumTokens,
  object: (value) => [token('object', escapeText(value.id ?? value.type ?? 'object'))],
  nil: () => [token('keyword', 'nil')],
  function: () => [token('note', '{ … }')],
  redacted: () => [token('note', '‹redacted›')],
};

/**
 * One value, on one line.
 * @param {object | null | undefined} value  wire format v1; null stands for the result of a void call
 * @param {number} [depth] levels above it, for the budget
 * @returns {Token[]}
 */
export function valueTokens(value, depth = 0) {
  if (value === null || value === undefined) return [];
  const describe = BY_KIND[value.kind];
  if (describe) return describe(value, depth);
  return [token('note', escapeText(value.type ?? value.kind ?? '?'))];
}

/**
 * All arguments of a call, labelled as at the call site.
 * @param {object[]} args
 * @returns {Token[]}
 */
export function argumentTokens(args) {
  return listed(args ?? [], (argument) => [...labelTokens(argument), ...valueTokens(argument)]);
}

/**
 * The same for a row that shows the selector beside it: without the object that only tells who calls (by convention a
 * delegate's first argument, and the same in every row), without the first label, which the selector ends in or goes on
 * from, and with short identities.
 * @param {object[]} args
 * @returns {Token[]}
 */
export function briefArgumentTokens(args) {
  const telling = (args ?? []).filter((argument, index) => !(index === 0 && isSender(argument) && args.length > 1));
  return listed(telling, (argument, index) => [
    ...(index === 0 ? [] : labelTokens(argument)),
    ...(argument.kind === 'object' ? [token('object', shortIdentity(argument))] : valueTokens(argument)),
  ]);
}

const isSender = ({ label, kind }) => !label && kind === 'object';

const labelTokens = ({ label }) => (label ? [token('label', `${escapeText(label)}: `)] : []);

const listed = (args, tokensOf) =>
  args.flatMap((argument, index) => [...(index > 0 ? [comma] : []), ...tokensOf(argument, index)]);

/** An object's type with the last digits of its identity: enough to see that two are the same. */
function shortIdentity({ id, type }) {
  return escapeText(id ?? type ?? 'object').replace(/@[0-9a-f]*([0-9a-f]{4})$/, '@$1');
}

/**
 * What a call came to: its error, its result, or nothing.
 * @param {object} call
 * @returns {Token[]}
 */
export function outcomeTokens({ error, result }) {
  if (!error) return valueTokens(result);
  const tokens = valueTokens(error);
  const isNamed = error.kind === 'object' || (error.kind === 'struct' && typeof error.value !== 'string');
  return isNamed ? tokens : [
    token('type', escapeText(error.type ?? 'Error')),
    token('punctuation', error.kind === 'enum' ? '' : ' '),
    ...tokens,
  ];
}

/**
 * @param {Token[]} tokens
 * @returns {string}
 */
export function tokensText(tokens) {
  return tokens.map(({ text }) => text).join('');
}
