// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// What the user can tell the page to do: one table for buttons, menus, banners and the keyboard.

import { parseEventId } from '../model/call.js';
import { epochOf } from '../model/call-order.js';
import { rulesOf, toggled } from '../model/capture-rules.js';
import { withWidth } from '../model/columns.js';
import { exactTerm } from '../model/filter-tokens.js';
import { TABS } from '../model/page-state.js';
import { processTerm, withProcesses } from '../model/programs.js';
import { parseProxyKey, proxyKey } from '../model/proxy-state.js';
import { curlCommand, listAddress } from '../net/api.js';
import { Interposing } from './interposing.js';
import { setTheme } from './preferences.js';
import { createRuleCommands } from './rule-commands.js';
import { Tracing } from './tracing.js';

/**
 * A command gives false when it has nothing to do.
 * @param {Pick<import('../app.js').Parts, 'views' | 'navigation' | 'feed' | 'opened' | 'firstCall' | 'server' | 'actions' |
 *   'filtering' | 'sorting' | 'polled' | 'fileMode' | 'side' | 'settings' | 'say' | 'rules' | 'holding'> & {
 *   drawBanners: () => void }} parts
 */
export function createCommands(parts) {
  const { views, navigation, feed, opened, server, actions, filtering, sorting, fileMode, side, settings } = parts;

  const tracing = new Tracing({ views, navigation, filtering });
  const interposing = new Interposing({ actions, polled: parts.polled, ask: views.openSwitchMenu });

  function follow() {
    const { sort } = navigation.state;
    navigation.go({ tab: 'traffic', sort: sort === '-time' ? sort : null });
    views.traffic.grid.follow();
  }

  /** @param {Invocation | null} call */
  function noted(call) {
    if (!call) return null;
    opened.refreshed(call);
    feed.note(call);
    views.traffic.noted(call);
    return call;
  }

  function mark() {
    if (side.kind !== 'call' || !opened.call || !server.has('marks')) return false;
    void actions.mark(opened.call).then(noted);
    return true;
  }

  let steps = Promise.resolve();

  /** A call names its neighbours only once it is loaded: steps that come faster wait for each other.
   * @param {'previous' | 'next'} direction */
  function stepToSame(direction) {
    if (side.kind !== 'call') return false;
    steps = steps.then(async () => {
      await opened.loaded;
      const step = opened.call?.[direction];
      if (step) navigation.replace({ call: step });
    });
    return true;
  }

  /** @param {boolean} isRecording */
  async function setRecording(isRecording) {
    await actions.setRecording(isRecording);
    await server.refresh();
  }

  /** @param {{ protocol: string, selector: string }} row */
  const termsOf = ({ protocol, selector }) => `${exactTerm('protocol', protocol)} ${exactTerm('selector', selector)}`;

  /** @param {string} filter */
  function showCalls(filter) {
    if (filtering.isAvailable) navigation.go({ tab: 'traffic', sort: null, filter });
  }

  /** @param {number} step */
  const moveSelection = (step) =>
    navigation.state.tab === 'traffic' ? views.traffic.grid.moveSelection(step) : false;

  return {
    ...createRuleCommands({ ...parts, showCalls, termsOf }),
    follow,
    close: () => side.close() || (navigation.state.tab === 'programs' && views.programs.clearSelection()),
    mark,
    /** @param {string} text */
    comment: async (text) => (opened.call ? noted(await actions.comment(opened.call, text)) : null),
    previousSame: () => stepToSame('previous'),
    nextSame: () => stepToSame('next'),
    selectNext: () => moveSelection(1),
    selectPrevious: () => moveSelection(-1),
    pause: () => navigation.replace({ isPaused: !navigation.state.isPaused }),
    copy: () => (opened.call && side.kind === 'call' ? views.copyMenu.open(views.details.copyButton) : false),
    focusFilter: () => (navigation.state.tab === 'protocols' ? views.protocols.focusSearch() : filtering.box.focus()),
    help: () => views.help.open(),
    /** The key 0 is for the tenth; the flame chart has a use of its own for it. That of a tab which is not offered does
     * nothing.
     * @param {KeyboardEvent} event */
    tab({ key }) {
      const tab = TABS[(Number(key) + 9) % 10];
      if (key === '0' && navigation.state.tab === 'flame') return views.flame.fit();
      return views.tabs.isOffered(tab) && navigation.go({ tab });
    },
    toggleRecording: () => setRecording(server.status?.recording === false),
    record: () => setRecording(true),
    chooseRecorded: () => views.captureDialog.open(rulesOf(server.status), server.status?.transforms ?? false),
    /** @param {import('../model/capture-rules.js').CaptureRules} rules */
    async saveRules(rules) {
      const problem = await actions.trySetRules(rules);
      if (problem === null) await server.refresh();
      return problem;
    },
    /** Calls that match the pattern are recorded no longer, or again.
     * @param {string} pattern */
    async toggleExcluded(pattern) {
      const { exclude } = rulesOf(server.status);
      const done = exclude.includes(pattern) ? 'Recorded again from now on' : 'No longer recorded';
      await actions.setRules({ exclude: toggled(exclude, pattern) }, done);
      await server.refresh();
    },
    clear: () => actions.clear(),
    /** @param {{ currentTarget: HTMLElement }} event  of a button */
    columns: ({ currentTarget }) => views.columnMenu.open(currentTarget),
    /** @param {{ currentTarget: HTMLElement }} event  of a button */
    export: ({ currentTarget }) => views.exportMenu.open(currentTarget),
    closeFile: () => fileMode.close(),
    copyLink: () => actions.copy(navigation.addressOf({}), 'Link'),
    copyListCurl() {
      const address = new URL(listAddress({ filter: filtering.present, limit: 1000 }), location.href).href;
      return actions.copy(curlCommand(address), 'curl command');
    },
    reload: () => feed.reload(views.traffic.anchor),
    retry: () => feed.retryStream(),
    dismissRestart() {
      feed.hasRestarted = false;
      parts.drawBanners();
    },
    /** After a click on a column's title.
     * @param {string} columnId */
    sortBy: (columnId) => navigation.go({ sort: sorting.next(navigation.state.sort, columnId) }),
    refreshSort: () => sorting.apply(navigation.state.sort, filtering.present),
    unsort: () => navigation.go({ sort: null }),
    /** The flame chart shows more calls. */
    loadOlderCalls: () => parts.polled.refresh(),
    /** @param {import('../model/columns.js').ColumnChoice} choice */
    chooseColumns(choice) {
      settings.change({ columns: choice });
      views.traffic.grid.setColumnChoice(choice);
      views.columnMenu.update();
    },
    /** @param {string} id @param {number | null} width */
    resizeColumn(id, width) {
      this.chooseColumns(withWidth(settings.columns, id, width));
    },
    /** @param {import('../model/columns.js').TimeChoice} time */
    chooseTime(time) {
      settings.change({ time });
      views.traffic.setTime(time);
      void parts.firstCall.find(filtering.present, feed.epoch);
    },
    /** @param {boolean} isShown  events of proxies between the calls */
    chooseEvents(isShown) {
      settings.change({ events: isShown });
      views.traffic.setEvents(isShown);
      views.columnMenu.update();
    },
    /** @param {import('./preferences.js').ThemeChoice} theme */
    changeTheme(theme) {
      setTheme(theme);
      views.flame.repaint();
    },
    /** A call in the list or in a chart was opened.
     * @param {{ id: string }} call */
    open: ({ id }) => navigation[navigation.state.call ? 'replace' : 'go']({ call: id }),
    /** An event of a proxy was opened: the proxy's history has it.
     * @param {ProxyEvent} event */
    openEvent({ id, proxy = 0 }) {
      const epoch = server.isFleet ? epochOf(id) : undefined;
      if (server.has('proxies')) navigation.go({ tab: 'proxies', proxy: proxyKey({ id: proxy, epoch }) });
      else parts.say('A file contains the events of proxies, but not the proxies.');
    },
    /** The selection in the list has moved.
     * @param {{ id: string }} call */
    select: ({ id }) => navigation.state.call && navigation.replace({ call: id }),
    /** Shows the calls of one selector.
     * @param {{ protocol: string, selector: string }} row */
    showCallsOf: (row) => showCalls(termsOf(row)),
    /** @param {{ direction?: import('../model/call-tree.js').TreeDirection, weight?: string }} choice  of the call tree */
    chooseTree: (choice) => navigation.go(choice),
    /** @param {string} id */
    showCallsOfProxy(id) {
      const { epoch, number } = parseProxyKey(id);
      showCalls(epoch ? `proxy:${number} ${processTerm(epoch)}` : `proxy:${number}`);
    },
    /** Shows the calls of these processes; those of all when none is named.
     * @param {string[]} epochs */
    showPrograms: (epochs) => showCalls(withProcesses(navigation.state.filter, epochs)),
    showAllPrograms: () => filtering.narrow('process', null),
    choosePrograms: () => navigation.go({ tab: 'programs' }),
    /** @param {string} traceId */
    showTrace: (traceId) => tracing.show(traceId),
    leaveTrace: () => tracing.leave(),
    showFlame: () => navigation.go({ tab: 'flame' }),
    showList: () => navigation.go({ tab: 'traffic' }),
    /** Shows the calls of a compared selector, when they are those of the run that is shown.
     * @param {import('../model/comparison.js').ComparedRow} row */
    showComparedCalls(row) {
      const { presentSide } = views.compare;
      if (presentSide && row[presentSide]) return showCalls(termsOf(row));
      return parts.say('Only the other run has calls of this selector. Open that run to see them.');
    },
    /** @param {Unanswered} row */
    showUnansweredOf(row) {
      const those = row.neverCompleted ? '(is:unanswered OR completion:never)' : 'is:unanswered';
      return showCalls(`${termsOf(row)} ${those}`);
    },
    /** @param {import('../model/protocol-rows.js').ProtocolRow} row */
    showCallsOfProtocol: ({ recordedName }) => showCalls(exactTerm('protocol', recordedName)),
    /** One step back leads to the list before all that was typed in one go.
     * @param {string} search @param {boolean} isContinued */
    searchProtocols: (search, isContinued) => navigation[isContinued ? 'replace' : 'go']({ search }),
    /** Records the calls of a protocol, or no longer.
     * @param {import('../model/protocol-rows.js').ProtocolRow} row
     * @param {{ x: number, y: number }} point  where to ask @param {HTMLElement} origin  gets the focus back */
    switchProtocol: (row, point, origin) => interposing.switch(row, point, origin),
    /** @param {string} pattern @returns {Promise<string | null>} what is wrong with it */
    recordPattern: (pattern) => interposing.add(pattern),
    /** @param {Interposer} interposer */
    removeInterposer: (interposer) => interposing.remove([interposer]),
    /** A protocol is left out of the patterns because of which it is recorded.
     * @param {import('../model/protocol-rows.js').ProtocolRow} row */
    leaveOutProtocol: (row) => interposing.leaveOut(row),
    /** Brings the opened call onto the screen of the list, fetching its surroundings when it is far away.
     * @param {string} id */
    async reveal(id) {
      const { epoch, number } = parseEventId(id) ?? { epoch: '', number: 0 };
      const isHeld = views.traffic.show(id);
      if (isHeld || !feed.isLoaded || !(server.isFleet || epoch === feed.epoch)) return;
      await feed.reload(server.isFleet ? id : number);
      // Another call may have been opened meanwhile.
      if (navigation.state.call === id) views.traffic.show(id);
    },
  };
}

/** @typedef {ReturnType<typeof createCommands>} Commands */
