// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// A grid over rows that are all there, with sorting, and with words in its place while there is nothing to show.

import { ArraySource } from '../model/array-source.js';
import { nextSort, parseSort, sortedBy } from '../model/sort.js';
import { element, setShown, setText } from './dom.js';
import { createGridView } from './grid-view.js';

/**
 * @param {object} options
 * @param {string} options.id
 * @param {string} options.label
 * @param {object[]} options.columns    with `read(row)` for sorting, and `startsDescending` where large values come
 *   first
 * @param {string | null} options.sort  at first
 * @param {(row: object) => unknown} options.keyOf
 * @param {(rows: object[]) => object} [options.prepare]
 * @param {(row: object | undefined, node: HTMLElement) => void} [options.decorate]
 * @param {(row: object) => void} [options.onOpen]
 */
export function createTableView({ id, label, columns, sort: firstSort, keyOf, prepare, decorate, onOpen }) {
  const source = new ArraySource(keyOf);
  let rows = [];
  let sort = firstSort;
  const open = (key) => {
    const row = source.rowWith(key);
    if (row) onOpen?.(row);
  };
  const grid = createGridView({
    id,
    label,
    columns,
    source,
    decorate,
    prepare: prepare && (() => ({ ...prepare(source.rows), version: source.rows })),
    onOpen: open,
    onSelect: open,
    onSort(columnId) {
      sort = nextSort(sort, columnId, columns.find((column) => column.id === columnId).startsDescending ?? false);
      arrange();
    },
  });
  const words = element('p', { class: 'table__words' });
  const root = element('div', { class: 'table' }, grid.element, words);

  function arrange() {
    const order = parseSort(sort);
    const column = columns.find((each) => each.id === order?.column);
    source.replace(column ? sortedBy(rows, column.read, order.isDescending) : rows);
    grid.setSort(sort);
    grid.update();
  }

  arrange();
  return {
    element: root,
    grid,
    /**
     * @param {object[]} next
     * @param {string} emptyText shown when there is no row
     */
    update(next, emptyText) {
      rows = next;
      setText(words, emptyText);
      setShown(words, rows.length === 0);
      arrange();
    },
    rowWith: source.rowWith,
    destroy: () => grid.destroy(),
  };
}
