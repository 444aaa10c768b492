// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Names that stand in many views: of selectors, in two strengths, and of threads.

import { threadHint, threadHue, threadNameParts } from '../model/call.js';
import { selectorTokens } from '../model/selector-tokens.js';
import { element } from './dom.js';

/** @param {string} selector @returns {HTMLElement[]} what tells it from others is strong */
export function selectorNodes(selector) {
  return selectorTokens(selector).map(({ text, isStrong }) =>
    element('span', { class: isStrong ? 'selector__telling' : 'selector__common', text })
  );
}

/** A thread with its colour; its last digits are never cut. @returns {HTMLElement} */
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

/** Fills the cell of a table with the row's selector. */
export function renderSelectorCell(cell, { selector }) {
  cell.title = selector;
  cell.replaceChildren(...selectorNodes(selector));
}
