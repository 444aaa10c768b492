// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Files of calls, for a page without a server: JSON with its context, or NDJSON with one call a line as the server
// exports it.

import { parseEventId } from './call.js';
import { compareCalls, epochOf } from './call-order.js';
import { compareEvents } from './event-list.js';

/**
 * @typedef {object} ExportedFile
 * @property {Invocation[]} calls      in the order of their start, of one run of the program, or of a fleet's processes
 * @property {ProxyEvent[]} events     of proxies, in their order
 * @property {string} epoch
 * @property {string} filter       that the export was made with, empty where it is not known
 * @property {string | null} exportedAt
 * @property {Counters | null} counters
 */

/**
 * What a file's calls can be saved as. With a server there, the server exports.
 * @type {Record<string, { title: string, type: string, encode: (file: ExportedFile) => string }>}
 */
export const FILE_FORMATS = {
  json: {
    title: 'JSON',
    type: 'application/json',
    encode: ({ calls, events, filter, exportedAt, counters }) =>
      `${JSON.stringify({ filter, exportedAt, counters, items: calls, events }, null, 1)}\n`,
  },
  ndjson: {
    title: 'NDJSON, one call a line',
    type: 'application/x-ndjson',
    encode: ({ calls, events }) => [...calls, ...events].map((line) => `${JSON.stringify(line)}\n`).join(''),
  },
};

/** @param {string} text @param {number} line from 1; 0 for a file that is no list of lines */
function parsed(text, line) {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = /** @type {Error} */ (error).message;
    throw new Error(line === 0 ? `It is not JSON: ${reason}` : `Line ${line} is not JSON: ${reason}`);
  }
}

/** @param {any} call @param {number} number @returns {ReturnType<typeof parseEventId>} its id */
function checked(call, number) {
  const isCall = typeof call === 'object' && call !== null && Number.isSafeInteger(call.seq) && call.seq >= 0 &&
    parseEventId(call.id) !== null && typeof call.selector === 'string' && Array.isArray(call.arguments ?? []);
  if (!isCall) throw new Error(`Entry ${number} is not a recorded call: id, seq or selector is missing.`);
  return parseEventId(call.id);
}

/** @param {any} line */
const isEvent = (line) => typeof line === 'object' && line !== null && typeof line.what === 'string';

/** @param {any} event */
const isWellFormed = ({ id, number, at }) =>
  typeof id === 'string' && Number.isSafeInteger(number) && typeof at === 'string';

/** A document with `items`, or lines.
 * @param {string} text @returns {{ calls: Invocation[], events: ProxyEvent[], context: Record<string, any> }} */
function contentsOf(text) {
  const trimmed = text.trim();
  if (trimmed === '') throw new Error('It is empty.');
  const firstLine = trimmed.slice(0, trimmed.indexOf('\n') + 1 || undefined).trim();
  const isDocument = !isWhole(firstLine) || parsed(firstLine, 1)?.items !== undefined;
  if (!isDocument) {
    const lines = trimmed.split('\n').flatMap((line, index) => (line.trim() === '' ? [] : [parsed(line, index + 1)]));
    return { calls: lines.filter((line) => !isEvent(line)), events: lines.filter(isEvent), context: {} };
  }
  const { items, events, ...context } = parsed(trimmed, 0) ?? {};
  if (!Array.isArray(items)) throw new Error('It is JSON, but has no list of calls in “items”.');
  return { calls: items, events: Array.isArray(events) ? events.filter(isEvent) : [], context };
}

/** @param {string} line */
function isWhole(line) {
  try {
    return typeof JSON.parse(line) === 'object';
  } catch {
    return false;
  }
}

/**
 * @param {string} text
 * @returns {ExportedFile}
 * @throws {Error} that says what is wrong, and where
 */
export function readExport(text) {
  const { calls, events, context } = contentsOf(text);
  const ids = calls.map((call, index) => checked(call, index + 1));
  const epoch = ids[0]?.epoch;
  if (epoch === undefined) throw new Error('It contains no call.');
  const isFleet = calls.every(({ process }) => process);
  const other = isFleet ? -1 : ids.findIndex((id) => id?.epoch !== epoch);
  if (other >= 0) throw new Error(`It mixes runs of the program: entry ${other + 1} is of another one than entry 1.`);
  const byId = new Map(calls.map((call) => [call.id, call]));
  const epochs = new Set(ids.map((id) => id?.epoch));
  return {
    calls: [...byId.values()].sort(compareCalls),
    events: events
      // The ids of a fleet's events are those of its recording; the event names the process.
      .filter((event) => isWellFormed(event) && epochs.has(event.epoch ?? epochOf(event.id)))
      .sort(compareEvents),
    epoch,
    filter: typeof context.filter === 'string' ? context.filter : '',
    exportedAt: typeof context.exportedAt === 'string' ? context.exportedAt : null,
    counters: typeof context.counters === 'object' ? context.counters ?? null : null,
  };
}
