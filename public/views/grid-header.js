// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The header row of a grid: titles that sort, edges that resize (a double click gives the width back).

import { NARROWEST } from '../model/columns.js';
import { element, setAttribute } from './dom.js';

/**
 * @param {{ onSort?: (id: string) => void, onResize?: (id: string, width: number | null) => void }} options
 */
export function createGridHeader({ onSort, onResize }) {
  const row = element('div', { class: 'grid__row grid__row--header', role: 'row', 'aria-rowindex': '1' });
  const root = element('div', { class: 'grid__header', role: 'rowgroup' }, row);
  let shown = '';
  const titles = new Map();

  const titleOf = ({ id, title }) => titles.get(id) ?? title;

  function makeCell(column) {
    const title = onSort && column.isSortable !== false
      ? element(
        'button',
        { class: 'grid__sort', type: 'button', tabindex: '-1', onclick: () => onSort(column.id) },
        element('span', { class: 'grid__title', text: titleOf(column) }),
      )
      : element('span', { class: 'grid__title', text: titleOf(column) });
    const note = element('span', { class: 'grid__note', 'data-note': column.id });
    return element(
      'div',
      {
        class: 'grid__cell grid__cell--header',
        role: 'columnheader',
        'data-column': column.id,
        'data-align': column.align,
        title: column.hint,
      },
      title,
      note,
      onResize ? makeHandle(column) : null,
    );
  }

  function makeHandle(column) {
    const handle = element('span', { class: 'grid__resizer', 'data-resizer': column.id, 'aria-hidden': 'true' });
    handle.addEventListener('pointerdown', (event) => startResizing(event, column, handle));
    handle.addEventListener('dblclick', () => onResize(column.id, null));
    return handle;
  }

  function startResizing(event, column, handle) {
    event.preventDefault();
    const cell = handle.closest('.grid__cell');
    const start = { x: event.clientX, width: cell.offsetWidth };
    handle.setPointerCapture(event.pointerId);
    handle.dataset.active = '';
    const abort = new AbortController();
    const move = ({ clientX }) => onResize(column.id, Math.max(NARROWEST, start.width + clientX - start.x));
    const stop = () => {
      delete handle.dataset.active;
      abort.abort();
    };
    handle.addEventListener('pointermove', move, { signal: abort.signal });
    handle.addEventListener('pointerup', stop, { signal: abort.signal });
    handle.addEventListener('lostpointercapture', stop, { signal: abort.signal });
  }

  return {
    element: root,
    /**
     * @param {object[]} columns that are visible
     * @param {string | null | undefined} sort `id`, or `-id` for descending
     */
    update(columns, sort) {
      const ids = columns.map(({ id }) => id).join();
      if (ids !== shown) row.replaceChildren(...columns.map(makeCell));
      shown = ids;
      for (const cell of row.children) {
        const { column } = cell.dataset;
        const order = sort === column ? 'ascending' : sort === `-${column}` ? 'descending' : null;
        setAttribute(cell, 'aria-sort', order);
      }
    },
    /** Another title for a column, now and whenever it is shown. */
    title(id, text) {
      titles.set(id, text);
      const title = row.querySelector(`[data-column="${id}"] .grid__title`);
      if (title) title.textContent = text;
    },
    /** The small text beside a title, such as the scale of the waterfall. */
    note(id, text) {
      const note = row.querySelector(`[data-note="${id}"]`);
      if (note && note.textContent !== text) note.textContent = text;
    },
  };
}
