// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// A recorded value as one line of tokens: short text with a role, so that a view can colour it without parsing it.

import { escapeLiteral, escapeText } from './escape-text.js';
import { formatBytes, formatCount } from './format.js';

/**
 * @typedef {{ role: 'label' | 'string' | 'number' | 'keyword' | 'object' | 'type' | 'punctuation' | 'note', text: string }} Token
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
  const count = value.count ?? value.length;
  const preview = typeof value.value === 'string' ? ` ${escapeText(value.value.slice(0, 16))}…` : '';
  return [token('object', `‹${count === undefined ? 'bytes' : formatBytes(count)}${preview}›`)];
}

/** What precedes a child: `label: ` in structures and tuples, `key: ` in maps, nothing in lists. */
function childPrefix(kind, child, depth) {
  if (kind === 'map' && child.key !== undefined) {
    const key = typeof child.key === 'object' ? valueTokens(child.key, depth + 1) : [token('label', escapeText(child.key))];
    return [...key, token('punctuation', ': ')];
  }
  const isNamed = child.label !== undefined && child.label !== null && !/^\.?\d+$/.test(child.label);
  return isNamed && kind !== 'list' ? [token('label', `${escapeText(child.label)}: `)] : [];
}

/** A map may arrive as pairs: tuples of a key and a value. */
function mapEntry(kind, child) {
  if (kind !== 'map' || child.key !== undefined || child.kind !== 'tuple' || child.children?.length !== 2) return child;
  return { ...child.children[1], key: child.children[0] };
}

function childrenTokens(value, depth, open, close) {
  const children = value.children ?? [];
  const count = value.count ?? children.length;
  if (count === 0 && children.length === 0) {
    return [token('punctuation', value.kind === 'map' ? `${open}:${close}` : open + close)];
  }
  if (depth >= DEEPEST || children.length === 0) {
    return [token('punctuation', open), token('note', `${formatCount(count)}…`), token('punctuation', close)];
  }
  const result = [token('punctuation', open)];
  children.slice(0, WIDEST_LIST).forEach((raw, index) => {
    const child = mapEntry(value.kind, raw);
    if (index > 0) result.push(comma);
    result.push(...childPrefix(value.kind, child, depth), ...valueTokens(child, depth + 1));
  });
  const left = count - Math.min(children.length, WIDEST_LIST);
  if (left > 0) result.push(comma, token('note', `… ${formatCount(left)} more`));
  result.push(token('punctuation', close));
  return result;
}

function enumTokens(value, depth) {
  const name = token('keyword', `.${escapeText(value.value ?? value.case ?? '?').replace(/^\./, '')}`);
  return value.children?.length ? [name, ...childrenTokens(value, depth, '(', ')')] : [name];
}

function structTokens(value, depth) {
  const text = value.description ?? (typeof value.value === 'string' ? value.value : undefined);
  if (text !== undefined) return [token('object', escapeText(shortened(text, LONGEST_STRING).text))];
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
  return [token('note', escapeText(value.description ?? value.type ?? value.kind ?? '?'))];
}

/**
 * All arguments of a call, labelled as at the call site.
 * @param {object[]} args
 * @returns {Token[]}
 */
export function argumentTokens(args) {
  const result = [];
  for (const [index, argument] of (args ?? []).entries()) {
    if (result.length > 0) result.push(comma);
    if (argument.label) result.push(token('label', `${escapeText(argument.label)}: `));
    // By convention a delegate's first argument is who calls: the same in every row, so it steps back.
    const isSender = index === 0 && !argument.label && argument.kind === 'object' && args.length > 1;
    const tokens = valueTokens(argument);
    result.push(...(isSender ? tokens.map(({ text }) => token('note', text)) : tokens));
  }
  return result;
}

/**
 * What a call came to: its error, its result, or nothing.
 * @param {object} invocation
 * @returns {Token[]}
 */
export function outcomeTokens(invocation) {
  const { error } = invocation;
  if (!error) return valueTokens(invocation.result);
  const type = escapeText(error.type ?? 'Error');
  const text = error.description ?? error.message;
  return [token('type', type), ...(text ? [token('note', ` ${escapeText(text)}`)] : [])];
}

/**
 * @param {Token[]} tokens
 * @returns {string}
 */
export function tokensText(tokens) {
  return tokens.map(({ text }) => text).join('');
}
