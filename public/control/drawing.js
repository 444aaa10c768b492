// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Brings what is on the screen in line with the state of the page, the data and the server.

import { bannersOf } from '../model/banners.js';
import { isSelective, rulesOf } from '../model/capture-rules.js';
import { replayText } from '../model/comparison.js';
import { termValue } from '../model/filter-tokens.js';
import { formatCount } from '../model/format.js';
import { connectionOf } from '../model/stream-machine.js';
import { filteredProcesses } from '../model/programs.js';
import { filteredTrace } from '../model/trace.js';
import { messageOf } from '../net/api.js';

const FILTERED_TABS = new Set(['traffic', 'selectors', 'running', 'unanswered', 'flame', 'calltree']);
const NO_FILTER = 'This server has no filter yet';
const NO_FILTER_OF_FILE = 'Filters need a server: a file can only be looked at';
const NOT_HERE = 'The filter does not apply to this view';

export class Drawing {
  #parts;

  /**
   * @param {Pick<import('../app.js').Parts, 'views' | 'navigation' | 'feed' | 'server' | 'filtering' | 'sorting' |
   *   'fileMode' | 'side' | 'live' | 'holding' | 'fleet' | 'polled'> & { commands: Record<import('../model/banners.js').BannerCommand, () => void> }} parts
   */
  constructor(parts) {
    this.#parts = parts;
  }

  draw() {
    const { views, filtering, navigation, side } = this.#parts;
    const { tab, filter } = navigation.state;
    views.tabs.update(tab);
    views.protocolBar.setPressed(termValue(filter, 'protocol'), this.#whyNoFilter() === null);
    views.histogram.setRange(filtering.range);
    views.programs.setShown(filteredProcesses(filtering.present));
    filtering.box.update({ filter, unavailable: this.#whyNoFilter() });
    this.drawTraffic();
    side.draw();
  }

  /** What changes with every batch of calls. */
  drawTraffic() {
    this.#drawControls();
    this.#parts.views.empty.update(this.#emptyReason());
    this.drawBanners();
  }

  drawBanners() {
    const { views, commands } = this.#parts;
    for (const [name, banner] of Object.entries(bannersOf(this.#bannerFacts()))) {
      const actions = banner?.actions.map(({ label, command }) => ({ label, run: () => commands[command]() }));
      views.banners.update(name, banner && { ...banner, actions });
    }
  }

  /** The rules have changed. */
  drawRules() {
    const { views, live, side, server, fileMode } = this.#parts;
    const isReplay = server.isReplay && !fileMode.isFile;
    const acting = live.acting(Date.now());
    views.tabs.setCount('rules', acting > 0 ? formatCount(acting) : '');
    views.rules.update(live.items, { isAllowed: live.allowed, isLoaded: live.isLoaded, isReplay, acting });
    side.draw();
    this.drawBanners();
  }

  /** The held calls have changed, or time has passed. */
  drawHeld() {
    const { views, holding } = this.#parts;
    views.held.update(holding.calls.rows, performance.now());
    this.drawBanners();
  }

  #whyNoFilter() {
    const { server, filtering, navigation, fileMode } = this.#parts;
    if (fileMode.isFile) return NO_FILTER_OF_FILE;
    if (server.status !== null && !filtering.isAvailable) return NO_FILTER;
    return FILTERED_TABS.has(navigation.state.tab) ? null : NOT_HERE;
  }

  #drawControls() {
    const { views, feed, server, navigation } = this.#parts;
    const { isPaused, tab } = navigation.state;
    views.headerTools.update({ phase: this.#phase, isPaused, note: replayText(server.status) });
    views.toolbar.update({
      isPaused,
      isFollowing: tab === 'traffic' && views.traffic.grid.isFollowing,
      isRecording: server.status?.recording ?? null,
      matched: feed.list.total,
      stored: Math.max(feed.stored, feed.list.total),
      isCountExact: feed.isCountExact,
      isFiltered: feed.filter !== '',
      isLoaded: feed.isLoaded && tab === 'traffic',
      canRecord: server.has('recorder'),
      isSelective: isSelective(rulesOf(server.status)),
    });
  }

  get #phase() {
    const { fileMode, server, feed } = this.#parts;
    const [stream, isReplay] = [feed.stream?.phase ?? 'idle', Boolean(server.status?.replay)];
    const { isSilent } = server;
    return connectionOf({ stream, isSilent, error: feed.error, isReplay, isFile: fileMode.isFile });
  }

  /** @returns {import('../views/empty-view.js').EmptyReason | null} */
  #emptyReason() {
    const { feed, server, views } = this.#parts;
    if (feed.list.total > 0 || (feed.isLoaded && views.traffic.hasEvents)) return null;
    if (!feed.isLoaded) return feed.error ? (feed.error.position === null ? 'unreachable' : 'invalid') : 'loading';
    if (feed.filter && feed.stored > 0) return 'unmatched';
    if (server.status?.replay) return 'nothing';
    return server.status && server.status.counters.recorded > 0 ? 'cleared' : 'first';
  }

  /** @returns {import('../model/banners.js').BannerFacts} */
  #bannerFacts() {
    const { feed, server, navigation, filtering, sorting, fileMode, live, holding, fleet, polled } = this.#parts;
    const { tab } = navigation.state;
    const { waiting, nextDeadline } = holding.calls;
    const traceId = FILTERED_TABS.has(tab) ? filteredTrace(filtering.present) : null;
    const processes = FILTERED_TABS.has(tab) && server.isFleet ? filteredProcesses(filtering.present) : [];
    const left = nextDeadline === null ? 0 : Math.max(0, nextDeadline - performance.now());
    return {
      stream: feed.stream,
      isSilent: server.isSilent,
      isLoaded: feed.isLoaded,
      isPaused: navigation.state.isPaused,
      waiting: feed.waiting,
      isReplay: Boolean(server.status?.replay),
      isRecording: server.status?.recording ?? null,
      canRecord: server.has('recorder'),
      failure: server.status?.failure ?? null,
      unaccounted: server.unaccounted,
      hasRestarted: feed.hasRestarted,
      problem: this.#problemText(),
      stale: polled.failure,
      sorted: sorting.summary,
      file: fileMode.summary,
      rules: { acting: live.acting(Date.now()), isAllowed: live.allowed, isShown: tab === 'rules' },
      held: { count: waiting.length, secondsLeft: Math.ceil(left / 1000), isShown: tab === 'traffic' },
      trace: traceId === null ? null : { id: traceId, isFlame: tab === 'flame' },
      programs: processes.map((value) => fleet.nameOf(value)),
      broker: fleet.broker && tab !== 'programs' ? { ...fleet.broker, isBehind: fleet.isBehind } : null,
      spans: server.status?.otlp ?? null,
      now: Date.now(),
    };
  }

  #problemText() {
    const { feed, sorting } = this.#parts;
    if (sorting.error) return `The calls could not be sorted: ${messageOf(sorting.error)}`;
    if (!feed.isLoaded || !feed.error || feed.error.position !== null || feed.error.status === 0) return null;
    return `The calls could not be listed: ${feed.error.message}`;
  }
}
