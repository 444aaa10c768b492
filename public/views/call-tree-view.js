// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The calls folded into a tree: what called what, how often, and where the time went.

import { formatDuration, formatQuantity } from '../model/format.js';
import { ArraySource } from '../model/array-source.js';
import { meaningOfTreeKey, TreeRows } from '../model/tree-rows.js';
import { createButton } from './button.js';
import { callTreeColumns } from './call-tree-columns.js';
import { element, setAttribute, setShown, setText, targetOf } from './dom.js';
import { GridView } from './grid-view.js';

/** @type {Record<'topDown' | 'bottomUp', { text: string, title: string }>} */
const DIRECTIONS = {
  topDown: { text: 'Top down', title: 'Callers, and below them what they called' },
  bottomUp: { text: 'Bottom up', title: 'Selectors, and below them who called them' },
};
/** @type {Record<string, { text: string, title: string }>} */
const MAIN_WEIGHTS = {
  time: { text: 'Time', title: 'The longest time first' },
  calls: { text: 'Calls', title: 'The most calls first' },
};
/** The time that a direction is about: with what was called, or that which callers divide among themselves. */
const TIMES = { topDown: 'total', bottomUp: 'self' };

/**
 * Buttons of which one is pressed.
 * @param {string} label @param {Record<string, { text: string, title: string }>} choices @param {(id: string) => void} onChoose
 */
function createChoice(label, choices, onChoose) {
  const chips = Object.entries(choices).map(([id, { text, title }]) =>
    element('button', { class: 'chip', type: 'button', 'data-id': id, text, title, onclick: () => onChoose(id) })
  );
  return {
    element: element('div', { class: 'folded__choice', role: 'group', 'aria-label': label }, ...chips),
    /** @param {string} chosen */
    update(chosen) {
      for (const chip of chips) setAttribute(chip, 'aria-pressed', String(chip.dataset.id === chosen));
    },
  };
}

/**
 * @typedef {import('../model/tree-rows.js').TreeRow} TreeRow
 * @typedef {import('../model/call-tree.js').TreeDirection} TreeDirection
 * @typedef {object} CallTreeOptions
 * @property {(choice: { direction?: TreeDirection, weight?: string }) => void} onChoose
 * @property {(row: TreeRow) => void} onShowCalls
 * @property {(row: TreeRow, point: { x: number, y: number }) => void} onMenu
 */
export class CallTreeView {
  #tree = new TreeRows();
  /** @type {ArraySource<TreeRow>} */
  #source = new ArraySource(({ key }) => key);
  #whole = { calls: 0, nanoseconds: 0 };
  #onShowCalls;
  #onChoose;
  /** @type {{ direction: TreeDirection, weight: string }} */
  #chosen = { direction: 'topDown', weight: 'total' };
  #direction;
  #weight;
  #summary = element('span', { class: 'folded__summary', role: 'status' });
  #note = element('p', { class: 'folded__note', role: 'status', hidden: true });
  #words = element('p', { class: 'table__words', text: 'Reading the calls…' });

