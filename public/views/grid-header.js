// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The header row of a grid: titles that sort, by click or by keyboard, and edges that resize (a double click gives the
// width back).

import { NARROWEST } from '../model/columns.js';
import { element, listenForDrags, setAttribute, setText, steppedTo } from './dom.js';

/** @typedef {import('../model/columns.js').ColumnShape} ColumnShape */

/** @param {{ onSort: (id: string) => void, onResize?: (id: string, width: number | null) => void }} options */
export function createGridHeader({ onSort, onResize }) {
  const row = element('div', { class: 'grid__row grid__row--header', role: 'row', 'aria-rowindex': '1' });
  const root = element('div', { class: 'grid__header', role: 'rowgroup' }, row);
  let shown = '';
  /** @type {Map<string, string>} */
  const titles = new Map();
  /** @type {string | undefined} the column whose title Tab leads to; arrows lead on from there */
  let reached;

  row.addEventListener('focusin', ({ target }) => {
    reached = columnOf(/** @type {HTMLElement} */ (target));
    setStops();
  });
  row.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const buttons = [...sorters()];
    const place = buttons.findIndex((button) => button === document.activeElement);
    const next = steppedTo(event.key, 'ArrowLeft', 'ArrowRight', place, buttons.length);
    if (next === null) return;
    event.preventDefault();
    event.stopPropagation();
    buttons[next].focus();
  });

  /** @returns {NodeListOf<HTMLElement>} */
  const sorters = () => row.querySelectorAll('.grid__sort');

  /** @param {HTMLElement} node */
  const columnOf = (node) => /** @type {HTMLElement | null} */ (node.closest('.grid__cell'))?.dataset.column;

  /** The titles are one stop of the Tab key. */
  function setStops() {
    const buttons = [...sorters()];
    const stop = buttons.find((button) => columnOf(button) === reached) ?? buttons[0];
    for (const button of buttons) button.tabIndex = button === stop ? 0 : -1;
  }

  /** @param {ColumnShape} column */
  function makeCell(column) {
    const { id } = column;
    const title = element('span', { class: 'grid__title', text: titles.get(id) ?? column.title });
    const sorter = { class: 'grid__sort', type: 'button', tabindex: '-1', onclick: () => onSort(id) };
    const note = element('span', { class: 'grid__note', 'data-note': id });
    return element(
      'div',
      {
        class: 'grid__cell grid__cell--header',
        role: 'columnheader',
        'data-column': id,
        'data-align': column.align,
        title: column.hint,
      },
      column.isSortable === false ? title : element('button', sorter, title),
      note,
      onResize ? makeHandle(id, onResize) : null,
    );
  }

  /** @param {string} id @param {(id: string, width: number | null) => void} resize */
  function makeHandle(id, resize) {
    const handle = element('span', { class: 'grid__resizer', 'data-resizer': id, 'aria-hidden': 'true' });
    listenForDrags(handle, (event) => {
      const cell = /** @type {HTMLElement} */ (handle.closest('.grid__cell'));
      const start = { x: event.clientX, width: cell.offsetWidth };
      return ({ clientX }) => resize(id, Math.max(NARROWEST, start.width + clientX - start.x));
    });
    handle.addEventListener('dblclick', () => resize(id, null));
    return handle;
  }

  return {
    element: root,
    /**
     * @param {ColumnShape[]} columns that are visible
     * @param {string | null | undefined} sort `id`, or `-id` for descending
     */
    update(columns, sort) {
      const ids = columns.map(({ id }) => id).join();
      if (ids !== shown) {
        row.replaceChildren(...columns.map(makeCell));
        setStops();
      }
      shown = ids;
      for (const cell of row.children) {
        const { column } = /** @type {HTMLElement} */ (cell).dataset;
        const order = sort === column ? 'ascending' : sort === `-${column}` ? 'descending' : null;
        setAttribute(cell, 'aria-sort', order);
      }
    },
    /** Another title for a column, now and whenever it is shown.
     * @param {string} id @param {string} text */
    title(id, text) {
      titles.set(id, text);
      const title = row.querySelector(`[data-column="${id}"] .grid__title`);
      if (title) title.textContent = text;
    },
    /** The small text beside a title, such as the scale of the waterfall.
     * @param {string} id @param {string} text */
    note(id, text) {
      const note = row.querySelector(`[data-note="${id}"]`);
      if (note) setText(note, text);
    },
  };
}
