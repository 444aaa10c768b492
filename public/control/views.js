// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Builds all views of the page, connects them with the commands, and puts them into the frame that `index.html` has
// drawn. This is the only module that knows all views.

import { exactTerm } from '../model/filter-tokens.js';
import { TABS } from '../model/page-state.js';
import { proxyKey } from '../model/proxy-state.js';
import { createCaptureDialog } from '../views/capture-dialog.js';
import { BacktraceChoice } from '../net/backtrace-choice.js';
import { CallTreeView } from '../views/call-tree-view.js';
import { createCompareDetailsView } from '../views/compare-details-view.js';
import { CompareView } from '../views/compare-view.js';
import { DetailsView } from '../views/details-view.js';
import { element } from '../views/dom.js';
import { createEmptyView } from '../views/empty-view.js';
import { FlameView } from '../views/flame-view.js';
import { createHeaderTools } from '../views/header-tools.js';
import { createHeldStrip } from '../views/held-strip.js';
import { createHelpDialog } from '../views/help-dialog.js';
import { HistogramView } from '../views/histogram-view.js';
import { createBannerView } from '../views/notices.js';
import { ProtocolBar } from '../views/protocol-bar.js';
import { createProtocolDetailsView } from '../views/protocol-details-view.js';
import { createProgramsView } from '../views/programs-view.js';
import { ProtocolsView } from '../views/protocols-view.js';
import { createProxiesView } from '../views/proxies-view.js';
import { createProxyDetailsView } from '../views/proxy-details-view.js';
import { createRuleDetailsView } from '../views/rule-details-view.js';
import { createRulesView } from '../views/rules-view.js';
import { createRunningView } from '../views/running-view.js';
import { createSelectorDetailsView } from '../views/selector-details-view.js';
import { createSelectorsView, selectorKey } from '../views/selectors-view.js';
import { createSplitView } from '../views/split-view.js';
import { createTabsView } from '../views/tabs-view.js';
import { createToolbarView } from '../views/toolbar-view.js';
import { createTotalsBar } from '../views/totals-bar.js';
import { TrafficView } from '../views/traffic-view.js';
import { createUnansweredView } from '../views/unanswered-view.js';
import { createMenus } from './menus.js';
import { currentTheme, readPreference, writePreference } from './preferences.js';

/**
 * A command by its name, for views that are made before it.
 * @typedef {<Name extends keyof import('./commands.js').Commands>(name: Name) =>
 *   import('./commands.js').Commands[Name]} CommandOf
 *
 * @typedef {object} Views
 * @property {TrafficView} traffic
 * @property {HistogramView} histogram
 * @property {ProtocolBar} protocolBar
 * @property {ReturnType<typeof createEmptyView>} empty
 * @property {ReturnType<typeof createSelectorsView>} selectors
 * @property {ReturnType<typeof createProxiesView>} proxies
 * @property {ReturnType<typeof createRunningView>} running
 * @property {ReturnType<typeof createUnansweredView>} unanswered
 * @property {FlameView} flame
 * @property {CallTreeView} calltree
 * @property {CompareView} compare
 * @property {ProtocolsView} protocols
 * @property {ReturnType<typeof createRulesView>} rules
 * @property {ReturnType<typeof createProgramsView>} programs
 * @property {ReturnType<typeof createHeldStrip>} held
 * @property {DetailsView} details
 * @property {ReturnType<typeof createSelectorDetailsView>} selectorDetails
 * @property {ReturnType<typeof createProxyDetailsView>} proxyDetails
 * @property {ReturnType<typeof createCompareDetailsView>} compareDetails
 * @property {ReturnType<typeof createProtocolDetailsView>} protocolDetails
 * @property {ReturnType<typeof createRuleDetailsView>} ruleDetails
 * @property {HTMLElement} side  the details, of which one at most is shown
 * @property {ReturnType<typeof createSplitView>} split
 * @property {ReturnType<typeof createTabsView>} tabs
 * @property {ReturnType<typeof createBannerView>} banners
 * @property {ReturnType<typeof createTotalsBar>} totals
 * @property {ReturnType<typeof createHelpDialog>} help
 * @property {ReturnType<typeof createCaptureDialog>} captureDialog
 * @property {ReturnType<typeof createHeaderTools>} headerTools
 * @property {ReturnType<typeof createToolbarView>} toolbar
 * @property {Menu} copyMenu
 * @property {Menu} columnMenu
 * @property {Menu} exportMenu
 * @property {Menu} filterMenu
 * @property {ReturnType<typeof createMenus>['openSwitchMenu']} openSwitchMenu
 *
 * @typedef {ReturnType<typeof import('../views/menu-view.js').createMenu>} Menu
 *
 * @typedef {import('./menus.js').MenuParts & Pick<import('../app.js').Parts, 'api' | 'feed' | 'firstCall'> & {
 *   onFollowChange: () => void }} ViewParts
 */

