// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Builds the page and connects its parts. This is the only module that knows all views.

import { Actions } from './control/actions.js';
import { Filtering } from './control/filtering.js';
import { listenForShortcuts } from './control/keyboard.js';
import { columnMenuItems, copyMenuItems, exportMenuItems } from './control/menus.js';
import { Navigation } from './control/navigation.js';
import { PolledTabs } from './control/polled-tabs.js';
import { currentTheme, readPreference, setTheme, writePreference } from './control/preferences.js';
import { Sorting } from './control/sorting.js';
import { watchVisibility } from './control/visibility.js';
import { bannersOf } from './model/banners.js';
import { emptyChoice, validChoice, withShown, withWidth } from './model/columns.js';
import { curlCommand } from './model/copy-text.js';
import { parseEventId } from './model/event-id.js';
import { filterTerm } from './model/filter-tokens.js';
import { formatCount } from './model/format.js';
import { TABS } from './model/page-state.js';
import { timelineOf } from './model/timeline.js';
import { api, listAddress, recordAddress } from './net/api.js';
import { collectCalls } from './net/collected-calls.js';
import { OpenedCall } from './net/opened-call.js';
import { SharedStream } from './net/shared-stream.js';
import { SortedCalls } from './net/sorted-calls.js';
import { StatusPoller } from './net/status-poller.js';
import { TrafficFeed } from './net/traffic-feed.js';
import { createBannerView } from './views/banner-view.js';
import { copyText, saveFile } from './views/clipboard.js';
import { createDetailsView } from './views/details-view.js';
import { element } from './views/dom.js';
import { createEmptyView } from './views/empty-view.js';
import { createFilterBox } from './views/filter-box.js';
import { createFlameView } from './views/flame-view.js';
import { createHeaderTools } from './views/header-tools.js';
import { createHelpDialog } from './views/help-dialog.js';
import { createHistogramView } from './views/histogram-view.js';
import { createMenu } from './views/menu-view.js';
import { createPanelView } from './views/panel-view.js';
import { createProxiesView } from './views/proxies-view.js';
import { createProxyDetailsView } from './views/proxy-details-view.js';
import { createRunningView } from './views/running-view.js';
import { createSelectorDetailsView } from './views/selector-details-view.js';
import { createSelectorsView, selectorKey } from './views/selectors-view.js';
import { createSplitView } from './views/split-view.js';
import { createTabsView } from './views/tabs-view.js';
import { createToastView } from './views/toast-view.js';
import { createToolbarView } from './views/toolbar-view.js';
import { createTotalsBar } from './views/totals-bar.js';
import { TRAFFIC_COLUMNS } from './views/traffic-columns.js';
import { createTrafficView } from './views/traffic-view.js';
import { createUnansweredView } from './views/unanswered-view.js';

const TITLES = { traffic: 'Traffic', selectors: 'Selectors', proxies: 'Proxies', running: 'Running', unanswered: 'Unanswered', flame: 'Flame chart' };
const FLAME_STEP = 2000;
const lifetime = new AbortController();

// What the page knows that is neither in its address nor on the server.
const local = { columns: validChoice(readPreference('columns', {}), TRAFFIC_COLUMNS), hasRestarted: false, sortError: null, flameMost: FLAME_STEP };

const navigation = new Navigation(stateChanged);
const state = () => navigation.state;
const can = (feature) => poller.has(feature);
const filterForServer = () => (can('filter') ? state().filter : '');

// Data.
const feed = new TrafficFeed({
  api,
  openStream: (options) => new SharedStream(options),
  schedule: (run) => requestAnimationFrame(run),
  now: () => performance.now(),
  onChange: feedChanged,
});
const opened = new OpenedCall({ api, known: (id) => feed.list.rowWith(parseEventId(id)?.number), onChange: () => drawSide() });
const poller = new StatusPoller({ api, now: () => performance.now(), onChange: statusChanged });
const sortedCalls = new SortedCalls({ api });

