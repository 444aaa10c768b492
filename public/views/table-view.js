// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// A grid over rows that are all there, with sorting, and with words in its place while there is nothing to show.

import { ArraySource } from '../model/array-source.js';
import { nextSort, parseSort, sortedBy } from '../model/sort.js';
import { element, setShown, setText } from './dom.js';
import { GridView } from './grid-view.js';

/**
 * As `GridPicking`, with the keys of all rows as they are shown.
 * @typedef {{ has: (key: unknown) => boolean, onPick: (picking: import('../model/selection.js').Picking, key: unknown,
 *   order: unknown[]) => void }} TablePicking
 */

/**
 * @template Row
 * @param {object} options
 * @param {string} options.id
 * @param {string} options.label
 * @param {import('../model/columns.js').Column<Row>[]} options.columns
 * @param {string} options.sort  at first
 * @param {(row: Row) => unknown} options.keyOf
 * @param {(rows: Row[]) => object} [options.prepare]  context for the cells
 * @param {(row: Row | undefined, node: HTMLElement) => void} [options.decorate]
 * @param {TablePicking} [options.picking]  several rows can be selected
 * @param {(row: Row) => void} options.onOpen
 * @param {import('./grid-view.js').GridOptions<Row>['onMenu']} [options.onMenu]
 */
export function createTableView(options) {
  const { id, label, columns, sort: firstSort, keyOf, prepare, decorate, picking, onOpen, onMenu } = options;
  const source = new ArraySource(keyOf);
  /** @type {Row[]} */
  let rows = [];
  /** @type {string | null} */
  let sort = firstSort;
  /** @param {unknown} key */
  const open = (key) => {
    const row = source.rowWith(key);
    if (row) onOpen(row);
  };
  const grid = new GridView({
    id,
    label,
    columns,
    source,
    decorate,
    prepare: prepare && (() => ({ ...prepare(source.rows), version: source.rows })),
    onOpen: open,
    onSelect: picking ? () => {} : open,
    picking: picking && {
      has: picking.has,
      onPick: (how, key) => picking.onPick(how, key, source.rows.map(keyOf)),
    },
    onMenu,
    onSort(columnId) {
      sort = nextSort(sort, columnId, columns.find((column) => column.id === columnId)?.startsDescending ?? false);
      arrange();
    },
  });
  const words = element('p', { class: 'table__words' });
  const root = element('div', { class: `table ${id}` }, grid.element, words);

  function arrange() {
    const { column, isDescending } = parseSort(sort ?? '');
    const read = columns.find((each) => each.id === column)?.read;
    source.replace(read ? sortedBy(rows, read, isDescending) : rows);
    grid.setSort(sort);
    grid.update();
  }

  arrange();
  return {
    element: root,
    grid,
    focus: () => grid.focus(),
    rowWith: source.rowWith,
    /**
     * @param {Row[]} next
     * @param {string} emptyText shown when there is no row
     */
    update(next, emptyText) {
      rows = next;
      setText(words, emptyText);
      setShown(words, rows.length === 0);
      arrange();
    },
  };
}
