// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The protocols of the process, with a switch that records the calls made through each.

import { formatCount, formatQuantity } from '../model/format.js';
import { selects } from '../model/interposers.js';
import { matchingRows, orderedRows, protocolRows } from '../model/protocol-rows.js';
import { element, setShown } from './dom.js';
import { createInterposerBar } from './interposer-bar.js';
import { protocolColumns } from './protocol-columns.js';
import { createTableView } from './table-view.js';

/**
 * @typedef {import('../model/protocol-rows.js').ProtocolRow} ProtocolRow
 * @typedef {Pick<import('../net/program-protocols.js').ProtocolsReply, 'items' | 'interposers' | 'calls'> & {
 *   rateOf: (name: string) => number | null }} ProtocolFacts
 *
 * @typedef {object} ProtocolsOptions
 * @property {(row: ProtocolRow) => void} onOpen
 * @property {(search: string, isContinued: boolean) => void} onSearch
 * @property {import('./switch.js').OnSwitch} onSwitch
 * @property {(pattern: string) => Promise<string | null>} onRecord
 * @property {(interposer: Interposer) => Promise<void>} onRemove
 */

const COMMAND = 'inspector-server exec -- .build/debug/MyServer';

export class ProtocolsView {
  #table;
  #bar;
  #noProcess = createNoProcessView();
  /** @type {ProtocolRow[]} of all protocols */
  #rows = [];
  /** @type {Interposer[]} */
  #interposers = [];
  /** @type {string[]} full names in the order in which they are shown */
  #order = [];
  #search = '';
  #isLoaded = false;

  /** @param {ProtocolsOptions} options */
  constructor({ onOpen, onSearch, onSwitch, onRecord, onRemove }) {
    this.#table = createTableView({
      id: 'protocol-list',
      label: 'Protocols',
      columns: protocolColumns(onSwitch),
      sort: '',
      keyOf: ({ protocol }) => protocol,
      onOpen,
    });
    this.#bar = createInterposerBar({
      onSearch,
      onLeave: () => this.focus(),
      onRecord: (pattern) => this.#reordered(onRecord(pattern)),
      onRemove: (interposer) => this.#reordered(onRemove(interposer)),
      countOf: (selection) => this.#rows.filter((row) => selects(selection, row)).length,
    });
    this.element = element(
      'div',
      { class: 'stack interposing' },
      this.#bar.element,
      this.#table.element,
      this.#noProcess,
    );
    this.#table.grid.element.addEventListener('keydown', (event) => this.#keyPressed(event));
    this.#draw();
  }

  /** @param {ProtocolFacts} facts */
  update(facts) {
    this.#rows = protocolRows(facts);
    this.#interposers = facts.interposers;
    this.#isLoaded = true;
    this.#showProcess(true);
    this.#draw();
  }

  /** Nothing can be recorded: what is shown is a recording itself. */
  showNoProcess() {
    this.#rows = [];
    this.#interposers = [];
    this.#showProcess(false);
    this.#draw();
  }

  /** @param {string} search */
  setSearch(search) {
    this.#bar.search.set(search);
    if (search === this.#search) return;
    this.#search = search;
    this.#order = [];
    this.#draw();
    this.#table.grid.reset();
  }

  /** Also of a protocol that the search leaves out.
   * @param {string | null} name  with its module */
  rowWith(name) {
    return this.#rows.find(({ protocol }) => protocol === name);
  }

  /** @param {string | null} name */
  setSelected(name) {
    this.#table.grid.setSelected(name);
  }

  focus() {
    this.#table.focus();
  }

  focusSearch() {
    this.#bar.search.focus();
  }

  /** What is asked for above the list may reorder it, wherever the pointer rests.
   * @template Result
   * @param {Promise<Result>} change */
  async #reordered(change) {
    const result = await change;
    this.#order = [];
    this.#draw();
    return result;
  }

  /** @param {boolean} hasProcess */
  #showProcess(hasProcess) {
    setShown(this.#noProcess, !hasProcess);
    setShown(this.#bar.element, hasProcess);
    setShown(this.#table.element, hasProcess);
  }

  #draw() {
    const { grid } = this.#table;
    const shown = orderedRows(matchingRows(this.#rows, this.#search), this.#isHeld ? this.#order : []);
    // A grid keeps to the row at its top, which may be a long way down now.
    const isAtTop = grid.element.scrollTop === 0;
    this.#order = shown.map(({ protocol }) => protocol);
    this.#bar.update(this.#interposers, this.#summary(shown.length));
    this.#table.update(shown, this.#emptyText);
    if (isAtTop) grid.reset();
  }

  /** Rows stand still under the pointer, below a menu, and while the keyboard moves through them. */
  get #isHeld() {
    const isMenuOpen = document.querySelector('[popover]:popover-open') !== null;
    return isMenuOpen || this.#table.grid.element.matches(':hover, :focus-visible');
  }

  /** @param {number} shown */
  #summary(shown) {
    if (!this.#isLoaded) return '';
    const all = formatQuantity(this.#rows.length, 'protocol');
    const recorded = this.#rows.filter(({ interposed }) => interposed).length;
    return `${this.#search ? `${formatCount(shown)} of ${all}` : all}, ${formatCount(recorded)} recorded`;
  }

  get #emptyText() {
    if (!this.#isLoaded) return 'Reading the protocols of the program…';
    if (this.#rows.length === 0) return 'The program has no protocol that can be recorded.';
    return 'No protocol matches the search.';
  }

  /** @param {KeyboardEvent} event */
  #keyPressed(event) {
    const { grid } = this.#table;
    if (event.key !== ' ' || event.target !== grid.element) return;
    event.preventDefault();
    grid.partOfSelected('.switch')?.click();
  }
}

/** What stands there for a recording, which has no process. */
function createNoProcessView() {
  return element(
    'div',
    { class: 'empty', hidden: true },
    element(
      'div',
      { class: 'empty__case' },
      element('h2', { class: 'empty__title', text: 'A recording has no running program' }),
      element('p', {
        text: 'Protocols are listed and recorded in a running program. What was recorded is in Traffic and Selectors.',
      }),
      element('p', { text: 'This runs a program with the inspector in it:' }),
      element('pre', { class: 'empty__code', text: COMMAND }),
    ),
  );
}