// Views.
const toast = createToastView();
const actions = new Actions({ api, say: toast.update, copyText, saveFile });
const filtering = new Filtering({
  api,
  createBox: createFilterBox,
  recentCalls: (most) => feed.list.newestRows(most),
  onFilter: (filter, isFirst) => navigation[isFirst ? 'go' : 'replace']({ filter }),
});
const traffic = createTrafficView({
  feed,
  onSelect: (call) => call && state().call && navigation.replace({ call: call.id }),
  onOpen: (call) => navigation[state().call ? 'replace' : 'go']({ call: call.id }),
  onFollowChange: () => drawToolbar(),
  onSort: (column) => navigation.go({ sort: sorting.next(state().sort, column) }),
  onResize: (id, width) => chooseColumns(withWidth(local.columns, id, width)),
});
const sorting = new Sorting({
  calls: sortedCalls,
  view: traffic,
  columns: TRAFFIC_COLUMNS,
  onChange: (error) => {
    local.sortError = error;
    drawBanners();
  },
});
const histogram = createHistogramView({ onBrush: (range) => filtering.narrowToRange(state().filter, range) });
const empty = createEmptyView({ onClearFilter: () => navigation.go({ filter: '' }) });
const openCall = (call) => navigation[state().call ? 'replace' : 'go']({ call: call.id });
const lists = {
  selectors: createSelectorsView({ onOpen: (row) => navigation.replace({ selector: selectorKey(row) }) }),
  proxies: createProxiesView({ onOpen: (proxy) => navigation.replace({ proxy: String(proxy.id) }) }),
  running: createRunningView({ onOpen: openCall }),
  unanswered: createUnansweredView({ onOpen: showCallsOf }),
  flame: createFlameView({ onOpen: openCall, onOlder: showOlderFlames }),
};
const details = createDetailsView({
  onClose: commandClose,
  onGo: (id) => navigation.go({ call: id }),
  onStep: stepToSame,
  onCopy: (anchor) => copyMenu.open(anchor),
  onMark: commandMark,
  onFilter: (key, value) => filtering.narrow(state().filter, key, value),
  onLoadText: api.argumentText,
});
const selectorDetails = createSelectorDetailsView({ onClose: commandClose, onShowCalls: showCallsOf, canFilter: () => can('filter') });
const proxyDetails = createProxyDetailsView({ onClose: commandClose });
const side = element('div', { class: 'side' }, details.element, selectorDetails.element, proxyDetails.element);
const banners = createBannerView();
const totals = createTotalsBar();
const help = createHelpDialog();
const headerTools = createHeaderTools({ theme: currentTheme, onTheme: changeTheme, onHelp: help.open });

const copyMenu = createMenu({
  label: 'Copy the call',
  items: copyMenuItems({
    call: () => opened.call,
    linkOf: (call) => navigation.addressOf({ call: call.id }),
    addressOf: (call) => absolute(recordAddress(call.id)),
    copy: (text, what) => actions.copy(text, what),
  }),
});
const columnMenu = createMenu({
  label: 'Columns',
  items: columnMenuItems({
    columns: TRAFFIC_COLUMNS,
    choice: () => local.columns,
    onToggle: (id, isShown) => chooseColumns(withShown(local.columns, id, isShown)),
    onReset: () => chooseColumns(emptyChoice()),
  }),
});
const exportMenu = createMenu({
  label: 'Export',
  items: exportMenuItems({
    onExport: (format) => actions.export(format, { filter: filterForServer(), counters: poller.status?.counters ?? null }),
    onCopyCurl: () => actions.copy(curlCommand(absolute(listAddress({ filter: filterForServer(), limit: 1000 }))), 'curl command'),
  }),
});

