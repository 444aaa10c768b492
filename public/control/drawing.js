// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Brings what is on the screen in line with the state of the page, the data and the server.

import { bannersOf } from '../model/banners.js';
import { replayText } from '../model/comparison.js';
import { termValue } from '../model/filter-tokens.js';

const FILTERED_TABS = new Set(['traffic', 'selectors', 'running', 'unanswered', 'flame']);
const NO_FILTER = 'This server has no filter yet';
const NO_FILTER_OF_FILE = 'Filters need a server: a file can only be looked at';
const NOT_HERE = 'The filter does not apply to this view';

export class Drawing {
  #page;

  /** @param {object} page */
  constructor(page) {
    this.#page = page;
  }

  draw() {
    const { views, filtering, state } = this.#page;
    views.tabs.update(state().tab);
    views.protocols.setPressed(termValue(state().filter, 'protocol'), this.#whyNoFilter() === null);
    views.histogram.setRange(filtering.rangeOf(state().filter));
    filtering.box.update({ filter: state().filter, unavailable: this.#whyNoFilter() });
    this.drawTraffic();
    this.drawSide();
  }

  /** What changes with every batch of calls. */
  drawTraffic() {
    this.#drawControls();
    this.#drawEmpty();
    this.drawBanners();
  }

  drawBanners() {
    const { views, commands } = this.#page;
    for (const [name, banner] of Object.entries(bannersOf(this.#bannerFacts()))) {
      const actions = banner?.actions?.map(({ label, command }) => ({ label, run: commands[command] }));
      views.banners.update(name, banner && { ...banner, actions });
    }
  }

  drawSide() {
    const { views, opened, can, state } = this.#page;
    const kind = this.sideKind;
    views.details.element.hidden = kind !== 'call';
    views.selectorDetails.element.hidden = kind !== 'selector';
    views.proxyDetails.element.hidden = kind !== 'proxy';
    views.compareDetails.element.hidden = kind !== 'compared';
    if (kind === 'call') views.details.update(opened, { marks: can('marks'), filter: can('filter') });
    if (kind === 'selector') views.selectorDetails.update(views.selectors.rowWith(state().selector));
    if (kind === 'compared') {
      views.compare.setSelected(state().selector);
      views.compareDetails.update(views.compare.rowWith(state().selector));
    }
    if (kind === 'proxy') {
      views.proxies.setSelected(state().proxy);
      views.proxyDetails.showRow(views.proxies.rowWith(state().proxy));
    }
    views.split.update(kind !== null);
  }

  /** Which details belong beside the tab that is shown. @returns {'call' | 'selector' | 'proxy' | 'compared' | null} */
  get sideKind() {
    const { views, state } = this.#page;
    const { tab, call, selector, proxy } = state();
    if (tab === 'selectors') return selector && views.selectors.rowWith(selector) ? 'selector' : null;
    if (tab === 'compare') return selector && views.compare.rowWith(selector) ? 'compared' : null;
    if (tab === 'proxies') return proxy && this.#isProxyKnown(proxy) ? 'proxy' : null;
    return call && tab !== 'unanswered' ? 'call' : null;
  }

  #isProxyKnown(id) {
    const { proxies, proxyDetails } = this.#page.views;
    return proxies.rowWith(id) !== undefined || proxyDetails.isShowing(id);
  }

  focusList() {
    const { views, state } = this.#page;
    if (state().tab === 'traffic') views.traffic.grid.focus();
    else views[state().tab].focus();
  }

  #whyNoFilter() {
    const { poller, can, state, fileMode } = this.#page;
    if (fileMode.summary) return NO_FILTER_OF_FILE;
    if (poller.status !== null && !can('filter')) return NO_FILTER;
    return FILTERED_TABS.has(state().tab) ? null : NOT_HERE;
  }

  #drawControls() {
    const { views, feed, poller, can, state } = this.#page;
    const { isPaused, tab } = state();
    views.headerTools.update({ phase: this.#phase, isPaused, note: replayText(poller.status) });
    views.toolbar.update({
      isPaused,
      isFollowing: tab === 'traffic' && views.traffic.grid.isFollowing,
      isRecording: poller.status?.recording ?? null,
      matched: feed.list.total,
      stored: Math.max(feed.stored, feed.list.total),
      isCountExact: feed.isCountExact,
      isFiltered: feed.filter !== '',
      isLoaded: feed.isLoaded && tab === 'traffic',
      can: { recorder: can('recorder'), clear: can('recorder') },
    });
  }

  /** What the page is connected to. Nothing is live in a recording, though its server is. */
  get #phase() {
    const { fileMode, poller, feed } = this.#page;
    if (fileMode.summary) return 'file';
    // Until the first page of calls is there, nothing is wrong: a server may take its time.
    const phase = feed.stream?.phase ?? 'idle';
    if (phase === 'idle' && !feed.error) return 'connecting';
    return phase === 'live' && poller.status?.replay ? 'recording' : phase;
  }

  #drawEmpty() {
    this.#page.views.empty.update(this.#emptyReason());
  }

  #emptyReason() {
    const { feed, poller } = this.#page;
    if (feed.list.total > 0) return null;
    const isRefused = feed.error !== null && feed.error.position !== null;
    if (!feed.isLoaded) return isRefused ? 'invalid' : feed.error ? 'unreachable' : 'loading';
    if (feed.filter && feed.stored > 0) return 'unmatched';
    if (poller.status?.replay) return 'nothing';
    return poller.status?.counters.recorded > 0 ? 'cleared' : 'first';
  }

  #bannerFacts() {
    const { feed, poller, can, state, local, sorting } = this.#page;
    return {
      stream: feed.stream,
      isLoaded: feed.isLoaded,
      isPaused: state().isPaused,
      waiting: feed.waiting,
      isReplay: Boolean(poller.status?.replay),
      isRecording: poller.status?.recording ?? null,
      canRecord: can('recorder'),
      hasRestarted: local.hasRestarted,
      problem: this.#problemText(),
      sorted: sorting.summary,
      file: this.#page.fileMode.summary,
      now: Date.now(),
    };
  }

  #problemText() {
    const { feed, local } = this.#page;
    if (local.sortError) return `The calls could not be sorted: ${local.sortError.message}`;
    const isWorthTelling = feed.isLoaded && feed.error && feed.error.position === null && feed.error.status !== 0;
    return isWorthTelling ? `The calls could not be listed: ${feed.error.message}` : null;
  }
}
