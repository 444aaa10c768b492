// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The menus of the page and their entries.

import { callText } from '../model/call-line.js';
import { rulesOf, selectorPattern } from '../model/capture-rules.js';
import { cellTerms, negated, wholeTerm } from '../model/cell-terms.js';
import { emptyChoice, isWanted, TIME_CHOICES, withShown } from '../model/columns.js';
import { escapeText } from '../model/escape-text.js';
import { FILE_FORMATS } from '../model/exported-file.js';
import { selectionText } from '../model/interposers.js';
import { reasonText } from '../model/protocol-state.js';
import { plainJSON } from '../model/rule-draft.js';
import { shortTraceId } from '../model/trace.js';
import { curlCommand, exportAddress, recordAddress } from '../net/api.js';
import { sentRecord } from '../net/opened-call.js';
import { hasToken } from '../net/token.js';
import { createMenu } from '../views/menu-view.js';
import { columnsFor } from '../views/traffic-columns.js';

/**
 * @typedef {import('../views/menu-view.js').MenuItem} MenuItem
 * @typedef {Pick<import('../app.js').Parts, 'navigation' | 'opened' | 'server' | 'actions' | 'filtering' | 'fileMode' |
 *   'settings' | 'live'> & { command: import('./views.js').CommandOf }} MenuParts
 */

/** What the server exports. An opened file is saved by the page: `FILE_FORMATS`. */
const SERVER_FORMATS = {
  ndjson: 'NDJSON, one call a line',
  csv: 'CSV',
  trace: 'Trace for Chromium and Perfetto',
  html: 'This page, with the calls in it',
};

/** Columns whose values are worth a filter wherever the pointer was. */
const ALWAYS_OFFERED = ['selector', 'thread', 'proxy', 'process', 'service', 'host', 'trace'];

