// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The held calls above the list of calls; nothing while none is held.

import { formatQuantity } from '../model/format.js';
import { createSmallButton } from './button.js';
import { element, setShown, setText } from './dom.js';
import { createHeldRow } from './held-row.js';

/**
 * @typedef {import('../model/held-calls.js').HeldRow} HeldRow
 * @typedef {Omit<import('./held-row.js').HeldRowOptions, 'onStep'> & { onReleaseAll: () => Promise<void> }} HeldOptions
 */

/** @param {HeldOptions} options */
export function createHeldStrip({ onReleaseAll, ...options }) {
  const title = element('h2', { class: 'held__title' });
  const all = createSmallButton('Let all go on', () => void onReleaseAll());
  all.title = 'All held calls continue unchanged';
  const list = element('ol', { class: 'held__list' });
  const root = element(
    'section',
    { class: 'held', 'aria-label': 'Held calls', hidden: true },
    element(
      'header',
      { class: 'held__header' },
      title,
      element('span', { class: 'held__hint', text: 'Keys: h jumps here, Enter continues, e edits, a answers, t throws, s skips' }),
      all,
    ),
    list,
  );
  /** @type {Map<number, import('./held-row.js').HeldRowView>} */
  const rows = new Map();

  /** @param {number} id @param {number} step */
  function step(id, step) {
    const ids = [...rows.keys()];
    const place = Math.min(ids.length - 1, Math.max(0, ids.indexOf(id) + step));
    rows.get(ids[place])?.focus();
  }

  /** A row that had the focus gives it to the next one.
   * @param {number} id @param {import('./held-row.js').HeldRowView} row */
  function remove(id, row) {
    const ids = [...rows.keys()];
    const place = ids.indexOf(id);
    const hadFocus = row.element.contains(document.activeElement);
    rows.delete(id);
    const next = rows.get(ids[place + 1] ?? ids[place - 1]);
    row.element.remove();
    if (!hadFocus) return;
    if (next) next.focus();
    else options.onLeave();
  }

  return {
    element: root,
    /** @param {HeldRow[]} next @param {number} now  milliseconds */
    update(next, now) {
      for (const [id, row] of rows) if (!next.some(({ held }) => held.id === id)) remove(id, row);
      for (const each of next) {
        const { id } = each.held;
        const row = rows.get(id) ?? createHeldRow(each, { ...options, onStep: step });
        if (!rows.has(id)) {
          rows.set(id, row);
          list.append(row.element);
        }
        row.update(each, now);
      }
      setShown(root, next.length > 0);
      const waiting = next.filter(({ farewell }) => farewell === null).length;
      setText(title, waiting === 0 ? 'No call is held any more' : `${formatQuantity(waiting, 'call')} held`);
      all.disabled = waiting === 0;
    },
    /** @returns {boolean} false when there is nothing to go to */
    focus() {
      const [first] = rows.values();
      first?.focus();
      return first !== undefined;
    },
  };
}
