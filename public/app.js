// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Makes the parts of the page and tells each which others it needs.

import { createActions } from './control/actions.js';
import { createCommands } from './control/commands.js';
import { Drawing } from './control/drawing.js';
import { FileMode } from './control/file-mode.js';
import { Filtering } from './control/filtering.js';
import { Holding } from './control/holding.js';
import { Navigation } from './control/navigation.js';
import { PolledTabs, tabSources } from './control/polled-tabs.js';
import { ListSettings } from './control/preferences.js';
import { Reactions } from './control/reactions.js';
import { Rules } from './control/rules.js';
import { Side } from './control/side.js';
import { Sorting } from './control/sorting.js';
import { createViews } from './control/views.js';
import { listenForFiles, listenForShortcuts, listenForVisibility } from './control/window-events.js';
import { Fleet } from './model/fleet.js';
import { kindsOf } from './model/page-state.js';
import { api as serverAPI } from './net/api.js';
import { FirstCall } from './net/first-call.js';
import { LiveRules } from './net/live-rules.js';
import { OpenedCall } from './net/opened-call.js';
import { RuleEvents } from './net/rule-events.js';
import { SharedStream } from './net/shared-stream.js';
import { StatusPoller } from './net/poller.js';
import { adoptToken } from './net/token.js';
import { TrafficFeed } from './net/traffic-feed.js';
import { copyText, saveBlob, saveFile } from './views/clipboard.js';
import { createAnnouncer, createToast } from './views/notices.js';
import { TRAFFIC_COLUMNS } from './views/traffic-columns.js';

adoptToken();

const now = () => performance.now();
const { say } = createToast();
const { announce } = createAnnouncer();

// Where calls come from, and what is known of them. What a part tells is passed on to parts that are made below.
/** @type {FileMode} */
const fileMode = new FileMode({
  server: serverAPI,
  openStream: (options) => new SharedStream(options),
  say,
  saveFile,
  onChange: () => void showOtherSource(),
  serverName: () => (server.isReplay ? 'the recording' : 'the live calls'),
});
const { api } = fileMode;
const fleet = new Fleet();
const settings = new ListSettings(TRAFFIC_COLUMNS);
const navigation = new Navigation((next, previous) => reactions.stateChanged(next, previous));
/** @type {StatusPoller} */
const server = new StatusPoller({ api, now, onChange: (status) => reactions.statusChanged(status) });
const live = new LiveRules({ api, onChange: () => drawing.drawRules() });
const holding = new Holding({ api, now, say, announce, onChange: () => drawing.drawHeld() });
const ruleEvents = new RuleEvents({
  open: fileMode.openStream,
  holds: () => live.allowed,
  onEvent: (name, data) => (name === 'rule' ? live.heard(data) : holding.heard(name, data)),
  onConnect: () => {
    live.reconnected();
    holding.connected(server.has('rules'));
  },
  onDisconnect: () => holding.disconnected(),
});
/** @type {TrafficFeed} */
const feed = new TrafficFeed({
  api,
  openStream: ruleEvents.open,
  keepsStream: () => live.allowed,
  hasEvents: () => server.has('events'),
  isFleet: () => server.isFleet,
  reader: () => ({ anchor: views.traffic.anchor, opened: opened.id }),
  schedule: (run) => requestAnimationFrame(run),
  now,
  onChange: (change, added) => reactions.feedChanged(change, added),
});
/** @type {OpenedCall} */
const opened = new OpenedCall({ api, known: (id) => feed.callWith(id), onChange: () => side.draw() });
const firstCall = new FirstCall({
  api,
  isWanted: () => settings.time === 'first',
  onChange: () => views.traffic.update(),
});
const filtering = new Filtering({
  api,
  navigation,
  server,
  recentCalls: (most) => feed.newestCalls(most),
  onMenu: (anchor) => views.filterMenu.open(anchor),
});
const actions = createActions({ api, say, copyText, saveBlob });

/** @type {import('./control/views.js').CommandOf} */
const command = (name) => /** @type {any} */ ((/** @type {any[]} */ ...values) =>
  Reflect.apply(commands[name], commands, values));

