// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The few row elements of a grid. A row of the source keeps its element while it scrolls by, so that only rows that
// enter the screen are written anew.

import { element, setAttribute, targetOf } from './dom.js';

export const ROW_HEIGHT = 26;

/**
 * @template Row
 * @typedef {import('../model/columns.js').Column<Row>} Column
 */

/**
 * An element, and what it shows.
 * @template Row
 * @typedef {{ node: HTMLElement, cells: HTMLElement[], columns: Column<Row>[] | null, row: Row | undefined,
 *   index: number, version: unknown, isSelected: boolean, isActive: boolean }} Slot
 */

/**
 * @template Row
 * @typedef {object} GridScreen
 * @property {(Row | undefined)[]} rows  those on the screen; undefined while one is being fetched
 * @property {number} first       index of the first of them
 * @property {number} offset      pixels from the top of the content to the top of the screen
 * @property {Column<Row>[]} columns
 * @property {{ version?: unknown }} context  for the cells; another `version` writes those anew that use it
 * @property {(row: Row) => boolean} isSelected
 * @property {(row: Row) => boolean} [isActive]  where several rows can be selected: whether the keyboard is at it
 */

/** @template Row */
export class GridRows {
  element = element('div', { class: 'grid__layer', role: 'rowgroup' });
  /** @type {Slot<Row>[]} */
  #slots = [];
  #id;
  #decorate;

  /**
   * @param {string} id prefix of the rows' ids
   * @param {(row: Row | undefined, node: HTMLElement) => void} decorate  shows a row's state as data attributes
   */
  constructor(id, decorate) {
    this.#id = id;
    this.#decorate = decorate;
  }

  /**
   * @param {GridScreen<Row>} state
   * @returns {string | null} id of the element of the row that the keyboard is at, when it is on the screen
   */
  draw(state) {
    const { rows, first } = state;
    while (this.#slots.length < rows.length) this.#slots.push(this.#makeSlot());
    const size = this.#slots.length;
    /** @type {string | null} */
    let active = null;
    this.#slots.forEach((slot, place) => {
      const position = (((place - first) % size) + size) % size;
      slot.node.hidden = position >= rows.length;
      if (slot.node.hidden) return;
      this.#fill(slot, first + position, rows[position], state);
      if (slot.isActive) active = slot.node.id;
    });
    return active;
  }

  /** The row that an event happened in.
   * @param {Event} event @returns {Row | undefined} */
  rowOf(event) {
    const node = targetOf(event).closest?.('.grid__row');
    return this.#slots.find((slot) => slot.node === node)?.row;
  }

  /** @returns {Row | undefined} the row that the keyboard is at, when it is on the screen */
  get activeRow() {
    return this.#slots.find((slot) => slot.isActive && !slot.node.hidden)?.row;
  }

  /** Where a row is on the screen.
   * @param {Row} row */
  boxOf(row) {
    return this.#slots.find((slot) => slot.row === row)?.node.getBoundingClientRect();
  }

  /** @returns {Slot<Row>} */
  #makeSlot() {
    const node = element('div', {
      class: 'grid__row',
      role: 'row',
      id: `${this.#id}-row-${this.#slots.length}`,
      'aria-selected': 'false',
    });
    this.element.append(node);
    const isNeither = { isSelected: false, isActive: false };
    return { node, cells: [], columns: null, row: undefined, index: -1, version: null, ...isNeither };
  }

  /** @param {Slot<Row>} slot @param {number} index @param {Row | undefined} row @param {GridScreen<Row>} screen */
  #fill(slot, index, row, { offset, columns, context, isSelected, isActive }) {
    slot.node.style.transform = `translateY(${index * ROW_HEIGHT - offset}px)`;
    if (slot.index !== index) slot.node.setAttribute('aria-rowindex', String(index + 2));
    slot.index = index;
    slot.isSelected = row !== undefined && isSelected(row);
    slot.isActive = isActive ? row !== undefined && isActive(row) : slot.isSelected;
    setAttribute(slot.node, 'aria-selected', String(slot.isSelected));
    if (isActive) setAttribute(slot.node, 'data-active', slot.isActive && '');
    const isSameRow = slot.columns === columns && slot.row === row;
    if (isSameRow && slot.version === context.version) return;
    if (slot.columns !== columns) makeCells(slot, columns);
    slot.row = row;
    slot.version = context.version;
    setAttribute(slot.node, 'aria-busy', row === undefined ? 'true' : null);
    this.#decorate(row, slot.node);
    columns.forEach((column, place) => {
      if (row === undefined) slot.cells[place].replaceChildren();
      else if (!isSameRow || column.usesContext) column.render(slot.cells[place], row, context);
    });
  }
}

/**
 * @template Row
 * @param {Slot<Row>} slot @param {Column<Row>[]} columns
 */
function makeCells(slot, columns) {
  slot.columns = columns;
  slot.cells = columns.map(({ id, align }) =>
    element('div', { class: 'grid__cell', role: 'gridcell', 'data-column': id, 'data-align': align })
  );
  slot.node.replaceChildren(...slot.cells);
}
