// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Keeps the tab that is shown up to date; the others ask for nothing. What each tab has to ask the server for, and who
// gets the answer.

import { CallRates } from '../model/call-rates.js';
import { formatCount } from '../model/format.js';
import { parseInstant } from '../model/instant.js';
import { completed, timelineOf } from '../model/timeline.js';
import { APIError } from '../net/api.js';
import { collectCalls, collectEvents } from '../net/call-pages.js';
import { Poller } from '../net/poller.js';
import { ProgramProtocols } from '../net/program-protocols.js';

/** A connection can be lost without a word: then no answer ever comes. A server that works needs less time for any. */
const PATIENCE_MILLISECONDS = 120_000;

/** Events of proxies in the flame chart. */
const MOST_MARKERS = 1000;

/**
 * @template Data
 * @typedef {object} PolledTab
 * @property {string} feature   the route that it needs
 * @property {number} interval  milliseconds
 * @property {(signal: AbortSignal) => Promise<Data>} load
 * @property {(data: Data) => void} onData
 * @property {(isAvailable: boolean) => void} [onAvailable]
 */

/** Keeps the types of a tab's `load` and `onData` together.
 * @template Data
 * @param {PolledTab<Data>} tab @returns {PolledTab<any>} */
const polledTab = (tab) => tab;

export class PolledTabs {
  #tabs;
  #has;
  #onFailure;
  #pollers;
  /** @type {Map<string, string>} why the last answers to what is shown are missing */
  #failures = new Map();

  /**
   * @param {object} options
   * @param {Record<string, PolledTab<any>>} options.tabs
   * @param {(feature: string) => boolean} options.has
   * @param {() => void} options.onFailure  `failure` has changed
   */
  constructor({ tabs, has, onFailure }) {
    this.#tabs = tabs;
    this.#has = has;
    this.#onFailure = onFailure;
    this.#pollers = Object.fromEntries(Object.entries(tabs).map(([id, tab]) => [id, this.#poller(id, tab)]));
  }

  /** Why some of what is shown may be old; null if it is not. That there is no connection is told elsewhere.
   * @returns {string | null} */
  get failure() {
    return this.#failures.values().next().value ?? null;
  }

