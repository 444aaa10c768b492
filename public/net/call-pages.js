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

/**
 * Many calls at once, page by page, newest first: for sorting and for the flame chart.
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
