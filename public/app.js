// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Builds the page and connects its parts. This is the only module that knows all views.

import { Actions } from './control/actions.js';
import { createCommands, FLAME_STEP } from './control/commands.js';
import { Drawing } from './control/drawing.js';
import { FileMode } from './control/file-mode.js';
import { Filtering } from './control/filtering.js';
import { listenForShortcuts } from './control/keyboard.js';
import { Navigation } from './control/navigation.js';
import { createPageMenus, openCellMenu } from './control/page-menus.js';
import { PolledTabs } from './control/polled-tabs.js';
import { currentTheme, readPreference, setTheme, writePreference } from './control/preferences.js';
import { Reactions } from './control/reactions.js';
import { Sorting } from './control/sorting.js';
import { tabSources } from './control/tab-sources.js';
import { watchVisibility } from './control/visibility.js';
import { validChoice, withWidth } from './model/columns.js';
import { exactTerm } from './model/filter-tokens.js';
import { parseEventId } from './model/event-id.js';
import { kindsOf, TABS } from './model/page-state.js';
import { validTimeChoice } from './model/time-choice.js';
import { api } from './net/api.js';
import { createDataSource } from './net/data-source.js';
import { FirstCall } from './net/first-call.js';
import { OpenedCall } from './net/opened-call.js';
import { SharedStream } from './net/shared-stream.js';
import { SortedCalls } from './net/sorted-calls.js';
import { StatusPoller } from './net/status-poller.js';
import { TrafficFeed } from './net/traffic-feed.js';
import { createBannerView } from './views/banner-view.js';
import { copyText, saveFile } from './views/clipboard.js';
import { createCompareDetailsView } from './views/compare-details-view.js';
import { createCompareView } from './views/compare-view.js';
import { createDetailsView } from './views/details-view.js';
import { element } from './views/dom.js';
import { createEmptyView } from './views/empty-view.js';
import { createFilterBox } from './views/filter-box.js';
import { createFlameView } from './views/flame-view.js';
import { createHeaderTools } from './views/header-tools.js';
import { createHelpDialog } from './views/help-dialog.js';
import { createHistogramView } from './views/histogram-view.js';
import { createPanelView } from './views/panel-view.js';
import { createProtocolBar } from './views/protocol-bar.js';
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

const now = () => performance.now();
const lifetime = new AbortController();

/** What the parts know of each other. Filled below, used only once everything stands. */
const source = createDataSource(api, (options) => new SharedStream(options));
const page = {
  api: source.api,
  // What is neither in the address nor on the server.
  local: {
    columns: validChoice(readPreference('columns', {}), TRAFFIC_COLUMNS),
    time: validTimeChoice(readPreference('time', null)),
    hasRestarted: false,
    sortError: null,
    flameMost: FLAME_STEP,
    // Of the server, also while a file is shown.
    isReplay: false,
  },
  state: () => page.navigation.state,
  can: (feature) => page.poller.has(feature),
  /** The filter as far as the server has one. */
  filter: () => (page.can('filter') ? page.state().filter : ''),
  setRestarted(hasRestarted) {
    page.local.hasRestarted = hasRestarted;
    page.drawing.drawBanners();
  },
};
const command = (name) => (...values) => page.commands[name](...values);

page.reactions = new Reactions(page);
page.navigation = new Navigation((next, previous) => page.reactions.stateChanged(next, previous));
page.feed = new TrafficFeed({
  api: page.api,
  openStream: source.openStream,
  schedule: (run) => requestAnimationFrame(run),
  now,
  onChange: (change, detail) => page.reactions.feedChanged(change, detail),
});
page.opened = new OpenedCall({
  api: page.api,
  known: (id) => page.feed.list.rowWith(parseEventId(id)?.number),
  onChange: () => page.drawing.drawSide(),
});
page.poller = new StatusPoller({ api: page.api, now, onChange: (status) => page.reactions.statusChanged(status) });

page.firstCall = new FirstCall({ api: page.api, onChange: () => page.views.traffic.update() });
page.chooseTime = chooseTime;

