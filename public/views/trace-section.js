// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The section of a call's details about its trace, and the ways to the rest of the trace.

import { cellTerms } from '../model/cell-terms.js';
import { escapeText } from '../model/escape-text.js';
import { traceAddress } from '../model/trace.js';
import { createSmallButton } from './button.js';
import { filterButton } from './call-sections.js';
import { element } from './dom.js';
import { pairs } from './pane.js';

/**
 * @param {Invocation} call
 * @param {object} ways
 * @param {string | null} ways.link  template of the address of a trace; null where there is none
 * @param {import('./call-sections.js').OnFilter | null} ways.onFilter  narrows the list to a value
 * @param {((traceId: string) => void) | null} ways.onShow  shows the calls of the trace; both null without a filter
 * @returns {HTMLElement | null} null when the call belongs to no trace
 */
export function traceSection(call, { link, onFilter, onShow }) {
  const { trace } = call;
  if (!trace) return null;
  const { traceId, spanId, isSampled } = trace;
  const terms = onFilter ? cellTerms('trace', call).map((term) => filterButton(term, onFilter)) : [];
  const address = traceAddress(link, trace);
  return element(
    'div',
    {},
    pairs([
      ['Trace', element('span', { class: 'pairs__value trace__id' }, escapeText(traceId), ...terms)],
      ['Span', element('span', { class: 'trace__id', text: escapeText(spanId) })],
      ...(isSampled ? [] : [/** @type {[string, string]} */ (['Sampled', 'no'])]),
    ]),
    element(
      'p',
      { class: 'trace__ways' },
      onShow && createSmallButton('Calls of this trace', () => onShow(traceId)),
      address && element('a', { class: 'trace__link', href: address, target: '_blank', rel: 'noopener', text: 'Open trace' }),
    ),
  );
}
