// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Builds the page and connects its parts. This is the only module that knows all views.

import { fragmentFromState, stateFromFragment } from './model/page-state.js';
import { recordId, parseEventId } from './model/event-id.js';
import { formatCount, formatQuantity } from './model/format.js';
import { api } from './net/api.js';
import { OpenedCall } from './net/opened-call.js';
import { SharedStream } from './net/shared-stream.js';
import { StatusPoller } from './net/status-poller.js';
import { TrafficFeed } from './net/traffic-feed.js';
import { currentTheme, readPreference, setTheme, writePreference } from './preferences.js';
import { createBannerView } from './views/banner-view.js';
import { createDetailsView } from './views/details-view.js';
import { element } from './views/dom.js';
import { createEmptyView } from './views/empty-view.js';
import { createSplitView } from './views/split-view.js';
import { createTabsView } from './views/tabs-view.js';
import { createTotalsBar } from './views/totals-bar.js';
import { createTrafficView } from './views/traffic-view.js';

const state = stateFromFragment(location.hash);

const feed = new TrafficFeed({
  api,
  openStream: (options) => new SharedStream(options),
  schedule: (run) => requestAnimationFrame(run),
  now: () => performance.now(),
  onChange: feedChanged,
});
const opened = new OpenedCall({ api, onChange: openedChanged });
const poller = new StatusPoller({ api, onChange: statusChanged });

const traffic = createTrafficView({
  feed,
  onSelect: (call) => opened.id && openCall(call.id, call),
  onOpen: (call) => openCall(call.id, call),
  onFollowChange() {},
  onResize() {},
});
const details = createDetailsView({
  onClose: closeCall,
  onGo: (id) => openCall(id, null),
  onStep: (direction) => opened.call?.[direction] && openCall(opened.call[direction], null),
  onCopy() {},
  onLoadText: api.argumentText,
});
const empty = createEmptyView({ onClearFilter: () => feed.load('') });
const banners = createBannerView();
const totals = createTotalsBar();
traffic.element.append(empty.element);
const split = createSplitView({
  main: traffic.element,
  side: details.element,
  share: readPreference('split', 0.42),
  onResize: (share) => writePreference('split', share),
});
const panels = [{ id: 'traffic', title: 'Traffic', panel: element('div', { class: 'page__panel' }, split.element) }];
const tabs = createTabsView({ tabs: panels, onChange: () => {} });

document.querySelector('#header').append(tabs.element);
document.querySelector('#main').append(banners.element, element('div', { class: 'page__panels' }, ...panels.map(({ panel }) => panel)));
document.querySelector('#totals').append(totals.element);
tabs.update('traffic');
split.update(false);
empty.update('loading');

function openCall(id, known) {
  split.update(true);
  void opened.open(id, known, feed.epoch);
}

function closeCall() {
  opened.close();
  split.update(false);
  traffic.grid.focus();
}

function openedChanged() {
  details.update(opened);
}

function statusChanged(status) {
  totals.update(status, poller.rate);
}

function feedChanged(change, detail) {
  if (change === 'stale') void feed.reload(traffic.grid.anchorKey);
  if (change === 'replaced' || change === 'restarted') traffic.reset();
  traffic.update(detail);
  empty.update(feed.list.total > 0 ? null : feed.isLoaded ? 'first' : feed.error ? 'unreachable' : 'loading');
}

void feed.load(state.filter);
void poller.start();
