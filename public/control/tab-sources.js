// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// What each tab has to ask the server for, and who gets the answer.

import { formatCount } from '../model/format.js';
import { parseInstant } from '../model/instant.js';
import { completed, timelineOf } from '../model/timeline.js';
import { collectCalls } from '../net/collected-calls.js';

/**
 * @param {object} page
 * @returns {Record<string, import('./polled-tabs.js').PolledTab>}
 */
export function tabSources(page) {
  const { api, views, panels, filtering } = page;
  // What a server that ran out of time has not counted now, it may have counted before.
  let counted = { filter: null, timeline: null };
  const available = (id) => (isAvailable) => panels[id].update(isAvailable, page.fileMode.summary !== null);
  return {
    timeline: {
      feature: 'timeline',
      interval: 1500,
      onAvailable: (isAvailable) => views.histogram.setAvailable(isAvailable),
      async load(signal) {
        const filter = filtering.withoutRange(page.filter());
        const reply = await api.timeline({ buckets: views.histogram.bucketCount, filter }, signal);
        return { filter, timeline: timelineOf(reply) };
      },
      onData({ filter, timeline }) {
        const earlier = counted.filter === filter ? counted.timeline : null;
        counted = { filter, timeline: completed(earlier, timeline) };
        views.histogram.update(counted.timeline);
      },
    },
    protocols: {
      feature: 'selectors',
      interval: 2500,
      onAvailable: () => {},
      load: (signal) => api.selectors({}, signal),
      onData: ({ items }) => views.protocols.update(items),
    },
    selectors: {
      feature: 'selectors',
      interval: 2000,
      onAvailable: available('selectors'),
      load: (signal) => api.selectors({ filter: page.filter() }, signal),
      onData({ items }) {
        views.selectors.update(items);
        page.drawing.drawSide();
      },
    },
    proxies: {
      feature: 'proxies',
      interval: 2000,
      onAvailable: available('proxies'),
      load: (signal) => loadProxies(api, page.state().proxy, signal),
      onData({ items, opened }) {
        views.proxies.update(items, page.local.isReplay);
        if (opened) views.proxyDetails.update(opened);
        page.drawing.drawSide();
      },
    },
    running: {
      feature: 'running',
      interval: 500,
      onAvailable: available('running'),
      load: (signal) => api.running({ filter: page.filter() }, signal),
      onData({ items, asOf }) {
        views.running.update(items, parseInstant(asOf), page.local.isReplay || page.fileMode.summary !== null);
        views.tabs.setCount('running', items.length > 0 ? formatCount(items.length) : '');
      },
    },
    unanswered: {
      feature: 'unanswered',
      interval: 2000,
      onAvailable: available('unanswered'),
      load: (signal) => loadUnanswered(api, page.filter(), signal),
      onData: ({ items }) => views.unanswered.update(items),
    },
    flame: {
      feature: 'invocations',
      interval: 1000,
      onAvailable: available('flame'),
      load: (
        signal,
      ) => (page.state().isPaused
        ? null
        : collectCalls(api, { filter: page.filter(), most: page.local.flameMost, signal })),
      onData: (reply) => reply && views.flame.update(reply.calls, reply),
    },
    compare: {
      feature: 'compare',
      interval: 3000,
      onAvailable: available('compare'),
      load: (signal) => loadComparison(api, page.state(), signal),
      onData(reply) {
        views.compare.update(reply);
        page.drawing.drawSide();
      },
    },
  };
}

/** With a filter, what the statistics of the calls that pass it tell. */
async function loadUnanswered(api, filter, signal) {
  if (filter === '') return api.unanswered(signal);
  const { items } = await api.selectors({ filter }, signal);
  return { items: items.filter(({ unanswered }) => unanswered > 0) };
}

/** The runs, and how two of them differ, or why that cannot be told. */
async function loadComparison(api, { before, after }, signal) {
  const pair = { before, after };
  const { items: runs } = await api.runs(signal);
  if (runs.length < 2) return { runs, comparison: null, problem: null, pair };
  try {
    return { runs, comparison: await api.compare(pair, signal), problem: null, pair };
  } catch (error) {
    if (error.status !== 404) throw error;
    return { runs, comparison: null, problem: error, pair };
  }
}

/** The list, and the opened proxy in full, or what is left of it. */
async function loadProxies(api, opened, signal) {
  const reply = await api.proxies(signal);
  if (opened === null) return { ...reply, opened: null };
  try {
    return { ...reply, opened: await api.proxy(opened, signal) };
  } catch (error) {
    const history = error.status === 410 ? error.problem.history : null;
    return { ...reply, opened: history ? { id: opened, isGone: true, history } : null };
  }
}
