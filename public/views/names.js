// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// What stands in many views: names of selectors, in two strengths, threads, and badges.

import { selectorTokens, wrapPieces } from '../model/call-line.js';
import { meaningOf, threadHint, threadHue, threadNameParts } from '../model/call.js';
import { element } from './dom.js';

/** What tells a selector from others is strong.
 * @param {string} selector */
export function selectorNodes(selector) {
  return selectorTokens(selector).map(({ text, isStrong }) =>
    element('span', { class: isStrong ? 'selector__telling' : 'selector__common', text })
  );
}

/** Lines end between the parts of a name before they end within one.
 * @param {string} text */
export const wrapped = (text) =>
  wrapPieces(text).flatMap((piece, index) => (index > 0 ? [element('wbr'), piece] : [piece]));

/** The same for a name that may need several lines.
 * @param {string} selector */
export const wrappedSelectorNodes = (selector) =>
  selectorTokens(selector).flatMap(({ text, isStrong }) => [
    isStrong && element('wbr'),
    element('span', { class: isStrong ? 'selector__telling' : 'selector__common' }, ...wrapped(text)),
  ]);

/** A thread with its colour; its last digits are never cut.
 * @param {Thread | undefined} thread */
export function threadNode(thread) {
  const hue = threadHue(thread);
  const { head, tail } = threadNameParts(thread);
  return element(
    'span',
    { class: 'thread', 'data-hue': hue, 'data-main': hue === null, title: threadHint(thread) },
    element('span', { class: 'thread__head', text: head }),
    element('span', { class: 'thread__tail', text: tail }),
  );
}

/** The small word that tells who produced an answer. Readable without colour: it is a word.
 * @param {string} word `target`, `default`, `threw`, … */
export const createBadge = (word) =>
  element('span', { class: 'badge', 'data-word': word, title: meaningOf(word), text: word });