const toast = createToastView();
page.say = toast.update;
page.actions = new Actions({ api: page.api, say: toast.update, copyText });
page.fileMode = new FileMode({
  source,
  say: toast.update,
  saveFile,
  onChange: () => void showOtherSource(),
  serverName: () => (page.local.isReplay ? 'the recording' : 'the live calls'),
});
page.filtering = new Filtering({
  api: page.api,
  createBox: createFilterBox,
  recentCalls: (most) => page.feed.list.newestRows(most),
  onMenu: (anchor) => page.views.filterMenu.open(anchor),
  onFilter: (filter, isFirst) => page.navigation[isFirst ? 'go' : 'replace']({ filter }),
});
page.views = createViews();
page.sorting = new Sorting({
  calls: new SortedCalls({ api: page.api }),
  view: page.views.traffic,
  columns: TRAFFIC_COLUMNS,
  onChange(error) {
    page.local.sortError = error;
    page.drawing.drawBanners();
  },
});
page.drawing = new Drawing(page);
page.commands = createCommands(page);
assemble();
start();

function createViews() {
  const { feed, navigation, filtering } = page;
  const onClose = command('close');
  return {
    traffic: createTrafficView({
      feed,
      firstStart: () => page.firstCall.start,
      onSelect: (call) => call && page.state().call && navigation.replace({ call: call.id }),
      onOpen: command('open'),
      onMenu: (call, column, point) => openCellMenu(page, call, column, point),
      onFollowChange: () => page.drawing.drawTraffic(),
      onSort: (column) => navigation.go({ sort: page.sorting.next(page.state().sort, column) }),
      onResize: (id, width) => chooseColumns(withWidth(page.local.columns, id, width)),
    }),
    histogram: createHistogramView({
      onBrush: (range) => page.can('filter') && filtering.narrowToRange(page.state().filter, range),
    }),
    protocols: createProtocolBar({
      onToggle: (name) => filtering.narrow(page.state().filter, 'protocol', name && exactTerm('protocol', name)),
    }),
    empty: createEmptyView({ onClearFilter: () => navigation.go({ filter: '' }) }),
    selectors: createSelectorsView({ onOpen: (row) => navigation.replace({ selector: selectorKey(row) }) }),
    proxies: createProxiesView({ onOpen: ({ id }) => navigation.replace({ proxy: String(id) }) }),
    running: createRunningView({ onOpen: command('open') }),
    unanswered: createUnansweredView({ onOpen: command('showUnansweredOf') }),
    compare: createCompareView({
      onChoose: (choice) => navigation.go(choice),
      onOpen: (row) => navigation.replace({ selector: selectorKey(row) }),
    }),
    flame: createFlameView({ onOpen: command('open'), onOlder: command('olderFlames') }),
    details: createDetailsView({
      onClose,
      onGo: (id) => navigation.go({ call: id }),
      onStep: (direction) => page.commands[`${direction}Same`](),
      onCopy: (anchor) => page.views.copyMenu.open(anchor),
      onMark: command('mark'),
      onComment: command('comment'),
      onFilter: (key, term) => filtering.narrow(page.state().filter, key, term),
      onLoadText: page.api.argumentText,
    }),
    selectorDetails: createSelectorDetailsView({
      onClose,
      onShowCalls: command('showCallsOf'),
      canFilter: () => page.can('filter'),
    }),
    compareDetails: createCompareDetailsView({
      onClose,
      onShowCalls: command('showComparedCalls'),
      canFilter: () => page.can('filter'),
    }),
    proxyDetails: createProxyDetailsView({
      onClose,
      onShowCalls: command('showCallsOfProxy'),
      canFilter: () => page.can('filter'),
    }),
    banners: createBannerView(),
    totals: createTotalsBar(),
    help: createHelpDialog(),
    headerTools: createHeaderTools({ theme: currentTheme, onTheme: changeTheme, onHelp: command('help') }),
    toolbar: createToolbarView({ filterBox: filtering.box.element, command }),
    ...createPageMenus(page, { command, onColumns: chooseColumns }),
  };
}

