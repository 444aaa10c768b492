// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// What the user can tell the page to do: one table for buttons, menus, banners and the keyboard.

import { curlCommand } from '../model/copy-text.js';
import { parseEventId } from '../model/event-id.js';
import { exactTerm } from '../model/filter-tokens.js';
import { TABS } from '../model/page-state.js';
import { listAddress } from '../net/api.js';

export const FLAME_STEP = 2000;

/**
 * @param {object} page
 * @returns {Record<string, (event?: Event) => any>} a command returns false when it has nothing to do
 */
export function createCommands(page) {
  const { navigation, feed, opened, actions, poller, sorting, views, state, can } = page;

  function follow() {
    const isSorted = state().sort !== null && state().sort !== '-time';
    navigation.go({ tab: 'traffic', sort: isSorted ? null : state().sort });
    views.traffic.grid.follow();
  }

  function close() {
    const kind = page.drawing.sideKind;
    if (kind === null) return false;
    const hadFocus = page.side.contains(document.activeElement);
    navigation.go({ [kind === 'compared' ? 'selector' : kind]: null });
    if (hadFocus) page.drawing.focusList();
    return true;
  }

  function noted(call) {
    if (!call) return null;
    opened.refreshed(call);
    feed.note(call);
    return call;
  }

  function mark() {
    if (!opened.call || !can('marks')) return false;
    void actions.mark(opened.call).then(noted);
    return true;
  }

  async function comment(text) {
    return noted(await actions.comment(opened.call, text));
  }

  let steps = Promise.resolve();

  /** A call names its neighbours only once it is loaded: steps that come faster wait for each other. */
  function stepToSame(direction) {
    if (page.drawing.sideKind !== 'call') return false;
    steps = steps.then(async () => {
      await opened.loaded;
      const step = opened.call?.[direction];
      if (step) navigation.replace({ call: step });
    });
    return true;
  }

  async function setRecording(isRecording) {
    await actions.setRecording(isRecording);
    await poller.refresh();
  }

  function copyListCurl() {
    const address = new URL(listAddress({ filter: page.filter(), limit: 1000 }), location.href).href;
    return actions.copy(curlCommand(address), 'curl command');
  }

  const termsOf = ({ protocol, selector }) => `${exactTerm('protocol', protocol)} ${exactTerm('selector', selector)}`;

  function showCalls(filter) {
    if (can('filter')) navigation.go({ tab: 'traffic', sort: null, filter });
  }

  const moveSelection = (step) => (state().tab === 'traffic' ? views.traffic.grid.moveSelection(step) : false);

  return {
    follow,
    close,
    mark,
    comment,
    previousSame: () => stepToSame('previous'),
    nextSame: () => stepToSame('next'),
    selectNext: () => moveSelection(1),
    selectPrevious: () => moveSelection(-1),
    pause: () => navigation.replace({ isPaused: !state().isPaused }),
    copy:
      () => (opened.call && page.drawing.sideKind === 'call' ? views.copyMenu.open(views.details.copyButton) : false),
    focusFilter: () => page.filtering.box.focus(),
    help: () => views.help.open(),
    tab: ({ key }) => navigation.go({ tab: TABS[Number(key) - 1] }),
    toggleRecording: () => setRecording(poller.status?.recording === false),
    record: () => setRecording(true),
    clear: () => actions.clear(),
    columns: ({ currentTarget }) => views.columnMenu.open(currentTarget),
    export: ({ currentTarget }) => views.exportMenu.open(currentTarget),
    saveAs: (format) => page.fileMode.save(format),
    openFile: () => page.fileMode.choose(),
    closeFile: () => page.fileMode.close(),
    copyLink: () => actions.copy(navigation.addressOf({}), 'Link'),
    copyListCurl,
    reload: () => feed.reload(views.traffic.grid.anchorKey),
    retry: () => feed.retryStream(),
    dismissRestart: () => page.setRestarted(false),
    refreshSort: () => sorting.apply(state().sort, page.filter()),
    unsort: () => navigation.go({ sort: null }),
    olderFlames() {
      page.local.flameMost += FLAME_STEP;
      page.polled.refresh();
    },
    /** A call in the list or in a chart was opened. */
    open: ({ id }) => navigation[state().call ? 'replace' : 'go']({ call: id }),
    /** Shows the calls of one selector. */
    showCallsOf: (row) => showCalls(termsOf(row)),
    showCallsOfProxy: (id) => showCalls(`proxy:${id}`),
    /** Shows the calls of a compared selector, when they are those of the run that is shown. */
    showComparedCalls(row) {
      if (row[page.views.compare.presentSide]) return showCalls(termsOf(row));
      return page.say('Only the other run has calls of this selector. Open that run to see them.');
    },
    showUnansweredOf: (row) => showCalls(`${termsOf(row)} is:unanswered`),
    /** Brings the opened call onto the screen of the list, fetching its surroundings when it is far away. */
    async reveal(id) {
      const { epoch, number } = parseEventId(id);
      const isHeld = views.traffic.show(number);
      if (isHeld || !feed.isLoaded || epoch !== feed.epoch) return;
      await feed.reload(number);
      views.traffic.show(number);
    },
  };
}
