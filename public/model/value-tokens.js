// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// A recorded value as one line of tokens: short text with a role, so that a view can colour it without parsing it.

import { escapeLiteral, escapeText } from './escape-text.js';
import { formatBytes, formatCount } from './format.js';
import { briefText, isFailure } from './row-values.js';

/**
 * @typedef {{ key?: Value, label: string | null, value: Value }} Entry
 * @typedef {{ role: 'name' | 'label' | 'string' | 'number' | 'keyword' | 'object' | 'type' | 'punctuation' | 'note' |
 *   'error', text: string }} Token
 */

const LONGEST_STRING = 80;
const LONGEST_DESCRIPTION = 200;
const WIDEST_LIST = 4;
const DEEPEST = 3;

/** @param {Token['role']} role @param {string} text @returns {Token} */
export const token = (role, text) => ({ role, text });
const comma = token('punctuation', ', ');

/** Cuts by code points, so that no pair of surrogates is torn apart.
 * @param {string} text @param {number} limit */
function shortened(text, limit) {
  if (text.length <= limit) return { text, isCut: false };
  const points = Array.from(text.slice(0, limit * 2));
  return points.length <= limit && text.length <= limit * 2
    ? { text, isCut: false }
    : { text: points.slice(0, limit).join(''), isCut: true };
}

/** @param {Pick<Value, 'value' | 'truncated'>} value */
function stringTokens(value) {
  const { text, isCut } = shortened(String(value.value ?? ''), LONGEST_STRING);
  const tail = isCut || value.truncated ? '…' : '';
  return [token('string', `"${escapeLiteral(text)}${tail}"`)];
}

/** @param {Value} value */
function scalarTokens(value) {
  const role = typeof value.value === 'boolean' ? 'keyword' : 'number';
  return [token(role, escapeText(value.value))];
}

/** @param {Value} value */
function bytesTokens(value) {
  const { count } = value;
  const size = count === undefined ? 'bytes' : formatBytes(count);
  if (typeof value.text === 'string') {
    return [token('object', `‹${size}› `), ...stringTokens({ value: value.text, truncated: value.truncated })];
  }
  const preview = typeof value.value === 'string' ? ` ${escapeText(value.value.slice(0, 16))}…` : '';
  return [token('object', `‹${size}${preview}›`)];
}

/**
 * The children of a container with what they are called: keys and values of a map alternate on the wire.
 * @param {Value} value
 * @returns {Entry[]}
 */
export function entriesOf(value) {
  const children = value.children ?? [];
  if (value.kind !== 'map') return children.map((child) => ({ label: labelOf(value.kind, child), value: child }));
  /** @type {Entry[]} */
  const entries = [];
  for (let index = 0; index + 1 < children.length; index += 2) {
    entries.push({ key: children[index], label: null, value: children[index + 1] });
  }
  return entries;
}

/** Elements of lists, and of tuples that name none, have only a number.
 * @param {string} kind @param {Value} child */
function labelOf(kind, { label }) {
  return kind === 'list' || label === undefined || label === null || /^\.?\d+$/.test(label) ? null : label;
}

/** @param {Entry} entry @param {number} depth @returns {Token[]} */
function entryTokens({ key, label, value }, depth) {
  const name = key ? [...valueTokens(key, depth + 1), token('punctuation', ': ')] : [];
  if (label !== null) name.push(token('label', `${escapeText(label)}: `));
  return [...name, ...valueTokens(value, depth + 1)];
}

/** Without the domain, the code and the text of an error, which come after what its `count` counts.
 * @param {Value} value */
const ownEntries = (value) =>
  value.kind === 'enum' || value.kind === 'struct' ? entriesOf(value).slice(0, value.count) : entriesOf(value);

/** @param {Value} value @param {number} depth @param {string} open @param {string} close @returns {Token[]} */
function childrenTokens(value, depth, open, close) {
  const entries = ownEntries(value);
  const count = value.kind === 'enum' ? entries.length : value.count ?? entries.length;
  if (count === 0) return [token('punctuation', value.kind === 'map' ? `${open}:${close}` : open + close)];
  if (depth >= DEEPEST || entries.length === 0) {
    return [token('punctuation', open), token('note', `${formatCount(count)}…`), token('punctuation', close)];
  }
  const shown = entries.slice(0, WIDEST_LIST);
  const result = separated(shown.map((entry) => entryTokens(entry, depth)));
  const left = count - shown.length;
  if (left > 0) result.push(comma, token('note', `… ${formatCount(left)} more`));
  return [token('punctuation', open), ...result, token('punctuation', close)];
}

/** @param {Value} value @param {number} depth */
function enumTokens(value, depth) {
  const name = token('keyword', `.${escapeText(value.value ?? '?').replace(/^\./, '')}`);
  const entries = ownEntries(value);
  if (entries.length === 0) return [name];
  // Several payloads, and one with a label, are a tuple.
  const payload = entries.length === 1 && entries[0].value.kind === 'tuple' ? entries[0].value : value;
  return [name, ...childrenTokens(payload, depth, '(', ')')];
}

/**
 * Whether a value of several parts says in one text what it is, as a `URLRequest` does: `GET http://…`.
 * @param {Value} value
 * @returns {value is Value & { value: string }}
 */