const commands = {
  pause: () => navigation.replace({ isPaused: !state().isPaused }),
  follow: commandFollow,
  close: commandClose,
  mark: commandMark,
  previousSame: () => stepToSame('previous'),
  nextSame: () => stepToSame('next'),
  copy: () => (opened.call && isShown('call') ? copyMenu.open(details.copyButton) : false),
  focusFilter: () => filtering.box.focus(),
  help: () => help.open(),
  tab: ({ key }) => navigation.go({ tab: TABS[Number(key) - 1] }),
  selectNext: () => (state().tab === 'traffic' ? traffic.grid.moveSelection(1) : false),
  selectPrevious: () => (state().tab === 'traffic' ? traffic.grid.moveSelection(-1) : false),
  toggleRecording: () => setRecording(poller.status?.recording === false),
  record: () => setRecording(true),
  clear: () => actions.clear(),
  columns: (event) => columnMenu.open(event.currentTarget),
  export: (event) => exportMenu.open(event.currentTarget),
  copyLink: () => actions.copy(navigation.addressOf({}), 'Link'),
  reload: () => feed.reload(traffic.grid.anchorKey),
  retry: () => feed.retryStream(),
  dismissRestart: () => setRestarted(false),
  refreshSort: () => sorting.apply(state().sort, filterForServer()),
  unsort: () => navigation.go({ sort: null }),
};
const toolbar = createToolbarView({ filterBox: filtering.box.element, commands });

const panels = {
  traffic: createPanelView({ content: element('div', { class: 'stack' }, histogram.element, traffic.element), missing: 'list of calls' }),
  selectors: createPanelView({ content: lists.selectors.element, missing: 'statistics of selectors' }),
  proxies: createPanelView({ content: lists.proxies.element, missing: 'list of proxies' }),
  running: createPanelView({ content: lists.running.element, missing: 'list of running calls' }),
  unanswered: createPanelView({ content: lists.unanswered.element, missing: 'list of unanswered calls' }),
  flame: createPanelView({ content: lists.flame.element, missing: 'calls to draw' }),
};
const polled = new PolledTabs({
  has: can,
  onError: () => {},
  tabs: {
    timeline: {
      feature: 'timeline', interval: 1500, onAvailable: histogram.setAvailable,
      load: (signal) => api.timeline({ buckets: histogram.bucketCount, filter: filtering.withoutRange(filterForServer()) }, signal),
      onData: (reply) => histogram.update(timelineOf(reply)),
    },
    selectors: {
      feature: 'selectors', interval: 2000, onAvailable: panels.selectors.update,
      load: (signal) => api.selectors({ filter: filterForServer() }, signal),
      onData: ({ items }) => {
        lists.selectors.update(items);
        drawSide();
      },
    },
    proxies: {
      feature: 'proxies', interval: 2000, onAvailable: panels.proxies.update,
      load: loadProxies,
      onData: ({ items, opened: proxy }) => {
        lists.proxies.update(items);
        if (proxy) proxyDetails.update(proxy);
        drawSide();
      },
    },
    running: {
      feature: 'running', interval: 500, onAvailable: panels.running.update, load: api.running,
      onData: ({ items }) => {
        lists.running.update(items);
        tabs.setCount('running', items.length > 0 ? formatCount(items.length) : '');
      },
    },
    unanswered: {
      feature: 'unanswered', interval: 2000, onAvailable: panels.unanswered.update, load: api.unanswered,
      onData: ({ items }) => lists.unanswered.update(items),
    },
    flame: {
      feature: 'invocations', interval: 1000, onAvailable: panels.flame.update,
      load: (signal) => (state().isPaused ? null : collectCalls(api, { filter: filterForServer(), most: local.flameMost, signal })),
      onData: (reply) => reply && lists.flame.update(reply.calls, reply),
    },
  },
});
const tabs = createTabsView({
  tabs: TABS.map((id) => ({ id, title: TITLES[id], panel: panels[id].element })),
  onChange: (tab) => navigation.go({ tab }),
});
const split = createSplitView({
  main: element('div', { class: 'page__panels' }, ...TABS.map((id) => panels[id].element)),
  side,
  share: readPreference('split', 0.4),
  onResize: (share) => writePreference('split', share),
});

// Changes.
function stateChanged(next, previous) {
  const has = (name) => next[name] !== previous[name];
  if (has('filter')) void loadTraffic();
  if (has('isPaused')) feed[next.isPaused ? 'pause' : 'resume']();
  if (has('sort') || (has('filter') && next.sort)) void sorting.apply(next.sort, filterForServer());
  if (has('call')) showCall(next.call);
  if (has('tab') || has('filter')) polled.update(shownData());
  if (has('filter') || has('proxy')) polled.refresh();
  draw();
}

