// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The server's API over the calls of a file, as far as the calls alone can answer: the page does not know the
// difference.

import { callTreeReply } from '../model/call-tree.js';
import { derivedOf, threadName } from '../model/call.js';
import { orderAfter, orderOf } from '../model/call-order.js';
import { instantText } from '../model/instant.js';
import { lowerBound } from '../model/row-chunk.js';
import { sortedBy } from '../model/sort.js';
import { gather, selectorRows, timelineReply, unansweredRows } from '../model/statistics.js';
import { APIError } from './api.js';

const FEATURES = ['invocations', 'selectors', 'running', 'unanswered', 'timeline', 'status', 'events', 'callTree', 'file'];

/** What calls are sorted by.
 * @type {Record<string, (call: Invocation) => number | string | null>} */
const SORT_KEYS = {
  duration: ({ durationNanoseconds }) => durationNanoseconds ?? 0,
  selector: ({ selector }) => selector,
  thread: ({ thread }) => threadName(thread),
};

/** @param {string} title */
const refuse = (title) => async () => {
  throw new APIError(501, { title, code: 'file' });
};

/** The last moment that the calls tell of.
 * @param {Invocation[]} calls */
function lastInstant(calls) {
  const ends = calls.map((call) => (derivedOf(call).start ?? 0) + (call.durationNanoseconds ?? 0) / 1000);
  return instantText(ends.reduce((last, end) => Math.max(last, end), 0));
}

/**
 * @param {Pick<import('../model/exported-file.js').ExportedFile, 'calls' | 'epoch' | 'counters'> & {
 *   events?: ProxyEvent[] }} file
 * @returns {import('./api.js').API}
 */
export function createFileAPI({ calls, events = [], epoch, counters }) {
  const places = new Map(calls.map(({ id }, place) => [id, place]));
  /** @type {Map<string, string[]>} */
  const children = new Map();
  /** @type {Map<string, Invocation[]>} */
  const siblings = new Map();
  for (const call of calls) {
    if (call.parent) gather(children, call.parent, call.id);
    gather(siblings, `${call.protocol}.${call.selector}`, call);
  }
  /** @type {Selector[] | null} */
  let rows = null;
  const selectors = () => (rows ??= selectorRows(calls));
  /** @type {Unanswered[] | null} */
  let missed = null;
  /** @type {Partial<Record<import('../model/call-tree.js').TreeDirection, CallTree>>} */
  const trees = {};

  /** How many calls begin up to one that a request names: with it or without.
   * @param {number | string} name @param {0 | 1} own */
  const countTo = (name, own) =>
    typeof name === 'number' ? lowerBound(calls, name + own) : (places.get(name) ?? calls.length) + own;

  /** The calls in a sorted order, between two of them.
   * @param {InvocationQuery} query */
  function sortedPage({ sort = 'start', order = 'desc', limit = 100, after, before }) {
    const all = sortedBy(calls, SORT_KEYS[sort], false);
    /** @param {number | string | undefined} name */
    const place = (name) => all.findIndex((call) => (typeof name === 'number' ? call.seq : call.id) === name);
    const between = all.slice(place(after) + 1, before === undefined ? all.length : place(before));
    if (order === 'desc') between.reverse();
    const items = between.slice(0, limit);
    return { items, next: between.length > limit ? items[items.length - 1].id : null };
  }

  /** @param {InvocationQuery} query */
  function timePage({ order = 'desc', limit = 100, after = -1, before = Infinity, since }) {
    const first = since === undefined ? 0 : lowerBound(calls, orderAfter(since - 1));
    const [from, to] = [Math.max(first, countTo(after, 1)), countTo(before, 0)];
    const items = order === 'asc'
      ? calls.slice(from, Math.min(to, from + limit))
      : calls.slice(Math.max(from, to - limit), to).reverse();
    return { items };
  }

  /** @param {InvocationQuery} query */
  function page(query) {
    return {
      ...((query.sort ?? 'start') === 'start' ? timePage(query) : sortedPage(query)),
      matched: calls.length,
      stored: calls.length,
      evicted: 0,
      oldest: calls[0].seq,
      newest: calls[calls.length - 1].seq,
      epoch,
      streamFrom: null,
    };
  }

  /** @param {string} id */
  function one(id) {
    const call = calls[places.get(id) ?? -1];
    if (!call) throw new APIError(404, { title: 'The file does not contain this call' });
    const same = siblings.get(`${call.protocol}.${call.selector}`) ?? [];
    const place = lowerBound(same, orderOf(call));
    return {
      ...call,
      children: children.get(id) ?? [],
      previous: same[place - 1]?.id ?? null,
      next: same[place + 1]?.id ?? null,
    };
  }

  const noServer = refuse('A file can only be looked at');
  return {
    invocations: async (parameters) => page(parameters),
    invocation: async (id) => one(id),
    argumentText: refuse('The file has only the beginning'),
    amend: noServer,
    clear: noServer,
    setRecording: noServer,
    events: async ({ limit = 100, before }) => {
      const last = before === undefined ? Infinity : Number(/\d+$/.exec(String(before))?.[0]);
      const items = events.filter(({ number }) => (number ?? 0) < last).slice(-limit).reverse();
      const oldest = items.at(-1);
      return { items, next: oldest && oldest !== events[0] ? oldest.id ?? null : null, epoch };
    },
    setRules: noServer,
    backtrace: noServer,
    backtraces: noServer,
    setBacktraces: noServer,
    filter: refuse('A file cannot be filtered here'),
    filterHelp: noServer,
    running: async () => ({ items: calls.filter(({ state }) => state === 'running'), asOf: lastInstant(calls) }),
    runs: noServer,
    compare: noServer,
    compareCalls: noServer,
    programs: noServer,
    proxies: noServer,
    proxy: noServer,
    protocols: noServer,
    protocol: noServer,
    interposers: noServer,
    interpose: noServer,
    removeInterposer: noServer,
    rules: noServer,
    addRule: noServer,
    replaceRule: noServer,
    removeRule: noServer,
    held: noServer,
    release: noServer,
    releaseAll: noServer,
    selectors: async () => ({ items: selectors() }),
    unanswered: async () => ({ items: (missed ??= unansweredRows(calls)) }),
    callTree: async ({ direction }) => (trees[direction] ??= callTreeReply(calls, direction)),
    timeline: async ({ buckets }) => timelineReply(calls, buckets),
    status: async () => ({
      version: null,
      epoch,
      uptimeSeconds: null,
      recording: null,
      counters: counters ?? { calls: calls.length, stored: calls.length, recorded: calls.length, evicted: 0 },
      features: FEATURES,
      ...(calls.some(({ process }) => process) ? { fleet: true } : {}),
    }),
  };
}