/** Puts the views into the frame that `index.html` has already drawn. */
function assemble() {
  const { views } = page;
  views.traffic.element.append(views.empty.element);
  views.traffic.grid.setColumnChoice(page.local.columns);
  views.traffic.setTime(page.local.time);
  const contents = {
    traffic: [
      'Traffic',
      element(
        'div',
        { class: 'stack' },
        views.histogram.element,
        views.protocols.element,
        views.traffic.element,
      ),
      'list of calls',
    ],
    selectors: ['Selectors', views.selectors.element, 'statistics of selectors'],
    proxies: ['Proxies', views.proxies.element, 'list of proxies'],
    running: ['Running', views.running.element, 'list of running calls'],
    unanswered: ['Unanswered', views.unanswered.element, 'list of unanswered calls'],
    flame: ['Flame chart', views.flame.element, 'list of calls'],
    compare: ['Compare', views.compare.element, 'comparison of runs'],
  };
  page.panels = Object.fromEntries(
    TABS.map((id) => [id, createPanelView({ content: contents[id][1], missing: contents[id][2] })]),
  );
  page.side = element(
    'div',
    { class: 'side' },
    views.details.element,
    views.selectorDetails.element,
    views.proxyDetails.element,
    views.compareDetails.element,
  );
  views.tabs = createTabsView({
    tabs: TABS.map((id) => ({ id, title: contents[id][0], panel: page.panels[id].element })),
    onChange: (tab) => page.navigation.go({ tab }),
  });
  views.split = createSplitView({
    main: element('div', { class: 'page__panels' }, ...TABS.map((id) => page.panels[id].element)),
    side: page.side,
    share: readPreference('split', 0.4),
    onResize: (share) => writePreference('split', share),
  });
  page.polled = new PolledTabs({ tabs: tabSources(page), has: page.can });
  const { tabs, headerTools, toolbar, banners, split, totals, help } = views;
  const menus = [views.copyMenu, views.cellMenu, views.filterMenu, views.columnMenu, views.exportMenu];
  document.querySelector('#header').append(
    tabs.element,
    element('span', { class: 'page__spring' }),
    headerTools.element,
  );
  document.querySelector('#toolbar').append(toolbar.element);
  document.querySelector('#main').append(banners.element, split.element);
  document.querySelector('#totals').append(totals.element);
  // What opens over the page belongs to a landmark all the same.
  document.querySelector('#main').append(...menus.map((menu) => menu.element));
  document.body.append(toast.element, help.element);
}

async function start() {
  const { feed, drawing, views } = page;
  const { signal } = lifetime;
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', views.flame.repaint, { signal });
  listenForShortcuts(page.commands, signal);
  page.fileMode.listen(signal);
  watchVisibility({ signal, onSleep: sleep, onWake: wake });
  // A banner may be counting down.
  setInterval(() => feed.stream?.phase === 'waiting' && drawing.drawBanners(), 500);
  if (page.state().isPaused) feed.pause();
  views.compare.setKinds(kindsOf(page.state()));
  page.fileMode.openEmbedded();
  drawing.draw();
  await load();
}

async function load() {
  const { poller, opened, reactions } = page;
  // What the server can do decides how it is asked. Its answer also starts what is polled on this tab.
  await poller.refresh();
  void reactions.loadTraffic();
  if (page.state().call) void opened.open(page.state().call);
  if (page.state().sort) void page.sorting.apply(page.state().sort, page.filter());
}

/** The calls come from a file now, or from the server again. */
async function showOtherSource() {
  page.navigation.go({ tab: 'traffic', filter: '', call: null, proxy: null, selector: null, sort: null });
  page.setRestarted(false);
  page.feed.forgetRun();
  page.polled.stop();
  await load();
}

function sleep() {
  page.feed.sleep();
  page.poller.stop();
  page.polled.stop();
}

function wake() {
  page.feed.wake(page.views.traffic.grid.anchorKey);
  page.poller.start();
  page.polled.update(page.reactions.shownData);
}

function chooseColumns(choice) {
  page.local.columns = choice;
  writePreference('columns', choice);
  page.views.traffic.grid.setColumnChoice(choice);
  page.views.columnMenu.update();
}

function chooseTime(time) {
  page.local.time = time;
  writePreference('time', time);
  page.views.traffic.setTime(time);
  page.reactions.findFirstCall();
}

function changeTheme(theme) {
  setTheme(theme);
  page.views.flame.repaint();
}