function feedChanged(change, detail) {
  if (change === 'stale') return void feed.reload(traffic.grid.anchorKey);
  if (change === 'restarted') local.hasRestarted = true;
  if (change === 'replaced' || change === 'restarted') traffic.reset();
  if (change === 'replaced' && state().call) traffic.show(parseEventId(state().call).number);
  if (change === 'failed' && feed.error.position !== null) filtering.box.showError(feed.error);
  if (change !== 'status') traffic.update(detail);
  opened.compare(feed.epoch, feed.oldest);
  const call = opened.id && feed.list.rowWith(parseEventId(opened.id).number);
  if (call) opened.refreshed(call);
  drawEmpty();
  drawToolbar();
  drawBanners();
}

function statusChanged(status) {
  totals.update(status, poller.rate);
  if (status && status.counters.evicted !== feed.evicted) void feed.refreshTotals();
  polled.update(shownData());
  draw();
}

/** A link may name a call: it is loaded together with the newest ones. */
function loadTraffic() {
  const id = parseEventId(state().call);
  return feed.load(filterForServer(), id?.number ?? null);
}

function showCall(id) {
  if (id === null) {
    opened.close();
    lists.flame.setSelected(null);
    return;
  }
  void opened.open(id);
  lists.flame.setSelected(id);
  const { number } = parseEventId(id);
  const isHeld = traffic.show(number);
  if (!isHeld && feed.isLoaded && parseEventId(id).epoch === feed.epoch) void feed.reload(number).then(() => traffic.show(number));
}

// Commands.
function commandFollow() {
  if (state().sort && state().sort !== '-time') navigation.go({ sort: null });
  if (state().tab !== 'traffic') navigation.go({ tab: 'traffic' });
  traffic.grid.follow();
}

function commandClose() {
  const kind = sideKind();
  if (kind === null) return false;
  const hadFocus = side.contains(document.activeElement);
  navigation.go({ [kind]: null });
  if (hadFocus) focusList();
  return true;
}

function commandMark() {
  if (!opened.call || !can('marks')) return false;
  void actions.mark(opened.call).then((changed) => changed && opened.refreshed({ id: opened.id, ...changed }));
  return true;
}

function stepToSame(direction) {
  const id = opened.call?.[direction];
  if (!id) return false;
  navigation.replace({ call: typeof id === 'string' ? id : id.id });
  return true;
}

async function setRecording(isRecording) {
  await actions.setRecording(isRecording);
  await poller.refresh();
}

function showCallsOf({ protocol, selector }) {
  if (!can('filter')) return;
  navigation.go({ tab: 'traffic', filter: `${filterTerm('protocol', protocol)} ${filterTerm('selector', selector)}`, sort: null });
}

function showOlderFlames() {
  local.flameMost += FLAME_STEP;
  polled.refresh();
}

function chooseColumns(choice) {
  local.columns = choice;
  writePreference('columns', choice);
  traffic.grid.setColumnChoice(choice);
  columnMenu.update();
}

function changeTheme(theme) {
  setTheme(theme);
  lists.flame.repaint();
}

function setRestarted(hasRestarted) {
  local.hasRestarted = hasRestarted;
  drawBanners();
}

async function loadProxies(signal) {
  const { proxy } = state();
  const reply = await api.proxies(signal);
  const isAlive = proxy !== null && reply.items.some(({ id }) => String(id) === proxy);
  return { ...reply, opened: isAlive ? await api.proxy(proxy, signal) : null };
}

// Drawing.
function draw() {
  tabs.update(state().tab);
  filtering.box.update({ filter: state().filter, isAvailable: poller.status === null || can('filter') });
  histogram.setRange(filtering.rangeOf(state().filter));
  headerTools.update({ phase: feed.stream?.phase ?? 'connecting', isPaused: state().isPaused });
  drawEmpty();
  drawToolbar();
  drawBanners();
  drawSide();
}

function drawToolbar() {
  headerTools.update({ phase: feed.stream?.phase ?? 'connecting', isPaused: state().isPaused });
  toolbar.update({
    isPaused: state().isPaused,
    isFollowing: traffic.grid.isFollowing,
    isRecording: poller.status?.recording ?? null,
    matched: feed.list.total,
    stored: Math.max(feed.stored, feed.list.total),
    isFiltered: feed.filter !== '',
    isLoaded: feed.isLoaded,
    can: { recorder: can('recorder'), clear: can('clear') },
  });
}

