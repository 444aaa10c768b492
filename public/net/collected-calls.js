// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Many calls at once, page by page, newest first: for sorting and for the flame chart.

import { wholePage } from './whole-page.js';

const PAGE_SIZE = 1000;

/**
 * @param {object} api
 * @param {object} options
 * @param {string} options.filter
 * @param {number} options.most   calls to collect
 * @param {AbortSignal} [options.signal]
 * @returns {Promise<{ calls: object[], matched: number, isComplete: boolean }>} in the order of their start
 */
export async function collectCalls(api, { filter, most, signal }) {
  const calls = [];
  let matched = null;
  let before;
  for (;;) {
    const limit = Math.min(PAGE_SIZE, most - calls.length);
    const reply = await wholePage(api, { filter, order: 'desc', limit, before }, signal);
    matched ??= reply.matched ?? reply.matchedAtLeast;
    calls.push(...reply.items);
    const isEnd = reply.items.length < limit;
    if (isEnd || calls.length >= most) {
      return { calls: calls.reverse(), matched, isComplete: isEnd || calls.length >= matched };
    }
    before = reply.items.at(-1).seq;
  }
}
