// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The trace that a call belongs to (W3C Trace Context, "traceparent header"): what it is called, how a filter asks for it,
// and where else it can be looked at.

import { termValue } from './filter-tokens.js';

const KEY = 'trace';
const SHORT_LENGTH = 8;
const TRACE_ID = /^[0-9a-f]{32}$/i;
const PLACEHOLDER = /\{(traceId|spanId)\}/g;

/** Enough of a trace's id to tell it from others on the screen.
 * @param {string} id */
export const shortTraceId = (id) => (id.length > SHORT_LENGTH ? `${id.slice(0, SHORT_LENGTH)}…` : id);

/** @param {string} id */
export const traceTerm = (id) => `${KEY}:${id}`;

/** The one trace that a filter asks for; null when it asks for none.
 * @param {string} filter */
export function filteredTrace(filter) {
  const id = termValue(filter, KEY);
  return id !== null && TRACE_ID.test(id) ? id.toLowerCase() : null;
}

/**
 * The address of a trace in a tool that shows traces. Whoever started the program has written the template: a link only
 * ever leads to a page.
 * @param {string | null | undefined} template  with `{traceId}` and `{spanId}` in it
 * @param {Pick<TraceContext, 'traceId' | 'spanId'>} trace
 * @returns {string | null} null without a template, and for what is no address of HTTP
 */
export function traceAddress(template, trace) {
  const text = (template ?? '').replace(PLACEHOLDER, (_, name) =>
    encodeURIComponent(trace[/** @type {'traceId' | 'spanId'} */ (name)]));
  try {
    const { protocol, href } = new URL(text);
    return protocol === 'http:' || protocol === 'https:' ? href : null;
  } catch {
    return null;
  }
}
