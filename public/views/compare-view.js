// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Two runs side by side: which selectors appeared, vanished or changed.

import {
  basisText,
  changeCounts,
  changeHint,
  CHANGES,
  comparedRows,
  comparisonText,
  cutText,
  rowsWith,
  runGroups,
  runLengths,
  runText,
} from '../model/comparison.js';
import { escapeText } from '../model/escape-text.js';
import { formatCount } from '../model/format.js';
import { createButton } from './button.js';
import { CallComparisonView } from './call-comparison-view.js';
import { COMPARE_COLUMNS } from './compare-columns.js';
import { element, setAttribute, setShown, setText } from './dom.js';
import { selectorKey } from './selectors-view.js';
import { createTableView } from './table-view.js';

/**
 * @typedef {import('../model/comparison.js').ComparedRow} ComparedRow
 * @typedef {import('../model/comparison.js').Basis} Basis
 * @typedef {'selectors' | 'calls'} By
 * @typedef {{ before?: string, after?: string, changes?: string, by?: By, ignore?: string }} Choice
 * @typedef {{ onChoose: (choice: Choice) => void, onOpen: (row: ComparedRow) => void, onOpenCall: (id: string) => void,
 *   onLoadCalls: import('./call-comparison-view.js').CallComparisonOptions['load'] }} CompareOptions
 * @typedef {{ runs: Run[], comparison: Comparison | null, problem: Error | null,
 *   pair: import('../net/api.js').RunPair, isLive: boolean }} ComparisonReply  `pair` is what was asked for; `isLive`
 *   is false when all runs are recordings
 */

const ONE_RUN = [
  '# the same program once more, into the same file',
  'inspector-server xml feed.xml --store traffic.sqlite',
  '# or two recordings',
  'inspector-server open before.sqlite after.sqlite',
];

/** A list to choose a run from.
 * @param {string} title @param {(name: string) => void} onChange */
function createRunPicker(title, onChange) {
  /** @type {HTMLSelectElement} */
  const select = element('select', { class: 'compare__run', onchange: () => onChange(select.value) });
  let drawn = '';
  return {
    element: element('label', { class: 'compare__label' }, element('span', { text: title }), select),
    /** @param {Run[]} runs @param {string} chosen a run that is not there is shown as such */
    update(runs, chosen) {
      const missing = runs.some(({ name }) => name === chosen) ? [] : [optionOf(chosen, `${chosen} (there is no such run)`)];
      const groups = runGroups(runs);
      const names = groups.map(({ title, runs }) => [title, ...runs.map(({ name }) => name)]);
      const key = JSON.stringify([names, missing.length > 0 && chosen]);
      // An open list would close when it is drawn anew, and a live run has more calls each time.
      if (key !== drawn) select.replaceChildren(...missing, ...optionsOf(groups));
      else {
        const shown = groups.flatMap(({ runs }) => runs);
        for (const [index, run] of shown.entries()) setText(select.options[missing.length + index], escapeText(runText(run)));
      }
      drawn = key;
      select.value = chosen;
    },
  };
}

/** @param {string} value @param {string} text */
const optionOf = (value, text) => element('option', { value, text: escapeText(text) });

/** @param {ReturnType<typeof runGroups>} groups */
function optionsOf(groups) {
  /** @param {Run} run */
  const option = (run) => optionOf(run.name, runText(run));
  return groups.flatMap(({ title, runs }) => {
    const options = runs.map(option);
    return title === null ? options : [element('optgroup', { label: escapeText(title) }, ...options)];
  });
}

/** A button that chooses what is compared.
 * @param {string} text @param {string} title @param {() => void} onclick */
const createByButton = (text, title, onclick) =>
  element('button', { class: 'chip', type: 'button', 'aria-pressed': 'false', text, title, onclick });

/** @param {string} kind @param {(kind: string) => void} onToggle */
function createChip(kind, onToggle) {
  const count = element('span', { class: 'chip__count' });
  const chip = element(
    'button',
    {
      class: 'chip',
      type: 'button',
      'data-change': kind,
      'aria-pressed': 'false',
      onclick: () => onToggle(kind),
    },
    element('span', { text: CHANGES[kind].title }),
    count,
  );
  return {
    element: chip,
    /** @param {number} number @param {boolean} isPressed @param {Basis} basis */
    update(number, isPressed, basis) {
      setText(count, formatCount(number));
      setAttribute(chip, 'title', changeHint(kind, basis));
      setAttribute(chip, 'aria-pressed', String(isPressed));
      chip.disabled = number === 0 && !isPressed;
    },
  };
}

