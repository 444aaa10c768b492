// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// What follows when the state of the page, the list of calls or the server's status changes.

import { parseEventId } from '../model/call.js';
import { formatCount } from '../model/format.js';
import { kindsOf } from '../model/page-state.js';

/** @typedef {import('../model/page-state.js').PageState} PageState */

export class Reactions {
  #parts;
  #decides = false;

  /**
   * @param {Pick<import('../app.js').Parts, 'views' | 'navigation' | 'feed' | 'opened' | 'firstCall' | 'server' |
   *   'filtering' | 'sorting' | 'polled' | 'drawing' | 'live' | 'holding'> & { reveal: (id: string) => Promise<void> }} parts  `reveal` brings
   *   a call onto the screen of the list
   */
  constructor(parts) {
    this.#parts = parts;
  }

  /** The address has changed, or a control has changed the state.
   * @param {PageState} next @param {PageState} previous */
  stateChanged(next, previous) {
    const { feed, polled, sorting, drawing, filtering, views } = this.#parts;
    /** @param {keyof PageState} name */
    const has = (name) => next[name] !== previous[name];
    if (has('filter')) void this.loadTraffic();
    if (has('isPaused')) feed[next.isPaused ? 'pause' : 'resume']();
    if (has('sort') || (has('filter') && next.sort)) void sorting.apply(next.sort, filtering.present);
    if (has('call')) this.#callChanged(next.call);
    if (has('tab')) polled.update(this.shownData);
    if (has('filter')) this.#findFirstCall();
    if (has('changes')) views.compare.setKinds(kindsOf(next));
    if (has('by') || has('ignore')) views.compare.setBy(next.by, next.ignore);
    if (has('direction') || has('weight')) views.calltree.setChoice(next.direction, next.weight);
    if (has('search')) views.protocols.setSearch(next.search);
    const asked = /** @type {const} */ (['filter', 'proxy', 'before', 'after', 'protocol', 'direction']);
    if (asked.some(has)) void polled.refresh();
    drawing.draw();
  }

  /** The list of calls has changed.
   * @param {import('../net/traffic-feed.js').Change} change @param {number} [added]  new rows */
  feedChanged(change, added) {
    const { feed, views, drawing, filtering, holding } = this.#parts;
    if (change === 'stale') return void feed.reload(views.traffic.anchor);
    if (change === 'replaced' || change === 'restarted') views.traffic.reset();
    // Its number may be that of another call now.
    if (change === 'restarted') {
      views.traffic.grid.setSelected(null);
      holding.clear();
    }
    if (change === 'replaced') this.#showNamedCall();
    if (change === 'failed' && feed.error && feed.error.position !== null) filtering.box.showError(feed.error);
    if (change !== 'status') views.traffic.update(added);
    this.#compareOpened();
    this.#findFirstCall();
    drawing.drawTraffic();
  }

  /** @param {Status | null} status null when the server does not answer */
  statusChanged(status) {
    const { feed, opened, server, views, polled, drawing, live, holding, filtering, sorting, navigation } = this.#parts;
    views.traffic.setFleet(server.isFleet);
    views.totals.update(status, server.rate);
    if (status?.running !== undefined) {
      views.tabs.setCount('running', status.running > 0 ? formatCount(status.running) : '');
    }
    live.statusChanged(status);
    holding.statusChanged(status);
    this.#askToDecide();
    // Whether the server has filters was not known when the list was asked for.
    if (status && feed.isFollowing && feed.filter !== filtering.present) {
      void this.loadTraffic();
      if (navigation.state.sort) void sorting.apply(navigation.state.sort, filtering.present);
    }
    if (status && feed.isLoaded && status.counters.evicted !== feed.evicted) void feed.refreshTotals();
    if (status) opened.serverAnswered();
    polled.update(this.shownData);
    drawing.draw();
  }

  /** A link may name a call: it is loaded together with the newest ones. */
  loadTraffic() {
    const { feed, filtering, navigation, server } = this.#parts;
    const { call } = navigation.state;
    return feed.load(filtering.present, server.isFleet ? call : parseEventId(call)?.number ?? null);
  }

  /** What has to be asked for on the present tab. */
  get shownData() {
    const { tab } = this.#parts.navigation.state;
    if (document.hidden) return [];
    // What is told of a fleet as a whole is told everywhere.
    return [...(tab === 'traffic' ? ['timeline', 'protocolBar'] : [tab]), 'programs'];
  }

  /** The stream tells the server that somebody decides on held calls; when that changes, it is opened anew. */
  #askToDecide() {
    const { feed, live, views } = this.#parts;
    if (live.allowed === this.#decides) return;
    this.#decides = live.allowed;
    if (!feed.isFollowing) return;
    feed.sleep();
    feed.wake(views.traffic.anchor);
  }

  #findFirstCall() {
    const { feed, firstCall, filtering } = this.#parts;
    void firstCall.find(filtering.present, feed.epoch);
  }

  /** @param {string | null} id */
  #callChanged(id) {
    const { opened, views, reveal } = this.#parts;
    views.flame.setSelected(id);
    if (id === null) return opened.close();
    void opened.open(id);
    void reveal(id);
  }

  #showNamedCall() {
    const { views, navigation } = this.#parts;
    const { call } = navigation.state;
    if (call) views.traffic.show(call);
  }

  #compareOpened() {
    const { feed, opened, server } = this.#parts;
    opened.compare(server.isFleet ? null : feed.epoch, feed.oldest);
    const call = feed.callWith(opened.id);
    if (call) opened.listed(call);
  }
}
