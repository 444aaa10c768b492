// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// A call in one line, and its selector, as a person would say it: `didEndElement "title"` for
// `parser(_:didEndElement:namespaceURI:qualifiedName:)`. The object that calls, nils and closures are left out; a nil
// that the name announces comes last. The whole call is in the details and in the tooltip.

import { escapeText } from './escape-text.js';
import { formatDuration } from './format.js';
import { argumentTokens, labelledTokens, outcomeTokens, rowTokens, token, tokensText } from './value-tokens.js';

/** Labels that tell what happened. Others, such as `dataTask`, only tell what it happened to. */
const VERB = /^(?:did|will|should|can|could|may|must|has|have|had|is|was|are|needs?|wants?)(?:[^a-z]|$)/;

/** The words of a selector.
 * @param {string} selector as Swift prints it */
export function selectorParts(selector) {
  const match = /^([^(]*)\(((?:[^():]+:)*)\)/.exec(selector);
  if (!match) return { base: selector, labels: [] };
  return { base: match[1], labels: match[2].split(':').slice(0, -1) };
}

/**
 * A selector in two strengths. In `parser(_:foundCharacters:)` the labels tell one call from the next and the base name
 * is the same in every row; in `parserDidStartDocument(_:)` the base name tells.
 * @param {string} selector as Swift prints it
 * @returns {{ text: string, isStrong: boolean }[]}
 */
export function selectorTokens(selector) {
  const text = escapeText(selector);
  const match = /^([^(]*)\(((?:_:)*)((?:[^():]+:)*)\)(.*)$/.exec(text);
  if (!match || match[2] + match[3] === '') return [{ text, isStrong: true }];
  const [, name, lead, telling, rest] = match;
  if (telling === '') return [{ text: name, isStrong: true }, { text: `(${lead})${rest}`, isStrong: false }];
  return [
    { text: `${name}(${lead}`, isStrong: false },
    { text: telling, isStrong: true },
    { text: `)${rest}`, isStrong: false },
  ];
}

/** A signature in pieces between which a line may end; spaces end lines anyway.
 * @param {string} text */
export const wrapPieces = (text) => text.split(/(?<=[:,.]|\((?!_))(?=[\p{L}\p{N}_@(])/u);

/** Type of a recorded object: its class, or what its parameter is declared as.
 * @param {Value} object @returns {string[]} */
const typesOf = ({ id, type }) =>
  [id?.replace(/@[^@]*$/, ''), type?.replace(/^any |[?!]$/g, '')].flatMap((name) => name ?? []);

/**
 * Cocoa's convention: a delegate's method begins with the name of who calls, as `tableView(_:…)` of a `TableView`.
 * @param {string} base @param {Value} argument
 */
function isNamedAfter(base, argument) {
  const name = base.toLowerCase();
  return typesOf(argument).some((type) => type.toLowerCase().endsWith(name) || name.startsWith(type.toLowerCase()));
}

/**
 * The argument that only tells who calls.
 * @param {Pick<Invocation, 'owner' | 'selector' | 'arguments'>} call
 * @returns {number} its index, or -1
 */
export function senderIndex({ owner, selector, arguments: args }) {
  const objects = (args ?? []).filter(({ kind }) => kind === 'object');
  const owners = owner ? objects.filter((argument) => typesOf(argument).includes(owner)) : [];
  const [first] = args ?? [];
  if (first?.kind === 'object' && isNamedAfter(selectorParts(selector).base, first)) return 0;
  return owners.length === 1 ? args.indexOf(owners[0]) : -1;
}

/**
 * What the requirement is called in a row, and which of its arguments that name announces.
 * @param {string} selector
 * @param {boolean} hasSender  whether its first argument only tells who calls
 * @returns {{ name: string, index: number }} `index` is -1 where the name announces none
 */
export function tellingName(selector, hasSender) {
  const { base, labels } = selectorParts(selector);
  /** @param {string} label */
  const isLabel = (label) => label !== '_';
  if (!hasSender || isLabel(labels[0] ?? '')) return { name: base, index: -1 };
  const verb = labels.findIndex((label, index) => index > 0 && VERB.test(label));
  const index = verb >= 0 ? verb : labels.findIndex((label, place) => place > 0 && isLabel(label));
  return index < 0 ? { name: base, index } : { name: labels[index], index };
}

/** @param {Value} value */
const isSilent = ({ kind, after }) => (kind === 'nil' && !after) || kind === 'function';

/** That there is no error is worth a word, after what the call is about.
 * @param {Value} argument */
const nilToken = ({ name }) => token('note', name ? `${escapeText(name)}: nil` : 'nil');

/**
 * The name of a call in a row or in a chart.
 * @param {Invocation} call
 * @returns {string}
 */
export function callName(call) {
  return escapeText(tellingName(call.selector, senderIndex(call) === 0).name);
}

/**
 * @param {Invocation} call
 * @returns {import('./value-tokens.js').Token[]} the name first; what follows are the arguments that tell something
 */
export function callTokens(call) {
  const sender = senderIndex(call);
  const { name, index } = tellingName(call.selector, sender === 0);
  const args = call.arguments ?? [];
  const announced = index >= 0 ? args[index] : undefined;
  const others = args
    .filter((argument, place) => place !== sender && place !== index && !isSilent(argument))
    .map(labelledTokens);
  const values = !announced || announced.kind === 'function'
    ? others
    : isSilent(announced) ? [...others, [nilToken(announced)]] : [rowTokens(announced), ...others];
  return [
    token('name', escapeText(name)),
    ...values.flatMap((tokens, place) => [token('punctuation', place === 0 ? ' ' : ', '), ...tokens]),
  ];
}

/** The call without anything left out, for a tooltip.
 * @param {Invocation} call */
export function wholeCallText(call) {
  const args = call.arguments ?? [];
  return `${escapeText(call.protocol)}.${escapeText(call.selector)}${
    args.length > 0 ? `\n(${tokensText(argumentTokens(args))})` : ''
  }`;
}

/** The call as one line that reads like Swift, with what came of it.
 * @param {Invocation} call */
export function callText(call) {
  const [, name = '', , accessor = ''] = /^([^(.]*)(\([^)]*\))?(\.(?:get|set))?/.exec(escapeText(call.selector)) ?? [];
  const outcome = tokensText(outcomeTokens(call));
  const arrow = call.state === 'threw' ? ` throws ${outcome}` : outcome ? ` -> ${outcome}` : '';
  const list = `(${tokensText(argumentTokens(call.arguments))})`;
  // A getter has no parentheses, a subscript has them before its accessor.
  const isSubscript = call.selector.includes('(');
  const signature = !accessor || isSubscript ? name + list + accessor : name + accessor + (list === '()' ? '' : list);
  return `${signature}${arrow}  // ${formatDuration(call.durationNanoseconds)}`;
}