export class CompareView {
  #table;
  /** @type {Comparison | null} */
  #comparison = null;
  /** @type {ComparedRow[] | null} */
  #rows = null;
  /** @type {Basis | null} what the user wants; null for what fits the runs */
  #wantedBasis = null;
  /** @type {Run[]} */
  #runs = [];
  #pair = { before: '', after: '' };
  /** @type {string[]} */
  #kinds = [];
  #onChoose;
  #before = createRunPicker('Before', (before) => this.#choose({ before }));
  #after = createRunPicker('After', (after) => this.#choose({ after }));
  #chips = new Map(Object.keys(CHANGES).map((kind) => [kind, createChip(kind, () => this.#toggle(kind))]));
  #summary = element('span', { class: 'compare__summary', role: 'status' });
  #basis = element('span', { class: 'compare__basis', role: 'status' });
  #cut = element('p', { class: 'compare__cut', role: 'status', hidden: true });
  #basisButton = element('button', {
    class: 'chip',
    type: 'button',
    text: 'Shares',
    title: 'Compare shares of all calls instead of counts',
    onclick: () => this.#chooseBasis(this.#presentBasis === 'shares' ? 'counts' : 'shares'),
  });
  #explanations = element('dl', { class: 'legend' });
  /** @type {By} */
  #by = 'selectors';
  #ignore = '';
  #calls;
  #bySelectors = createByButton('Selectors', 'Compare numbers and times of each selector', () => this.#chooseBy('selectors'));
  #byCalls = createByButton('Calls', 'Compare call by call, side by side', () => this.#chooseBy('calls'));
  #ofSelectors;
  #bar;
  #lonely = createLonelyView();

  /** @param {CompareOptions} options */
  constructor({ onChoose, onOpen, onOpenCall, onLoadCalls }) {
    this.#onChoose = onChoose;
    this.#calls = new CallComparisonView({
      load: onLoadCalls,
      onIgnore: (ignore) => onChoose({ ignore }),
      onOpen: onOpenCall,
    });
    this.#table = createTableView({
      id: 'comparison',
      label: 'Comparison of two runs',
      columns: COMPARE_COLUMNS,
      sort: 'change',
      keyOf: selectorKey,
      onOpen,
    });
    const swap = createButton({
      icon: 'swap',
      label: 'Swap the two runs',
      onClick: () => this.#choose({ before: this.#pair.after, after: this.#pair.before }),
    });
    const chips = [...this.#chips.values()].map((chip) => chip.element);
    this.#ofSelectors = [
      element('div', { class: 'compare__chips', role: 'group', 'aria-label': 'Kinds of change' }, ...chips),
      this.#summary,
      element('div', { class: 'compare__line' }, this.#basisButton, this.#basis),
      element(
        'details',
        { class: 'compare__explain' },
        element('summary', { text: 'What counts as changed' }),
        this.#explanations,
      ),
    ];
    this.#bar = element(
      'div',
      { class: 'compare__bar' },
      element('div', { class: 'compare__runs' }, this.#before.element, swap, this.#after.element),
      element(
        'div',
        { class: 'compare__chips', role: 'group', 'aria-label': 'What is compared' },
        this.#bySelectors,
        this.#byCalls,
      ),
      this.#cut,
      ...this.#ofSelectors,
    );
    this.element = element(
      'div',
      { class: 'compare' },
      this.#bar,
      this.#table.element,
      this.#calls.element,
      this.#lonely,
    );
    this.#draw();
  }

  /** @param {ComparisonReply} reply */
  update({ runs, comparison, problem, pair, isLive }) {
    this.#runs = runs;
    this.#comparison = comparison;
    this.#pair = { before: comparison?.before ?? pair.before ?? '', after: comparison?.after ?? pair.after ?? '' };
    setText(this.#cut, cutText(runs, this.#pair, isLive));
    setShown(this.#cut, this.#cut.textContent !== '');
    this.#draw(problem);
  }

  /** @returns {Basis} */
  get #presentBasis() {
    return this.#wantedBasis ?? (this.#comparison ? runLengths(this.#comparison).basis : 'counts');
  }

  /** @param {Basis} basis */
  #chooseBasis(basis) {
    this.#wantedBasis = basis;
    this.#draw();
  }

  /** Which of the two runs is the one whose calls the page shows.
   * @returns {'before' | 'after' | null} */
  get presentSide() {
    const present = this.#runs.find(({ isPresent }) => isPresent)?.name;
    if (present === this.#pair.after) return 'after';
    return present === this.#pair.before ? 'before' : null;
  }

  /** @param {By} by @param {string} ignore  filter of calls to leave out, when calls are compared */
  setBy(by, ignore) {
    this.#by = by;
    this.#ignore = ignore;
    this.#draw();
  }

  /** @param {By} by */
  #chooseBy(by) {
    this.#onChoose({ by });
  }

  /** @param {string[]} kinds of change that are wanted */
  setKinds(kinds) {
    if (kinds.join() === this.#kinds.join()) return;
    this.#kinds = kinds;
    this.#draw();
  }

  /** The row of a selector's key, also while it is filtered out.
   * @param {string | null} key */
  rowWith(key) {
    return this.#rows?.find((row) => selectorKey(row) === key);
  }

  /** @param {string | null} key of a selector */
  setSelected(key) {
    this.#table.grid.setSelected(key);
  }

  focus() {
    this.#table.focus();
  }

  /** @param {Choice} choice */
  #choose(choice) {
    // The next choice may come before the answer to this one.
    this.#pair = { ...this.#pair, ...choice };
    this.#onChoose(this.#pair);
  }

  /** @param {string} kind */
  #toggle(kind) {
    const kinds = this.#kinds.includes(kind) ? this.#kinds.filter((each) => each !== kind) : [...this.#kinds, kind];
    this.#onChoose({ changes: kinds.join(',') });
  }

  /** @param {Error | null} [problem] */
  #draw(problem = null) {
    const basis = this.#presentBasis;
    this.#rows = this.#comparison && comparedRows(this.#comparison, basis);
    this.#drawBasis(basis);
    const isLonely = this.#runs.length === 1;
    setShown(this.#lonely, isLonely);
    setShown(this.#bar, this.#runs.length > 1);
    this.#drawBy(isLonely);
    this.#before.update(this.#runs, this.#pair.before);
    this.#after.update(this.#runs, this.#pair.after);
    const rows = this.#rows ?? [];
    const counts = changeCounts(rows);
    for (const [kind, chip] of this.#chips) chip.update(counts[kind], this.#kinds.includes(kind), basis);
    setText(this.#summary, this.#rows ? comparisonText(rows) : '');
    this.#table.update(rowsWith(rows, this.#kinds), this.#emptyText(problem));
  }

  /** @param {boolean} isLonely */
  #drawBy(isLonely) {
    const isByCalls = this.#by === 'calls';
    for (const part of this.#ofSelectors) setShown(part, !isByCalls);
    setShown(this.#table.element, !isLonely && !isByCalls);
    setShown(this.#calls.element, !isLonely && isByCalls);
    setAttribute(this.#bySelectors, 'aria-pressed', String(!isByCalls));
    setAttribute(this.#byCalls, 'aria-pressed', String(isByCalls));
    if (isLonely || !isByCalls) return;
    const present = this.#runs.find(({ isPresent }) => isPresent)?.epoch ?? null;
    this.#calls.show({ ...this.#pair, ignore: this.#ignore }, present);
  }

  /** @param {Basis} basis */
  #drawBasis(basis) {
    setAttribute(this.#basisButton, 'aria-pressed', String(basis === 'shares'));
    setText(this.#basis, this.#comparison ? basisText(runLengths(this.#comparison), basis) : '');
    const lines = Object.keys(CHANGES).flatMap((kind) => [
      element('dt', { text: CHANGES[kind].title }),
      element('dd', { text: `${changeHint(kind, basis)}.` }),
    ]);
    if (this.#explanations.dataset.basis !== basis) this.#explanations.replaceChildren(...lines);
    this.#explanations.dataset.basis = basis;
    this.#table.grid.setTitle('calls', basis === 'shares' ? 'Share of calls' : 'Calls');
  }

  /** @param {Error | null} problem */
  #emptyText(problem) {
    if (problem) return `${escapeText(problem.message)} Choose another one above.`;
    if (this.#rows === null) return 'Comparing…';
    if (this.#rows.length === 0) return 'Neither of the two runs has a call.';
    if (this.#kinds.length > 0) return 'No selector changed in this way.';
    return `${comparisonText(this.#rows)}.`;
  }
}

/** What stands there when there is nothing to compare with. */
function createLonelyView() {
  return element(
    'div',
    { class: 'empty', hidden: true },
    element(
      'div',
      { class: 'empty__case' },
      element('h2', { class: 'empty__title', text: 'There is no other run to compare with' }),
      element('p', { text: 'Runs in one file, or recordings that are opened together, are compared here.' }),
      element('pre', { class: 'empty__code', text: ONE_RUN.join('\n') }),
    ),
  );
}
