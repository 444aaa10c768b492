// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The columns of the call tree: the selector at its level, and what its calls weigh, as numbers and shares of all.

import { escapeText } from '../model/escape-text.js';
import { formatCount, formatDuration, formatShare } from '../model/format.js';
import { meanOf } from '../model/tree-rows.js';
import { icon } from './button.js';
import { numberColumn } from './common-columns.js';
import { element, setAttribute, setText } from './dom.js';
import { selectorNodes } from './names.js';

const DEEPEST_INDENT = 24;

/**
 * @typedef {import('../model/tree-rows.js').TreeRow} TreeRow
 * @typedef {import('../model/columns.js').Column<TreeRow>} TreeColumn
 * @typedef {{ calls: number, nanoseconds: number }} TreeContext  of all calls
 */

/**
 * A weight with its share, as a text over a bar.
 * @param {string} id @param {string} title @param {(row: TreeRow) => number} read
 * @param {(context: TreeContext) => number} wholeOf @param {(value: number) => string} format
 * @param {Partial<TreeColumn>} more @returns {TreeColumn}
 */
const shareColumn = (id, title, read, wholeOf, format, more) =>
  numberColumn(id, title, read, {
    usesContext: true,
    render(cell, row, context) {
      const whole = wholeOf(context);
      const share = whole > 0 ? Math.min(1, read(row) / whole) : 0;
      const bar = element('span', { class: 'share' });
      bar.style.width = `${share * 100}%`;
      cell.replaceChildren(
        bar,
        element('span', { class: 'share__text', text: format(read(row)) }),
        element('span', { class: 'folded__share', text: formatShare(share) }),
      );
      setAttribute(cell, 'data-zero', read(row) === 0);
    },
    ...more,
  });

/** @param {TreeContext} context */
const allTime = ({ nanoseconds }) => nanoseconds;

/** The selector, behind what opens its row. That stays while the numbers change: a new one under the pointer would lose
 * its click.
 * @param {(row: TreeRow) => void} onToggle */
function selectorRenderer(onToggle) {
  /** @type {WeakMap<HTMLElement, TreeRow>} */
  const shown = new WeakMap();

  /** @param {HTMLElement} cell */
  function makeParts(cell) {
    const toggle = () => {
      const row = shown.get(cell);
      if (row) onToggle(row);
    };
    const attributes = { class: 'folded__twisty', type: 'button', tabindex: '-1', 'aria-hidden': 'true', onclick: toggle };
    cell.replaceChildren(element('button', attributes, icon('chevron')), element('span', { class: 'folded__name' }));
  }

  /** @param {HTMLElement} cell @param {TreeRow} row */
  return (cell, row) => {
    const { protocol, selector, level, hasChildren } = row;
    if (!cell.firstElementChild) makeParts(cell);
    shown.set(cell, row);
    const [twisty, name] = cell.children;
    setAttribute(twisty, 'data-leaf', hasChildren ? null : '');
    name.replaceChildren(
      ...selectorNodes(selector),
      element('span', { class: 'folded__protocol', text: escapeText(protocol) }),
    );
    cell.title = escapeText(`${protocol}.${selector}`);
    cell.style.setProperty('--depth', String(Math.min(level - 1, DEEPEST_INDENT)));
  };
}

/** @param {(row: TreeRow) => void} onToggle @returns {TreeColumn[]} */
export const callTreeColumns = (onToggle) => [
  {
    id: 'selector',
    title: 'Selector',
    width: 240,
    comfort: 320,
    flex: 1,
    keep: 10,
    isSortable: false,
    render: selectorRenderer(onToggle),
  },
  shareColumn('calls', 'Calls', ({ node }) => node.calls, ({ calls }) => calls, formatCount, { width: 124, keep: 7 }),
  shareColumn('total', 'Total time', ({ node }) => node.totalNanoseconds, allTime, formatDuration, {
    width: 140,
    keep: 9,
    hint: 'From start to end, with the calls made meanwhile',
  }),
  shareColumn('self', 'Self time', ({ node }) => node.selfNanoseconds, allTime, formatDuration, {
    width: 140,
    keep: 8,
    hint: 'Without the time of the calls made meanwhile',
  }),
  numberColumn('errors', 'Errors', ({ node }) => node.errors, {
    width: 70,
    keep: 4,
    render(cell, { node }) {
      setText(cell, formatCount(node.errors));
      setAttribute(cell, 'data-zero', node.errors === 0);
    },
  }),
  numberColumn('mean', 'Mean', ({ node }) => meanOf(node), { width: 84, keep: 5, hint: 'Total time of one call' }, formatDuration),
];