/** @param {MenuParts} parts */
export function createMenus({ navigation, opened, server, actions, filtering, fileMode, settings, live, command }) {
  /** @param {import('../net/opened-call.js').ShownCall} call @returns {MenuItem[]} */
  const copyItems = (call) => {
    const address = new URL(recordAddress(call.id), location.href).href;
    const link = navigation.addressOf({ call: call.id });
    return [
      { label: 'Copy as JSON', run: () => actions.copy(JSON.stringify(sentRecord(call), null, 2), 'JSON') },
      { label: 'Copy as text', run: () => actions.copy(callText(call), 'Text') },
      { label: 'Copy as curl', run: () => actions.copy(curlCommand(address), 'curl command') },
      { label: 'Copy link', run: () => actions.copy(link, 'Link') },
      { label: 'Copy id', run: () => actions.copy(call.id, 'Id') },
      ...testItems(call),
    ];
  };

  /** A test of what the call's target does in calls like it.
   * @param {Invocation} call @returns {MenuItem[]} */
  const testItems = (call) => {
    const { target } = call;
    if (fileMode.isFile || !server.has('tests') || !target) return [];
    const filter = cellTerms('selector', call).map(({ term }) => term).join(' ');
    return [
      { label: 'Save a Swift test of this selector', note: filter, run: () => actions.saveTest({ filter, target }) },
      { label: `Save a Swift test of ${target}`, run: () => actions.saveTest({ filter: '', target }) },
    ];
  };

  /** Everything like a cell of the list, and everything but it.
   * @param {Invocation} call @param {string | null} column @returns {MenuItem[]} */
  const filterItems = (call, column) => {
    const terms = cellTerms(column, call);
    const others = ALWAYS_OFFERED.flatMap((each) => cellTerms(each, call))
      .filter(({ term }) => terms.every((each) => each.term !== term));
    return [
      { heading: 'Filter' },
      ...[...terms, ...others].map((each) => ({
        label: `Only ${each.text}`,
        note: wholeTerm(each),
        run: () => filtering.narrow(each.key, each.term, each.within),
      })),
      ...terms.filter(({ key }) => key !== 'seq').map((each) => {
        const hidden = negated(each.within ? `(${wholeTerm(each)})` : each.term);
        return { label: `Hide ${each.text}`, note: hidden, run: () => filtering.add(hidden) };
      }),
    ];
  };

  /** The way to the other calls of a call's trace.
   * @param {Invocation} call @returns {MenuItem[]} */
  const traceItems = ({ trace }) =>
    trace && filtering.isAvailable
      ? [{
        label: 'Calls of this trace',
        note: shortTraceId(trace.traceId),
        run: () => command('showTrace')(trace.traceId),
      }]
      : [];

  /** Whether calls like this one are recorded.
   * @param {Invocation} call @returns {MenuItem[]} */
  const recordingItems = (call) => {
    const { exclude } = rulesOf(server.status);
    /** @param {string} label @param {string} pattern */
    const item = (label, pattern) => ({
      label,
      note: pattern,
      isChecked: !exclude.includes(pattern),
      run: () => command('toggleExcluded')(pattern),
    });
    return [
      { heading: 'Recording' },
      item('Record this selector', selectorPattern(call)),
      item('Record this protocol', call.protocol),
    ];
  };

  /** Rules for calls of a selector, to be completed in their form.
   * @param {{ protocol: string, selector: string }} row @param {string} answer  as JSON; empty where none is at hand
   * @returns {MenuItem[]} */
  const ruleItems = (row, answer) => {
    if (fileMode.isFile || !server.has('rules') || !live.allowed) return [];
    /** @param {string} label @param {Partial<import('./rules.js').RuleDraft>} draft */
    const item = (label, draft) => ({ label, run: () => command('newRuleFor')(row, draft) });
    return [
      { heading: 'Rule' },
      item('Hold calls like this…', { action: 'hold' }),
      item('Answer always…', { action: 'answer', value: answer }),
      item('Delay calls like this…', { action: 'delay' }),
      item('Throw in calls like this…', { action: 'throw' }),
    ];
  };

  /** @returns {MenuItem[]} */
  const columnItems = () => [
    { heading: 'The time column shows' },
    ...Object.entries(TIME_CHOICES).map(([id, { label }]) => ({
      label,
      isChecked: settings.time === id,
      isOneOf: true,
      keepsOpen: true,
      run: () => command('chooseTime')(/** @type {keyof typeof TIME_CHOICES} */ (id)),
    })),
    { heading: 'Columns' },
    ...columnsFor(server.isFleet).map((column) => {
      const isChecked = isWanted(column, settings.columns);
      return {
        label: column.title === '#' ? 'Number' : column.title,
        isChecked,
        keepsOpen: true,
        run: () => command('chooseColumns')(withShown(settings.columns, column.id, !isChecked)),
      };
    }),
    { heading: 'Between the calls' },
    {
      label: 'Events of proxies',
      isChecked: settings.events,
      keepsOpen: true,
      run: () => command('chooseEvents')(!settings.events),
    },
    { heading: 'Reset' },
    { label: 'Columns as they were at first', run: () => command('chooseColumns')(emptyChoice()) },
  ];

  /** @returns {MenuItem[]} */
  const exportItems = () => {
    const saved = Object.entries(FILE_FORMATS).map(([id, { title }]) => ({ label: title, run: () => fileMode.save(id) }));
    const linked = Object.entries(SERVER_FORMATS).map(([format, label]) => {
      const query = { format, filter: filtering.present };
      // A link sends no token.
      return hasToken() ? { label, run: () => actions.save(query) } : { label, address: exportAddress(query) };
    });
    return [
      { heading: 'Export what the list shows' },
      ...(fileMode.isFile ? saved : server.has('export') ? linked : []),
      ...(!fileMode.isFile && server.has('tests')
        ? [{ label: 'Swift test that repeats them', run: () => actions.saveTest({ filter: filtering.present }) }]
        : []),
      ...(fileMode.isFile ? [] : [{ label: 'Copy as curl', run: command('copyListCurl') }]),
      { heading: 'Open' },
      { label: 'Open an exported file…', run: () => fileMode.choose() },
    ];
  };

  /** @returns {MenuItem[]} */
  const rememberedItems = () => {
    const { saved, recent } = filtering.memory;
    const { filter } = navigation.state;
    /** @param {string} text */
    const item = (text) => ({
      label: text,
      isCode: true,
      isChecked: text === filter,
      run: () => filtering.recall(text),
    });
    const isSaved = saved.includes(filter);
    return [
      {
        label: isSaved ? 'Forget this filter' : 'Save this filter',
        isDisabled: filter === '',
        run: () => filtering.keep(filter, !isSaved),
      },
      ...(saved.length > 0 ? [{ heading: 'Saved' }, ...saved.map(item)] : []),
      ...(recent.length > 0 ? [{ heading: 'Recent' }, ...recent.map(item)] : []),
    ];
  };

  /** What ends the recording of a protocol that a wider pattern selects.
   * @param {import('../model/protocol-rows.js').ProtocolRow} row @returns {MenuItem[]} */
  const switchItems = (row) => [
    { heading: reasonText(row) },
    ...[...row.wider, ...row.own].map((interposer) => ({
      label: `Remove ${escapeText(selectionText(interposer))}`,
      run: () => command('removeInterposer')(interposer),
    })),
    ...(row.wider.length > 0
      ? [{ label: `Leave out only ${escapeText(row.name)}`, run: () => command('leaveOutProtocol')(row) }]
      : []),
  ];

  const switchMenu = createMenu({ label: 'Stop recording this protocol' });
  const selectorMenu = createMenu({ label: 'What to do with this selector' });
  const cellMenu = createMenu({ label: 'What to do with this cell' });
  return {
    copyMenu: createMenu({ label: 'Copy the call', items: () => (opened.call ? copyItems(opened.call) : []) }),
    filterMenu: createMenu({ label: 'Saved and recent filters', items: rememberedItems }),
    columnMenu: createMenu({ label: 'Columns', items: columnItems }),
    exportMenu: createMenu({ label: 'Export', items: exportItems }),
    cellMenu,
    switchMenu,
    selectorMenu,
    /**
     * @param {import('../model/protocol-rows.js').ProtocolRow} row
     * @param {{ x: number, y: number }} point
     * @param {HTMLElement} origin  gets the focus back
     */
    openSwitchMenu: (row, point, origin) => switchMenu.openAt(point, origin, switchItems(row)),
    /**
     * What can be done with one cell of the list, and with the call as a whole.
     * @param {HTMLElement} list  gets the focus back
     * @param {Invocation} call
     * @param {string | null} column  null when the menu was asked for by keyboard
     * @param {{ x: number, y: number }} point
     */
    openCellMenu(list, call, column, point) {
      cellMenu.openAt(point, list, [
        ...(filtering.isAvailable ? filterItems(call, column) : []),
        { heading: 'Call' },
        { label: 'Show details', run: () => command('open')(call) },
        ...traceItems(call),
        ...copyItems(call),
        ...ruleItems(call, plainJSON(call.result)),
        ...(server.has('recorder') ? recordingItems(call) : []),
      ]);
    },
    /**
     * What can be done with the calls of a selector.
     * @param {HTMLElement} list  gets the focus back @param {{ protocol: string, selector: string }} row @param {{ x: number, y: number }} point
     */
    openSelectorMenu(list, row, point) {
      const show = { label: 'Show its calls', isDisabled: !filtering.isAvailable, run: () => command('showCallsOf')(row) };
      selectorMenu.openAt(point, list, [{ heading: 'Selector' }, show, ...ruleItems(row, '')]);
    },
  };
}
