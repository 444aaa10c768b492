// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The menus of the page, connected to what they act on.

import { emptyChoice, withShown } from '../model/columns.js';
import { exportAddress, recordAddress } from '../net/api.js';
import { createMenu } from '../views/menu-view.js';
import { TRAFFIC_COLUMNS } from '../views/traffic-columns.js';
import { cellMenuItems, columnMenuItems, copyMenuItems, exportMenuItems, filterMenuItems } from './menus.js';

/** What copying a call needs. */
const copying = (page) => ({
  linkOf: ({ id }) => page.navigation.addressOf({ call: id }),
  addressOf: ({ id }) => new URL(recordAddress(id), location.href).href,
  copy: (text, what) => page.actions.copy(text, what),
});

/**
 * @param {object} page
 * @param {object} options
 * @param {(name: string) => (...values: any[]) => any} options.command
 * @param {(choice: import('../model/columns.js').ColumnChoice) => void} options.onColumns
 */
export function createPageMenus(page, { command, onColumns }) {
  return {
    copyMenu: createMenu({
      label: 'Copy the call',
      items: copyMenuItems({ call: () => page.opened.call, ...copying(page) }),
    }),
    filterMenu: createMenu({
      label: 'Saved and recent filters',
      items: filterMenuItems({ filtering: page.filtering, present: () => page.state().filter }),
    }),
    cellMenu: createMenu({ label: 'What to do with this cell' }),
    columnMenu: createMenu({
      label: 'Columns',
      items: columnMenuItems({
        columns: TRAFFIC_COLUMNS,
        choice: () => page.local.columns,
        onToggle: (id, isShown) => onColumns(withShown(page.local.columns, id, isShown)),
        onReset: () => onColumns(emptyChoice()),
        time: () => page.local.time,
        onTime: page.chooseTime,
      }),
    }),
    exportMenu: createMenu({
      label: 'Export',
      items: exportMenuItems({
        isFile: () => page.fileMode.summary !== null,
        canExport: () => page.can('export'),
        exportAddress: (format) => exportAddress({ format, filter: page.filter() }),
        onSave: command('saveAs'),
        onCopyCurl: command('copyListCurl'),
        onOpenFile: command('openFile'),
      }),
    }),
  };
}

/**
 * @param {object} page
 * @param {object} call
 * @param {string | null} column  null when the menu was asked for by keyboard
 * @param {{ x: number, y: number }} point
 */
export function openCellMenu(page, call, column, point) {
  const { views, filtering, commands, state } = page;
  const items = cellMenuItems({
    call,
    column,
    canFilter: page.can('filter'),
    onOnly: (key, term) => filtering.narrow(state().filter, key, term),
    onHide: (term) => filtering.add(state().filter, term),
    actions: [{ label: 'Show details', run: () => commands.open(call) }],
    copying: copying(page),
  });
  views.cellMenu.openAt(point, views.traffic.grid.element, items);
}
