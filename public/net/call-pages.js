// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Pages of calls, however long the server has to look for them, and many pages as one.

import { nameOf } from '../model/call-order.js';

/** @typedef {Pick<import('./api.js').API, 'invocations'>} InvocationAPI */

const PAGE_SIZE = 1000;

/**
 * One page. A search that took too long comes back with what it found and where to go on.
 * @param {InvocationAPI} api
 * @param {InvocationQuery & { limit: number }} query
 * @param {AbortSignal} [signal]
 * @returns {Promise<InvocationPage>} the first reply, with the items of all: what it tells of the whole list, and where
 *   the stream goes on, belongs to the moment of the first
 */
export async function wholePage(api, query, signal) {
  const first = await api.invocations(query, signal);
  const items = [...first.items];
  let place = first.continue;
  while (place && items.length < query.limit && !signal?.aborted) {
    const beyond = { [query.order === 'asc' ? 'after' : 'before']: place };
    const reply = await api.invocations({ ...query, ...beyond, limit: query.limit - items.length }, signal);
    if (reply.epoch !== first.epoch) break;
    items.push(...reply.items);
    place = reply.continue;
  }
  return { ...first, items, continue: null };
}

/**
 * The newest events of proxies.
 * @param {Pick<import('./api.js').API, 'events'>} api
 * @param {{ filter: string, most: number, signal?: AbortSignal }} options  at most `most` events
 * @returns {Promise<{ events: ProxyEvent[], epoch: string | null }>}  newest first
 */
export async function collectEvents(api, { filter, most, signal }) {
  /** @type {ProxyEvent[]} */
  const events = [];
  /** @type {string | undefined} */
  let before;
  for (;;) {
    const limit = Math.min(PAGE_SIZE, most - events.length);
    const { items, next, epoch } = await api.events({ filter, limit, before }, signal);
    events.push(...items);
    if (!next || events.length >= most) return { events, epoch };
    before = next;
  }
}

/** How long further pages of a sorted list are worth waiting for, in milliseconds. Each is a search of everything. */
const SORT_TIME = 1000;

/**
 * The first calls of a sorted list, from all that match. Further pages are fetched as long as the server is quick.
 * @param {InvocationAPI} api
 * @param {Pick<InvocationQuery, 'filter' | 'sort'> & { order: 'asc' | 'desc', most: number, signal: AbortSignal }} options
 *   `most` calls are collected
 * @returns {Promise<{ calls: Invocation[], matched: number, isComplete: boolean }>} in this order; if they are not
 *   complete, the server had no time to look at all calls
 */
export async function collectSorted(api, { filter, sort, order, most, signal }) {
  const start = performance.now();
  /** @type {Invocation[]} */
  const calls = [];
  let matched = 0;
  /** @type {Pick<InvocationQuery, 'after' | 'before'>} */
  let beyond = {};
  for (;;) {
    const limit = Math.min(PAGE_SIZE, most - calls.length);
    const reply = await api.invocations({ filter, sort, order, limit, ...beyond }, signal).catch((error) => {
      // The call at which this page would begin was evicted meanwhile.
      if (calls.length > 0 && error.status === 410) return null;
      throw error;
    });
    if (!reply) return { calls, matched, isComplete: true };
    if (calls.length === 0) matched = reply.matched ?? reply.matchedAtLeast ?? 0;
    calls.push(...reply.items);
    const isComplete = reply.isComplete !== false;
    const isEnough = calls.length >= most || performance.now() - start > SORT_TIME;
    if (!reply.next || !isComplete || isEnough) return { calls, matched, isComplete };
    beyond = { [order === 'asc' ? 'after' : 'before']: nameOf(reply.items[reply.items.length - 1]) };
  }
}

/**
 * Many calls at once, page by page, newest first: for the flame chart, and for sorting by what the server
 * does not sort by.
 * @param {InvocationAPI} api
 * @param {{ filter: string, most: number, signal: AbortSignal }} options  `most` calls are collected
 * @returns {Promise<{ calls: Invocation[], matched: number }>} in the order of their start
 */
export async function collectCalls(api, { filter, most, signal }) {
  /** @type {Invocation[]} */
  const calls = [];
  let matched = 0;
  /** @type {import('../model/call-order.js').CallName | undefined} */
  let before;
  for (;;) {
    const limit = Math.min(PAGE_SIZE, most - calls.length);
    const reply = await wholePage(api, { filter, order: 'desc', limit, before }, signal);
    if (calls.length === 0) matched = reply.matched ?? reply.matchedAtLeast ?? 0;
    calls.push(...reply.items);
    if (reply.items.length < limit || calls.length >= most) return { calls: calls.reverse(), matched };
    before = nameOf(reply.items[reply.items.length - 1]);
  }
}
