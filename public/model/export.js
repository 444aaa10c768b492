// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Recorded calls as files: NDJSON, JSON, CSV and the trace format of Chromium and Perfetto.

import { derivedOf, threadName } from './call.js';
import { argumentTokens, outcomeTokens, tokensText } from './value-tokens.js';

/** @typedef {{ filter: string, exportedAt: string, counters: object | null, isComplete: boolean }} ExportContext */

const CSV_COLUMNS = [
  ['id', ({ id }) => id],
  ['startedAt', ({ startedAt }) => startedAt],
  ['thread', ({ thread }) => threadName(thread)],
  ['protocol', ({ protocol }) => protocol],
  ['selector', ({ selector }) => selector],
  ['owner', ({ owner }) => owner],
  ['target', ({ target }) => target],
  ['depth', ({ depth }) => depth],
  ['state', ({ state }) => state],
  ['returnPath', ({ returnPath }) => returnPath],
  ['durationNanoseconds', ({ durationNanoseconds }) => durationNanoseconds],
  ['arguments', (call) => tokensText(argumentTokens(call.arguments))],
  ['outcome', (call) => tokensText(outcomeTokens(call))],
];

/** A spreadsheet runs what begins like a formula: such a cell gets an apostrophe in front. */
function csvCell(value) {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r\n＝＋－＠]/.test(value) ? `'${value}` : String(value);
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const csvLine = (cells) => `${cells.map(csvCell).join(',')}\r\n`;

function traceEvent(call) {
  return {
    name: call.selector,
    cat: call.protocol,
    ph: 'X',
    ts: derivedOf(call).start,
    dur: (call.durationNanoseconds ?? 0) / 1000,
    pid: 1,
    tid: call.thread?.id ?? 0,
    args: { id: call.id, path: call.returnPath, arguments: tokensText(argumentTokens(call.arguments)) },
  };
}

function threadNames(calls) {
  const names = new Map(calls.map(({ thread }) => [thread?.id ?? 0, threadName(thread)]));
  return [...names].map(([tid, name]) => ({ name: 'thread_name', ph: 'M', pid: 1, tid, args: { name } }));
}

/**
 * @type {Record<string, { title: string, extension: string, type: string, encode: (calls: object[], context:
 * ExportContext) => string }>}
 */
export const EXPORT_FORMATS = {
  json: {
    title: 'JSON',
    extension: 'json',
    type: 'application/json',
    encode: (calls, context) => `${JSON.stringify({ ...context, items: calls }, null, 1)}\n`,
  },
  ndjson: {
    title: 'NDJSON, one call a line',
    extension: 'ndjson',
    type: 'application/x-ndjson',
    encode: (calls) => calls.map((call) => `${JSON.stringify(call)}\n`).join(''),
  },
  csv: {
    title: 'CSV',
    extension: 'csv',
    type: 'text/csv',
    encode: (calls) =>
      csvLine(CSV_COLUMNS.map(([name]) => name)) +
      calls.map((call) => csvLine(CSV_COLUMNS.map(([, read]) => read(call)))).join(''),
  },
  trace: {
    title: 'Trace for Chromium and Perfetto',
    extension: 'trace.json',
    type: 'application/json',
    encode: (calls, context) =>
      `${JSON.stringify({ traceEvents: [...threadNames(calls), ...calls.map(traceEvent)], otherData: context })}\n`,
  },
};