  /** @param {string} id @param {PolledTab<any>} tab */
  #poller(id, tab) {
    return new Poller({
      ...tab,
      patience: PATIENCE_MILLISECONDS,
      onData: (data) => {
        this.#note(id, null);
        tab.onData(data);
      },
      onError: (error) => this.#note(id, error instanceof APIError && error.status >= 500 ? error.message : null),
    });
  }

  /** @param {string} id @param {string | null} failure */
  #note(id, failure) {
    const before = this.failure;
    if (failure === null) this.#failures.delete(id);
    else this.#failures.set(id, failure);
    if (this.failure !== before) this.#onFailure();
  }

  /** @param {string[]} shown ids of what is on the screen */
  update(shown) {
    for (const [id, tab] of Object.entries(this.#tabs)) {
      const isAvailable = this.#has(tab.feature);
      tab.onAvailable?.(isAvailable);
      if (isAvailable && shown.includes(id)) {
        this.#pollers[id].start();
      } else {
        this.#pollers[id].stop();
        this.#note(id, null);
      }
    }
  }

  /** Asks at once for what is shown, because something that the answer depends on has changed. */
  async refresh() {
    const running = Object.values(this.#pollers).filter((poller) => poller.isRunning);
    await Promise.all(running.map((poller) => poller.refresh()));
  }

  stop() {
    for (const poller of Object.values(this.#pollers)) poller.stop();
  }
}

/** @typedef {import('../net/api.js').API} API */

/**
 * @param {Pick<import('../app.js').Parts, 'api' | 'views' | 'navigation' | 'server' | 'filtering' | 'fileMode' | 'side' |
 *   'live' | 'fleet'> & { drawBanners: () => void }} parts
 */
export function tabSources({ api, views, navigation, server, filtering, fileMode, side, live, fleet, drawBanners }) {
  // What a server that ran out of time has not counted now, it may have counted before.
  /** @type {{ filter: string | null, timeline: import('../model/timeline.js').CountedTimeline | null }} */
  let counted = { filter: null, timeline: null };
  /** What the flame chart shows.
   * @type {string | null} */
  let drawnFlame = null;
  const rates = new CallRates();
  const protocols = new ProgramProtocols(api);
  /** @param {import('../model/page-state.js').Tab} tab @returns {(isAvailable: boolean) => void} */
  const available = (tab) => (isAvailable) => views.tabs.setAvailable(tab, isAvailable, fileMode.isFile);
  /** Calls come to a fleet when they have ended, and its programs are changed on their own pages.
   * @param {import('../model/page-state.js').Tab} tab */
  const offerUnlessFleet = (tab) => views.tabs.setOffered(tab, !server.isFleet);
  return {
    timeline: polledTab({
      feature: 'timeline',
      interval: 1500,
      onAvailable: (isAvailable) => views.histogram.setAvailable(isAvailable),
      async load(signal) {
        const filter = filtering.withoutRange;
        const reply = await api.timeline({ buckets: views.histogram.bucketCount, filter }, signal);
        return { filter, timeline: timelineOf(reply) };
      },
      onData({ filter, timeline }) {
        const earlier = counted.filter === filter ? counted.timeline : null;
        counted = { filter, timeline: completed(earlier, timeline) };
        views.histogram.update(counted.timeline);
      },
    }),
    protocolBar: polledTab({
      feature: 'selectors',
      interval: 2500,
      load: (signal) => api.selectors({}, signal),
      onData: ({ items }) => views.protocolBar.update(items),
    }),
    selectors: polledTab({
      feature: 'selectors',
      interval: 2000,
      onAvailable: available('selectors'),
      load: (signal) => api.selectors({ filter: filtering.present }, signal),
      onData({ items }) {
        views.selectors.update(items);
        side.draw();
      },
    }),
    proxies: polledTab({
      feature: 'proxies',
      interval: 2000,
      onAvailable: available('proxies'),
      load: (signal) => loadProxies(api, navigation.state.proxy, signal),
      onData({ items, opened }) {
        views.proxies.update(items, server.isReplay);
        if (opened) views.proxyDetails.update(opened);
        side.draw();
      },
    }),
    running: polledTab({
      feature: 'running',
      interval: 500,
      onAvailable(isAvailable) {
        available('running')(isAvailable);
        offerUnlessFleet('running');
      },
      load: (signal) => api.running({ filter: filtering.present }, signal),
      onData({ items, asOf }) {
        views.running.update(items, parseInstant(asOf), server.isReplay || fileMode.isFile);
        views.tabs.setCount('running', items.length > 0 ? formatCount(items.length) : '');
      },
    }),
    unanswered: polledTab({
      feature: 'unanswered',
      interval: 2000,
      onAvailable: available('unanswered'),
      load: (signal) => api.unanswered({ filter: filtering.present }, signal),
      onData: ({ items }) => views.unanswered.update(items),
    }),
    flame: polledTab({
      feature: 'invocations',
      interval: 1000,
      onAvailable: available('flame'),
      async load(signal) {
        const filter = filtering.present;
        // A pause keeps what is drawn, but other calls can be asked for.
        const asked = JSON.stringify([fileMode.isFile, server.status?.epoch, filter, views.flame.wantedCount]);
        if (navigation.state.isPaused && asked === drawnFlame) return null;
        const { calls, matched } = await collectCalls(api, { filter, most: views.flame.wantedCount, signal });
        const running = server.has('running') ? await api.running({ filter }, signal) : { items: [], asOf: '' };
        const { events } = server.has('events')
          ? await collectEvents(api, { filter, most: MOST_MARKERS, signal })
          : { events: [] };
        return { calls, matched, running: { items: running.items, until: parseInstant(running.asOf) }, events, asked };
      },
      onData(reply) {
        if (!reply) return;
        drawnFlame = reply.asked;
        views.flame.update(reply.calls, reply.matched, reply.running, reply.events);
      },
    }),
    calltree: polledTab({
      feature: 'callTree',
      interval: 2500,
      onAvailable(isAvailable) {
        available('calltree')(isAvailable);
        // What a server can do is not known before it has told.
        views.tabs.setOffered('calltree', isAvailable || server.status === null);
      },
      load: (signal) => api.callTree({ filter: filtering.present, direction: navigation.state.direction }, signal),
      onData: (tree) => views.calltree.update(tree),
    }),
    compare: polledTab({
      feature: 'compare',
      interval: 3000,
      onAvailable: available('compare'),
      load: (signal) => loadComparison(api, navigation.state, signal),
      onData(reply) {
        views.compare.update({ ...reply, isLive: !server.isReplay });
        side.draw();
      },
    }),
    rules: polledTab({
      feature: 'rules',
      interval: 2000,
      onAvailable(isAvailable) {
        available('rules')(isAvailable || (server.isReplay && !fileMode.isFile));
        offerUnlessFleet('rules');
      },
      load: (signal) => api.rules(signal),
      onData: (reply) => live.take(reply),
    }),
    programs: polledTab({
      feature: 'programs',
      interval: 2000,
      onAvailable(isAvailable) {
        available('programs')(isAvailable);
        views.tabs.setOffered('programs', isAvailable);
        if (!isAvailable) fleet.forget();
      },
      load: (signal) => api.programs(signal),
      onData(reply) {
        fleet.take(reply);
        views.programs.update(reply.items, reply.broker);
        drawBanners();
      },
    }),
    protocols: polledTab({
      feature: 'protocols',
      interval: 2000,
      onAvailable(isAvailable) {
        const isRecording = server.isReplay && !fileMode.isFile;
        available('protocols')(isAvailable || isRecording);
        if (isRecording) views.protocols.showNoProcess();
        offerUnlessFleet('protocols');
      },
      load: (signal) => protocols.load(navigation.state.protocol, signal),
      onData(reply) {
        if (reply) rates.update(reply.calls, performance.now());
        if (reply) views.protocols.update({ ...reply, rateOf: (name) => rates.of(name) });
        else views.protocols.showNoProcess();
        if (reply?.opened) views.protocolDetails.update(reply.opened);
        side.draw();
      },
    }),
  };
}

/** The runs, and how two of them differ, or why that cannot be told.
 * @param {API} api @param {import('../net/api.js').RunPair} pair @param {AbortSignal} signal
 * @returns {Promise<Omit<import('../views/compare-view.js').ComparisonReply, 'isLive'>>} */
async function loadComparison(api, { before, after }, signal) {
  const pair = { before, after };
  const { items: runs } = await api.runs(signal);
  const nothing = { runs, comparison: null, problem: null, pair };
  if (runs.length < 2) return nothing;
  try {
    return { ...nothing, comparison: await api.compare(pair, signal) };
  } catch (error) {
    if (error instanceof APIError && error.status === 404) return { ...nothing, problem: error };
    throw error;
  }
}

/** The list, and the opened proxy in full, or what is left of it.
 * @param {API} api @param {string | null} id @param {AbortSignal} signal */
async function loadProxies(api, id, signal) {
  const { items } = await api.proxies(signal);
  return { items, opened: id === null ? null : await loadProxy(api, id, signal) };
}

/** @param {API} api @param {string} id @param {AbortSignal} signal */
async function loadProxy(api, id, signal) {
  try {
    return await api.proxy(id, signal);
  } catch (error) {
    const history = error instanceof APIError && error.status === 410 ? error.problem.history : undefined;
    return history ? { id, isGone: /** @type {const} */ (true), history } : null;
  }
}
