// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The processes of a fleet: what each is, how it is, and the way to the calls of one or several.

import { formatQuantity } from '../model/format.js';
import { brokerText, clocksText, programsText } from '../model/programs.js';
import { NOTHING_SELECTED, pruned, withPicked } from '../model/selection.js';
import { icon } from './button.js';
import { element, setAttribute, setShown, setText } from './dom.js';
import { PROGRAM_COLUMNS } from './program-columns.js';
import { createTableView } from './table-view.js';

const HINT = 'Control or Shift selects several';

/**
 * @param {object} options
 * @param {(epochs: string[]) => void} options.onShow  the calls of these processes are wanted; none: of all
 */
export function createProgramsView({ onShow }) {
  let selection = NOTHING_SELECTED;
  let isLoaded = false;
  /** @type {FleetProgram[]} */
  let programs = [];
  /** @type {string[]} epochs whose calls alone the list shows */
  let shown = [];
  /** @param {import('../model/selection.js').Selection} next */
  const select = (next) => {
    selection = next;
    draw();
  };
  const table = createTableView({
    id: 'program-list',
    label: 'Programs',
    columns: PROGRAM_COLUMNS,
    sort: 'service',
    keyOf: ({ epoch }) => epoch,
    prepare: () => ({ now: Date.now() }),
    decorate: (row, node) => setAttribute(node, 'data-state', row?.state),
    picking: {
      has: (key) => selection.keys.has(key),
      onPick: (picking, key, order) => select(withPicked(selection, picking, key, order)),
    },
    onOpen: ({ epoch }) => onShow(selection.keys.has(epoch) ? selectedEpochs() : [epoch]),
  });
  const summary = element('span', { class: 'programs__summary', role: 'status' });
  const broker = element('span');
  const trouble = element('span', { class: 'programs__broker' }, icon('warning'), broker);
  const clocks = element('span', { class: 'programs__clocks' });
  const all = element('button', { class: 'button', type: 'button', text: 'Show all programs', onclick: () => onShow([]) });
  const show = element('button', { class: 'button button--main', type: 'button', onclick: () => onShow(selectedEpochs()) });
  const root = element(
    'div',
    { class: 'stack programs' },
    element(
      'div',
      { class: 'programs__bar' },
      summary,
      trouble,
      clocks,
      // What stands there does not depend on the selection: the list must not move under the pointer.
      element('span', { class: 'programs__ways' }, element('span', { class: 'programs__hint', text: HINT }), all, show),
    ),
    table.element,
  );

  function selectedEpochs() {
    return programs.flatMap(({ epoch }) => (selection.keys.has(epoch) ? epoch : []));
  }

  function draw() {
    const count = selection.keys.size;
    setText(summary, isLoaded ? programsText(programs) : '');
    setText(clocks, clocksText(programs));
    setShown(clocks, clocks.textContent !== '');
    setText(show, count === 0 ? 'Show calls' : `Show calls of ${formatQuantity(count, 'program')}`);
    show.disabled = count === 0;
    setShown(all, shown.length > 0);
    table.grid.update();
  }

  draw();
  return {
    element: root,
    grid: table.grid,
    focus: () => table.focus(),
    /** @param {FleetProgram[]} items @param {BrokerState} state */
    update(items, state) {
      programs = items;
      isLoaded = true;
      selection = pruned(selection, programs.map(({ epoch }) => epoch));
      setText(broker, brokerText(state));
      setAttribute(trouble, 'data-state', state.connected ? (state.behind > 0 ? 'behind' : 'connected') : 'disconnected');
      table.update(programs, 'No program has sent calls yet. A relay finds the programs of its machine by itself.');
      draw();
    },
    /** The list shows the calls of these processes alone; none: of all.
     * @param {string[]} epochs */
    setShown(epochs) {
      if (epochs.join() === shown.join()) return;
      shown = epochs;
      select({ keys: new Set(epochs), anchor: epochs[0] ?? null });
    },
    /** @returns {boolean} whether there was anything to take away */
    clearSelection() {
      if (selection.keys.size === 0) return false;
      select(NOTHING_SELECTED);
      return true;
    },
  };
}
