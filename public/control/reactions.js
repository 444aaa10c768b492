// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// What follows when the state of the page, the list of calls or the server's status changes.

import { parseEventId } from '../model/event-id.js';
import { formatCount } from '../model/format.js';
import { kindsOf } from '../model/page-state.js';

export class Reactions {
  #page;

  /** @param {object} page */
  constructor(page) {
    this.#page = page;
  }

  /** The address has changed, or a control has changed the state. */
  stateChanged(next, previous) {
    const { feed, polled, sorting, drawing, filter, views } = this.#page;
    const has = (name) => next[name] !== previous[name];
    if (has('filter')) void this.loadTraffic();
    if (has('isPaused')) feed[next.isPaused ? 'pause' : 'resume']();
    if (has('sort') || (has('filter') && next.sort)) void sorting.apply(next.sort, filter());
    if (has('call')) this.#callChanged(next.call);
    if (has('tab')) polled.update(this.shownData);
    if (has('filter')) this.findFirstCall();
    if (has('changes')) views.compare.setKinds(kindsOf(next));
    if (['filter', 'proxy', 'before', 'after'].some(has)) polled.refresh();
    drawing.draw();
  }

  /** The list of calls has changed. */
  feedChanged(change, detail) {
    const { feed, views, drawing, filtering } = this.#page;
    if (change === 'stale') return void feed.reload(views.traffic.grid.anchorKey);
    if (change === 'restarted') this.#page.local.hasRestarted = true;
    if (change === 'replaced' || change === 'restarted') views.traffic.reset();
    if (change === 'replaced') this.#showNamedCall();
    if (change === 'failed' && feed.error.position !== null) filtering.box.showError(feed.error);
    if (change !== 'status') views.traffic.update(detail);
    this.#compareOpened();
    this.findFirstCall();
    drawing.drawTraffic();
  }

  /** @param {object | null} status null when the server does not answer */
  statusChanged(status) {
    const { feed, poller, views, polled, drawing, fileMode, local } = this.#page;
    if (status && !fileMode.summary) local.isReplay = Boolean(status.replay);
    views.totals.update(status, poller.rate);
    if (status?.running !== undefined) {
      views.tabs.setCount('running', status.running > 0 ? formatCount(status.running) : '');
    }
    if (status && feed.isLoaded && status.counters.evicted !== feed.evicted) void feed.refreshTotals();
    polled.update(this.shownData);
    drawing.draw();
  }

  /** A link may name a call: it is loaded together with the newest ones. */
  loadTraffic() {
    const { feed, filter, state } = this.#page;
    return feed.load(filter(), parseEventId(state().call)?.number ?? null);
  }

  /** What has to be asked for on the present tab. */
  get shownData() {
    const { tab } = this.#page.state();
    if (document.hidden) return [];
    return tab === 'traffic' ? ['timeline', 'protocols'] : [tab];
  }

  /** Only a time that counts from the first call needs to know it. */
  findFirstCall() {
    const { feed, firstCall, filter, local } = this.#page;
    if (local.time === 'first') void firstCall.find(filter(), feed.epoch);
  }

  #callChanged(id) {
    const { opened, views, commands } = this.#page;
    views.flame.setSelected(id);
    if (id === null) {
      opened.close();
      return;
    }
    void opened.open(id);
    void commands.reveal(id);
  }

  #showNamedCall() {
    const { views, state } = this.#page;
    const id = parseEventId(state().call);
    if (id) views.traffic.show(id.number);
  }

  #compareOpened() {
    const { feed, opened } = this.#page;
    opened.compare(feed.epoch, feed.oldest);
    const call = feed.list.rowWith(parseEventId(opened.id)?.number ?? -1);
    if (call) opened.refreshed(call);
  }
}
