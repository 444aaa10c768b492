// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// A page of calls, however long the server has to look for them: a search that took too long comes back with what it
// found and where to go on.

/**
 * @param {object} api
 * @param {{ filter?: string, limit: number, order: 'asc' | 'desc', before?: number, after?: number }} parameters
 * @param {AbortSignal} [signal]
 * @returns {Promise<object>} the first reply, with the items of all: what it tells of the whole list, and where the
 *   stream goes on, belongs to the moment of the first
 */
export async function wholePage(api, parameters, signal) {
  const first = await api.invocations(parameters, signal);
  const items = [...first.items];
  let place = first.continue;
  while (place && items.length < parameters.limit && !signal?.aborted) {
    const beyond = parameters.order === 'asc' ? { after: place } : { before: place };
    const reply = await api.invocations({ ...parameters, ...beyond, limit: parameters.limit - items.length }, signal);
    if (reply.epoch !== first.epoch) break;
    items.push(...reply.items);
    place = reply.continue;
  }
  return { ...first, items, continue: null };
}