function drawBanners() {
  const stored = bannersOf({
    stream: feed.stream,
    isLoaded: feed.isLoaded,
    isPaused: state().isPaused,
    waiting: feed.waiting,
    isRecording: poller.status?.recording ?? null,
    canRecord: can('recorder'),
    hasRestarted: local.hasRestarted,
    problem: problemText(),
    sorted: sorting.summary,
    now: Date.now(),
  });
  for (const [name, banner] of Object.entries(stored)) {
    const buttons = banner?.actions?.map(({ label, command }) => ({ label, run: commands[command] }));
    banners.update(name, banner && { ...banner, actions: buttons });
  }
}

function problemText() {
  if (local.sortError) return `The calls could not be sorted: ${local.sortError.message}`;
  if (!feed.error || feed.error.position !== null || !feed.isLoaded) return null;
  return feed.error.status === 0 ? null : `The calls could not be listed: ${feed.error.message}`;
}

function drawEmpty() {
  if (feed.list.total > 0) empty.update(null);
  else if (feed.isLoaded) empty.update(feed.filter && feed.stored > 0 ? 'unmatched' : poller.status?.counters.recorded > 0 ? 'cleared' : 'first');
  else empty.update(feed.error ? (feed.error.position !== null ? 'unmatched' : 'unreachable') : 'loading');
}

/** Which of the page's details belong beside the tab that is shown. @returns {'call' | 'selector' | 'proxy' | null} */
function sideKind() {
  const { tab, call, selector, proxy } = state();
  if (tab === 'selectors') return selector && lists.selectors.rowWith(selector) ? 'selector' : null;
  if (tab === 'proxies') return proxy && lists.proxies.rowWith(proxy) ? 'proxy' : null;
  return call && tab !== 'unanswered' ? 'call' : null;
}

const isShown = (kind) => sideKind() === kind;

function drawSide() {
  const kind = sideKind();
  details.element.hidden = kind !== 'call';
  selectorDetails.element.hidden = kind !== 'selector';
  proxyDetails.element.hidden = kind !== 'proxy';
  if (kind === 'call') details.update(opened, { marks: can('marks'), filter: can('filter') });
  if (kind === 'selector') selectorDetails.update(lists.selectors.rowWith(state().selector));
  if (kind === 'proxy') {
    lists.proxies.setSelected(state().proxy);
    proxyDetails.showRow(lists.proxies.rowWith(state().proxy));
  }
  split.update(kind !== null);
}

function focusList() {
  const { tab } = state();
  if (tab === 'traffic') traffic.grid.focus();
  else lists[tab].focus();
}

/** What has to be asked for on the present tab. */
function shownData() {
  if (document.hidden) return [];
  return state().tab === 'traffic' ? ['timeline'] : [state().tab];
}

const absolute = (address) => new URL(address, location.href).href;

// Start.
traffic.element.append(empty.element);
traffic.grid.setColumnChoice(local.columns);
document.querySelector('#header').append(tabs.element, element('span', { class: 'page__spring' }), headerTools.element);
document.querySelector('#toolbar').append(toolbar.element);
document.querySelector('#main').append(banners.element, split.element);
document.querySelector('#totals').append(totals.element);
document.body.append(toast.element, help.element, copyMenu.element, columnMenu.element, exportMenu.element);
panels.traffic.update(true);
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => lists.flame.repaint(), { signal: lifetime.signal });
listenForShortcuts(commands, lifetime.signal);
watchVisibility({
  signal: lifetime.signal,
  onSleep() {
    feed.sleep();
    poller.stop();
    polled.stop();
  },
  onWake() {
    feed.wake(traffic.grid.anchorKey);
    poller.start();
    polled.update(shownData());
  },
});
// Banners that count down.
setInterval(() => feed.stream?.phase === 'waiting' && drawBanners(), 500);
if (state().isPaused) feed.pause();
draw();
if (state().call) void opened.open(state().call);
// What the server can do decides how it is asked.
await poller.refresh();
void loadTraffic();
void sorting.apply(state().sort, filterForServer());