/** @type {import('./control/views.js').Views} */
const views = createViews({
  api,
  feed,
  firstCall,
  navigation,
  opened,
  server,
  actions,
  filtering,
  fileMode,
  settings,
  live,
  command,
  onFollowChange: () => drawing.drawTraffic(),
});
/** @type {Side} */
const side = new Side({ views, navigation, opened, server, live });
const rules = new Rules({
  api,
  live,
  navigation,
  say,
  saveFile,
  openForm: (draft) => views.ruleDetails.open(draft),
  showProblem: views.rules.showProblem,
});
const sorting = new Sorting({
  api,
  view: views.traffic,
  columns: TRAFFIC_COLUMNS,
  onChange: () => drawing.drawBanners(),
});
const polled = new PolledTabs({
  tabs: tabSources({
    api,
    views,
    navigation,
    server,
    filtering,
    fileMode,
    side,
    live,
    fleet,
    drawBanners: () => drawing.drawBanners(),
  }),
  has: (feature) => server.has(feature),
  onFailure: () => drawing.drawBanners(),
});
/** @type {import('./control/commands.js').Commands} */
const commands = createCommands({
  views,
  navigation,
  feed,
  opened,
  firstCall,
  server,
  actions,
  filtering,
  sorting,
  polled,
  fileMode,
  side,
  settings,
  rules,
  holding,
  drawBanners: () => drawing.drawBanners(),
  say,
});
/** @type {Drawing} */
const drawing = new Drawing({
  views,
  navigation,
  feed,
  server,
  filtering,
  sorting,
  fileMode,
  side,
  live,
  holding,
  fleet,
  polled,
  commands,
});
/** @type {Reactions} */
const reactions = new Reactions({
  views,
  navigation,
  feed,
  opened,
  firstCall,
  server,
  filtering,
  sorting,
  polled,
  drawing,
  live,
  holding,
  reveal: commands.reveal,
});
void start();

async function start() {
  for (const query of ['(prefers-color-scheme: dark)', '(forced-colors: active)']) {
    matchMedia(query).addEventListener('change', views.flame.repaint);
  }
  listenForShortcuts(commands);
  listenForFiles((file) => void fileMode.open(file));
  listenForVisibility({ onSleep: sleep, onWake: wake });
  // A banner may be counting down.
  setInterval(() => feed.stream?.phase === 'waiting' && drawing.drawBanners(), 500);
  if (navigation.state.isPaused) feed.pause();
  views.compare.setKinds(kindsOf(navigation.state));
  views.compare.setBy(navigation.state.by, navigation.state.ignore);
  views.calltree.setChoice(navigation.state.direction, navigation.state.weight);
  views.protocols.setSearch(navigation.state.search);
  fileMode.openEmbedded();
  drawing.draw();
  await load();
}

async function load() {
  // What the server can do decides how it is asked. Its answer also starts what is polled on this tab.
  await server.refresh();
  void reactions.loadTraffic();
  const { call, sort } = navigation.state;
  if (call) void opened.open(call);
  if (sort) void sorting.apply(sort, filtering.present);
}

/** The calls come from a file now, or from the server again. */
async function showOtherSource() {
  navigation.go({ tab: 'traffic', filter: '', call: null, proxy: null, selector: null, protocol: null, sort: null });
  feed.forgetRun();
  drawing.drawBanners();
  polled.stop();
  await load();
}

function sleep() {
  feed.sleep();
  server.stop();
  polled.stop();
}

function wake() {
  feed.wake(views.traffic.anchor);
  server.start();
  polled.update(reactions.shownData);
}

/**
 * What parts know each other by; each names those that it needs.
 * @typedef {object} Parts
 * @property {import('./net/api.js').API} api  of the server, or of the file in its place
 * @property {(text: string) => void} say  a word to the user
 * @property {import('./control/views.js').Views} views
 * @property {Navigation} navigation
 * @property {TrafficFeed} feed
 * @property {OpenedCall} opened
 * @property {FirstCall} firstCall
 * @property {StatusPoller} server
 * @property {import('./control/actions.js').Actions} actions
 * @property {Filtering} filtering
 * @property {Sorting} sorting
 * @property {PolledTabs} polled
 * @property {FileMode} fileMode
 * @property {Side} side
 * @property {Drawing} drawing
 * @property {ListSettings} settings
 * @property {LiveRules} live  the rules of the program
 * @property {Rules} rules  what a person does to them
 * @property {Holding} holding
 * @property {Fleet} fleet  the processes that the server has calls of, when they are many
 */