/** @param {ViewParts} parts @returns {Views} */
export function createViews(parts) {
  const { api, feed, firstCall, navigation, filtering, server, settings, command, onFollowChange } = parts;
  const { openCellMenu, cellMenu, openSwitchMenu, switchMenu, openSelectorMenu, selectorMenu, ...menus } =
    createMenus(parts);
  const inFilter = { onClose: command('close'), canFilter: () => filtering.isAvailable };
  /** @type {TrafficView} */
  const traffic = new TrafficView({
    feed,
    firstStart: () => firstCall.start,
    onSelect: command('select'),
    onOpen: command('open'),
    onOpenEvent: command('openEvent'),
    onMenu: (call, column, point) => openCellMenu(traffic.grid.element, call, column, point),
    onFollowChange,
    onSort: command('sortBy'),
    onResize: command('resizeColumn'),
  });
  const sides = {
    details: new DetailsView({
      onClose: command('close'),
      onGo: (id) => navigation.go({ call: id }),
      onStep: (direction) => command(`${direction}Same`)(),
      onCopy: (anchor) => menus.copyMenu.open(anchor),
      onMark: command('mark'),
      onComment: command('comment'),
      onFilter: (key, term, within) => filtering.narrow(key, term, within),
      onShowTrace: command('showTrace'),
      onLoadText: api.argumentText,
      backtraces: new BacktraceChoice({ api, epoch: () => server.status?.epoch ?? null }),
    }),
    selectorDetails: createSelectorDetailsView({ ...inFilter, onShowCalls: command('showCallsOf') }),
    proxyDetails: createProxyDetailsView({ ...inFilter, onShowCalls: command('showCallsOfProxy') }),
    compareDetails: createCompareDetailsView({ ...inFilter, onShowCalls: command('showComparedCalls') }),
    protocolDetails: createProtocolDetailsView({
      ...inFilter,
      onShowCalls: command('showCallsOfProtocol'),
      onShowCallsOf: command('showCallsOf'),
      onSwitch: command('switchProtocol'),
      onRemove: command('removeInterposer'),
      onLeaveOut: command('leaveOutProtocol'),
    }),
    ruleDetails: createRuleDetailsView({
      ...inFilter,
      onSave: command('saveRule'),
      onDuplicate: command('duplicateRule'),
      onRemove: command('removeRule'),
      onShowCalls: command('showCallsOfRule'),
      form: {
        completion: filtering.completion,
        onFilterHelp: () => filtering.loadHelp(),
        onFilter: (text) => api.filter(text),
      },
    }),
  };
  const held = createHeldStrip({
    onDecide: command('decideHeld'),
    onReleaseAll: command('releaseAll'),
    onOpenRule: command('showRule'),
    onLeave: command('leaveHeld'),
  });
  const histogram = new HistogramView({
    onBrush: (range) => filtering.isAvailable && filtering.narrowToRange(range),
  });
  const protocolBar = new ProtocolBar({
    onToggle: (name) => filtering.narrow('protocol', name && exactTerm('protocol', name)),
  });
  const empty = createEmptyView({ onClearFilter: () => navigation.go({ filter: '' }) });
  /** @type {ReturnType<typeof createSelectorsView>} */
  const selectors = createSelectorsView({
    onOpen: (row) => navigation.replace({ selector: selectorKey(row) }),
    onMenu: (row, point) => openSelectorMenu(selectors.grid.element, row, point),
  });
  /** @type {CallTreeView} */
  const calltree = new CallTreeView({
    onChoose: command('chooseTree'),
    onShowCalls: command('showCallsOf'),
    onMenu: (row, point) => openSelectorMenu(calltree.grid.element, row, point),
  });
  const panels = {
    traffic,
    selectors,
    proxies: createProxiesView({ onOpen: (proxy) => navigation.replace({ proxy: proxyKey(proxy) }) }),
    running: createRunningView({ onOpen: command('open') }),
    unanswered: createUnansweredView({ onOpen: command('showUnansweredOf') }),
    flame: new FlameView({ onOpen: command('open'), onOpenEvent: command('openEvent'), onOlder: command('loadOlderCalls') }),
    calltree,
    compare: new CompareView({
      onChoose: (choice) => navigation.go(choice),
      onOpen: (row) => navigation.replace({ selector: selectorKey(row) }),
      onOpenCall: (id) => navigation.go({ tab: 'traffic', filter: '', call: id }),
      onLoadCalls: api.compareCalls,
    }),
    protocols: new ProtocolsView({
      onOpen: ({ protocol }) => navigation.replace({ protocol }),
      onSearch: command('searchProtocols'),
      onSwitch: command('switchProtocol'),
      onRecord: command('recordPattern'),
      onRemove: command('removeInterposer'),
    }),
    rules: createRulesView({
      onOpen: command('openRule'),
      onNew: command('newRule'),
      onSwitch: command('switchRule'),
      onSwitchAllOff: command('switchRulesOff'),
      onSaveFile: command('saveRulesFile'),
      onLoadFile: command('loadRulesFile'),
    }),
    programs: createProgramsView({ onShow: command('showPrograms') }),
  };
  traffic.element.append(empty.element);
  traffic.grid.setColumnChoice(settings.columns);
  traffic.setTime(settings.time);
  traffic.setEvents(settings.events);
  const contents = {
    traffic: {
      title: 'Traffic',
      content: element('div', { class: 'stack' }, held.element, histogram.element, protocolBar.element, traffic.element),
      missing: 'list of calls',
    },
    selectors: { title: 'Selectors', content: panels.selectors.element, missing: 'statistics of selectors' },
    proxies: { title: 'Proxies', content: panels.proxies.element, missing: 'list of proxies' },
    running: { title: 'Running', content: panels.running.element, missing: 'list of running calls' },
    unanswered: { title: 'Unanswered', content: panels.unanswered.element, missing: 'list of unanswered calls' },
    flame: { title: 'Flame chart', content: panels.flame.element, missing: 'list of calls' },
    calltree: { title: 'Call tree', content: panels.calltree.element, missing: 'call tree' },
    compare: { title: 'Compare', content: panels.compare.element, missing: 'comparison of runs' },
    protocols: { title: 'Protocols', content: panels.protocols.element, missing: 'list of protocols' },
    rules: { title: 'Rules', content: panels.rules.element, missing: 'rules' },
    programs: { title: 'Programs', content: panels.programs.element, missing: 'list of programs' },
  };
  const tabs = createTabsView({
    tabs: TABS.map((id) => ({ id, ...contents[id] })),
    onChange: (tab) => navigation.go({ tab }),
  });
  // Only a fleet has programs, and no server has told yet that it is one.
  tabs.setOffered('programs', false);
  const side = element('div', { class: 'side' }, ...Object.values(sides).map((view) => view.element));
  const split = createSplitView({
    main: tabs.panels,
    side,
    share: readPreference('split', 0.4),
    onResize: (share) => writePreference('split', share),
  });
  const banners = createBannerView();
  const totals = createTotalsBar();
  const help = createHelpDialog();
  const captureDialog = createCaptureDialog({ onSave: command('saveRules') });
  const headerTools = createHeaderTools({ theme: currentTheme, onTheme: command('changeTheme'), onHelp: command('help') });
  const toolbar = createToolbarView(filtering.box.element, command);

  /** @param {string} selector @param {...Node} nodes */
  const fill = (selector, ...nodes) => document.querySelector(selector)?.append(...nodes);
  fill('#header', tabs.element, element('span', { class: 'page__spring' }), headerTools.element);
  fill('#toolbar', toolbar.element);
  // What opens over the page belongs to a landmark all the same.
  const opening = [cellMenu, switchMenu, selectorMenu, ...Object.values(menus)].map((menu) => menu.element);
  fill('#main', banners.element, split.element, ...opening);
  fill('#totals', totals.element);
  fill('body', help.element, captureDialog.element);
  return {
    ...panels,
    ...sides,
    ...menus,
    held,
    histogram,
    protocolBar,
    openSwitchMenu,
    empty,
    side,
    split,
    tabs,
    banners,
    totals,
    help,
    captureDialog,
    headerTools,
    toolbar,
  };
}
