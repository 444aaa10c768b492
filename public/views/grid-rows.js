// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The few row elements of a grid. A row of the source keeps its element while it scrolls by, so that only rows that
// enter the screen are written anew.

import { element, setAttribute } from './dom.js';

export const ROW_HEIGHT = 26;

export class GridRows {
  element = element('div', { class: 'grid__layer', role: 'rowgroup' });
  #slots = [];
  #id;
  #decorate;

  /**
   * @param {string} id prefix of the rows' ids
   * @param {(row: object | undefined, node: HTMLElement) => void} decorate  shows a row's state as data attributes
   */
  constructor(id, decorate) {
    this.#id = id;
    this.#decorate = decorate;
  }

  /**
   * @param {object} state
   * @param {(object | undefined)[]} state.rows  those on the screen; undefined while one is being fetched
   * @param {number} state.first       index of the first of them
   * @param {number} state.offset      pixels from the top of the content to the top of the screen
   * @param {object[]} state.columns
   * @param {object} state.context     for the cells; another `version` writes those anew that use it
   * @param {(row: object) => boolean} state.isSelected
   * @returns {string | null} id of the selected row's element, when it is on the screen
   */
  draw(state) {
    const { rows, first } = state;
    while (this.#slots.length < rows.length) this.#slots.push(this.#makeSlot());
    const size = this.#slots.length;
    let active = null;
    this.#slots.forEach((slot, place) => {
      const position = (((place - first) % size) + size) % size;
      slot.node.hidden = position >= rows.length;
      if (slot.node.hidden) return;
      this.#fill(slot, first + position, rows[position], state);
      if (slot.isSelected) active = slot.node.id;
    });
    return active;
  }

  /** @returns {object | undefined} the row that an event happened in */
  rowOf(event) {
    const node = event.target.closest?.('.grid__row');
    return this.#slots.find((slot) => slot.node === node)?.row;
  }

  /** @returns {object | undefined} the selected row, when it is on the screen */
  get selectedRow() {
    return this.#slots.find((slot) => slot.isSelected && !slot.node.hidden)?.row;
  }

  /** @returns {DOMRect} where a row is on the screen */
  boxOf(row) {
    return this.#slots.find((slot) => slot.row === row).node.getBoundingClientRect();
  }

  #makeSlot() {
    const node = element('div', {
      class: 'grid__row',
      role: 'row',
      id: `${this.#id}-row-${this.#slots.length}`,
      'aria-selected': 'false',
    });
    this.element.append(node);
    return { node, cells: [], columns: null, row: undefined, index: -1, version: null, isSelected: false };
  }

  #fill(slot, index, row, { offset, columns, context, isSelected }) {
    slot.node.style.transform = `translateY(${index * ROW_HEIGHT - offset}px)`;
    if (slot.index !== index) slot.node.setAttribute('aria-rowindex', index + 2);
    slot.index = index;
    slot.isSelected = row !== undefined && isSelected(row);
    setAttribute(slot.node, 'aria-selected', String(slot.isSelected));
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

function makeCells(slot, columns) {
  slot.columns = columns;
  slot.cells = columns.map(({ id, align }) =>
    element('div', { class: 'grid__cell', role: 'gridcell', 'data-column': id, 'data-align': align })
  );
  slot.node.replaceChildren(...slot.cells);
}