export function describesItself(value) {
  return DESCRIBED.has(value.kind) && typeof value.value === 'string';
}

const DESCRIBED = new Set(['struct', 'object', 'list', 'map', 'tuple']);

/** An identifier that names a whole: inside of one, its beginning does, and leaves room for what comes after it. */
const UUID_BEGINNING = 8;

/** @param {Value & { value: string }} value @param {number} depth @returns {Token[]} */
function describedTokens(value, depth) {
  if (depth > 0 && value.type === 'UUID') {
    return [token('object', `${escapeText(value.value.slice(0, UUID_BEGINNING))}…`)];
  }
  const { text, isCut } = shortened(value.value, LONGEST_DESCRIPTION);
  return [token('object', `${escapeText(text)}${isCut || value.truncated ? '…' : ''}`)];
}

/** @param {Value} value @param {number} depth */
function structTokens(value, depth) {
  return [token('type', escapeText(value.type ?? 'struct')), ...childrenTokens(value, depth, '(', ')')];
}

/** @type {Record<string, (value: Value, depth: number) => Token[]>} */
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
 * @param {Value | null | undefined} value  null stands for the result of a void call
 * @param {number} [depth] levels above it, for the budget
 * @returns {Token[]}
 */
export function valueTokens(value, depth = 0) {
  if (value === null || value === undefined) return [];
  if (describesItself(value)) return describedTokens(value, depth);
  const describe = BY_KIND[value.kind];
  if (describe) return describe(value, depth);
  return [token('note', escapeText(value.type ?? value.kind ?? '?'))];
}

/**
 * All arguments of a call, labelled as at the call site.
 * @param {Value[] | undefined} args
 * @returns {Token[]}
 */
export function argumentTokens(args) {
  return separated(
    (args ?? []).map((argument) => [...labelTokens(argument), ...changingTokens(argument, (value) => valueTokens(value))]),
  );
}

/** @param {Token[][]} parts @returns {Token[]} with commas between them */
const separated = (parts) => parts.flatMap((tokens, index) => (index > 0 ? [comma, ...tokens] : tokens));

/** One argument in a row: with a short identity, and as it became where the call has changed it.
 * @param {Value} argument */
export function rowTokens(argument) {
  return changingTokens(argument, shortTokens);
}

/** The same with its label.
 * @param {Value} argument */
export function labelledTokens(argument) {
  return [...labelTokens(argument), ...rowTokens(argument)];
}

/** What the caller passed, what a rule made of it, and what became of it: `before → after`, or its one value.
 * @param {Value} argument @param {(value: Value) => Token[]} tokensOf */
function changingTokens(argument, tokensOf) {
  const steps = [argument, argument.edited, argument.after].flatMap((value) => (value ? [tokensOf(value)] : []));
  const changes = steps.filter((tokens, place) =>
    place === 0 || tokensText(tokens) !== tokensText(steps[place - 1])
  );
  return changes.flatMap((tokens, place) => (place === 0 ? tokens : [token('punctuation', ' → '), ...tokens]));
}

/** @param {Value} value */
function shortTokens(value) {
  const tokens = describesItself(value)
    ? describedTokens({ ...value, value: briefText(value) }, 0)
    : value.kind === 'object' ? [token('object', shortIdentity(value))] : valueTokens(value);
  return isFailure(value) ? failed(tokens) : tokens;
}

/** @param {Token[]} tokens */
const failed = (tokens) => [token('error', tokensText(tokens))];

/** @param {Value} value */
const labelTokens = ({ label }) => (label ? [token('label', `${escapeText(label)}: `)] : []);

/** An object's type with the last digits of its identity: enough to see that two are the same.
 * @param {Value} value */
function shortIdentity({ id, type }) {
  return escapeText(id ?? type ?? 'object').replace(/@[0-9a-f]*([0-9a-f]{4})$/, '@$1');
}

/**
 * What a call came to: its error, its result, or nothing.
 * @param {Pick<Invocation, 'error' | 'result'>} call
 * @returns {Token[]}
 */
export function outcomeTokens({ error, result }) {
  return error ? errorTokens(error) : valueTokens(result);
}

/** The same in a row: with a short identity. The type of an error is a token of its own, so that it can give way to
 * what tells more.
 * @param {Pick<Invocation, 'error' | 'result'>} call */
export function rowOutcomeTokens({ error, result }) {
  if (!error) return result ? shortTokens(result) : [];
  return [...errorPrefix(error), ...failed(shortTokens(error))];
}

/** @param {Value} error @returns {Token[]} */
const errorTokens = (error) => [...errorPrefix(error), ...valueTokens(error)];

/** The type of an error, where its text does not name it.
 * @param {Value} error */
function errorPrefix(error) {
  const isNamed = !describesItself(error) && (error.kind === 'object' || error.kind === 'struct');
  return isNamed ? [] : [token('type', `${escapeText(error.type ?? 'Error')}${error.kind === 'enum' ? '' : ' '}`)];
}

/**
 * @param {Token[]} tokens
 * @returns {string}
 */
export function tokensText(tokens) {
  return tokens.map(({ text }) => text).join('');
}