  /** @param {CallTreeOptions} options */
  constructor({ onChoose, onShowCalls, onMenu }) {
    this.#onShowCalls = onShowCalls;
    this.#onChoose = onChoose;
    this.#direction = createChoice('Direction of the tree', DIRECTIONS, (direction) =>
      this.#chooseDirection(/** @type {TreeDirection} */ (direction)));
    this.#weight = createChoice('Heaviest first by', MAIN_WEIGHTS, (weight) =>
      onChoose({ weight: weight === 'time' ? TIMES[this.#chosen.direction] : weight }));
    this.grid = new GridView({
      id: 'calltree',
      label: 'Call tree',
      role: 'treegrid',
      columns: callTreeColumns((row) => this.#setOpen(row, !row.isOpen)),
      source: this.#source,
      decorate,
      prepare: () => ({ ...this.#whole, version: this.#whole }),
      onSelect: () => {},
      onOpen: () => {},
      onKey: (event) => this.#keyPressed(event),
      onMenu: (row, _, point) => onMenu(row, point),
      onSort: (weight) => onChoose({ weight }),
    });
    this.grid.element.addEventListener('dblclick', (event) => {
      if (targetOf(event).closest('.grid__layer') && !targetOf(event).closest('button')) this.#showCalls();
    });
    const heaviest = createButton({
      icon: 'path',
      label: 'Open the heaviest path',
      text: 'Heaviest path',
      key: '*',
      onClick: () => this.#openHeaviest(),
    });
    this.element = element(
      'div',
      { class: 'table folded' },
      element(
        'div',
        { class: 'folded__bar' },
        this.#direction.element,
        this.#weight.element,
        heaviest,
        element('span', { class: 'page__spring' }),
        this.#summary,
      ),
      this.#note,
      element('div', { class: 'table' }, this.grid.element, this.#words),
    );
  }

  /** @param {TreeDirection} direction @param {string} weight  of `WEIGHTS` */
  setChoice(direction, weight) {
    this.#chosen = { direction, weight };
    this.#direction.update(direction);
    this.#weight.update(weight === TIMES[direction] ? 'time' : weight);
    this.grid.setSort(`-${weight}`);
    this.#tree.orderBy(weight);
    this.#draw();
  }

  /** @param {CallTree} tree */
  update(tree) {
    const { calls, nanoseconds } = tree;
    this.#whole = { calls, nanoseconds };
    this.#tree.take(tree);
    setText(this.#summary, `${formatQuantity(calls, 'call')}, ${formatDuration(nanoseconds)}`);
    setText(this.#note, notesOf(tree).join(' '));
    setShown(this.#note, this.#note.textContent !== '');
    setText(this.#words, 'There is no ended call to show.');
    setShown(this.#words, tree.nodes.length === 0);
    this.#draw();
  }

  /** An order by time stays one by time.
   * @param {TreeDirection} direction */
  #chooseDirection(direction) {
    const { direction: present, weight } = this.#chosen;
    this.#onChoose({ direction, weight: weight === TIMES[present] ? TIMES[direction] : weight });
  }

  focus() {
    this.grid.focus();
  }

  #draw() {
    this.#source.replace(this.#tree.rows);
    this.grid.update();
  }

  /** @returns {TreeRow | null} */
  get #selected() {
    return this.#source.rowWith(this.grid.selected) ?? null;
  }

  /** @param {TreeRow} row @param {boolean} isOpen */
  #setOpen(row, isOpen) {
    this.#tree.setOpen(row.key, isOpen);
    this.#draw();
    // What was selected has been closed away.
    if (this.grid.selected !== null && !this.#selected) this.grid.setSelected(row.key);
  }

  #openHeaviest() {
    const key = this.#tree.openHeaviest(this.#selected);
    this.#draw();
    this.#go(key);
  }

  /** @param {number | null} key */
  #go(key) {
    if (key === null) return;
    this.grid.setSelected(key);
    this.grid.reveal(this.#source.indexOf(key));
  }

  #showCalls() {
    if (this.#selected) this.#onShowCalls(this.#selected);
  }

  /** @param {KeyboardEvent} event @returns {boolean} whether the key meant something */
  #keyPressed({ key, altKey, ctrlKey, metaKey }) {
    const row = this.#selected;
    if (altKey || ctrlKey || metaKey) return false;
    if (key === '*') this.#openHeaviest();
    else if (key === 'Enter') this.#showCalls();
    else {
      const meaning = row && meaningOfTreeKey(key, row);
      if (!row || !meaning) return false;
      if ('open' in meaning) this.#setOpen(row, meaning.open);
      else if (meaning.go === 'parent') this.#go(row.parent);
      else this.grid.moveSelection(1);
    }
    return true;
  }
}

/** What the tree does not show.
 * @param {CallTree} tree */
function notesOf({ isComplete, isCut }) {
  return [
    ...(isComplete ? [] : ['Not all calls are in the tree: reading them takes the server too long.']),
    ...(isCut ? ['Only the heaviest parts are shown: the tree is too large to show all of it.'] : []),
  ];
}

/** Shows a row's place in the tree as attributes.
 * @param {TreeRow | undefined} row @param {HTMLElement} node */
function decorate(row, node) {
  setAttribute(node, 'aria-level', row?.level);
  setAttribute(node, 'aria-posinset', row?.place);
  setAttribute(node, 'aria-setsize', row?.siblings);
  setAttribute(node, 'aria-expanded', row?.hasChildren ? String(row.isOpen) : null);
}
