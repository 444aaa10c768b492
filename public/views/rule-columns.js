// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The columns of the list of rules.

import { escapeText } from '../model/escape-text.js';
import { formatCount } from '../model/format.js';
import { actionText, callsText, limitsText, notesOf, pointText } from '../model/rules.js';
import { nameColumn, numberColumn } from './common-columns.js';
import { setAttribute, setText } from './dom.js';
import { switchRenderer } from './switch.js';

/** @typedef {import('../model/columns.js').Column<Rule>} RuleColumn */

/** @param {'seen' | 'applied' | 'failed'} field @param {string} title @param {number} keep @returns {RuleColumn} */
const count = (field, title, keep) =>
  numberColumn(field, title, (rule) => rule[field] ?? 0, {
    width: 70,
    keep,
    render(cell, rule) {
      setText(cell, formatCount(rule[field] ?? 0));
      setAttribute(cell, 'data-zero', !rule[field]);
    },
  });

/** @param {(rule: Rule) => string} read @returns {RuleColumn['render']} */
const titled = (read) => (cell, rule) => {
  setText(cell, read(rule) || '–');
  setAttribute(cell, 'title', read(rule) || null);
};

/** The first note, and how many there are.
 * @param {HTMLElement} cell @param {Rule} rule */
function renderNotes(cell, rule) {
  const notes = notesOf(rule, Date.now());
  const more = notes.length > 1 ? `${notes.length} notes: ` : '';
  setText(cell, notes.length > 0 ? `⚠\uFE0E ${more}${notes[0].text}` : '–');
  setAttribute(cell, 'title', notes.map(({ text }) => text).join('\n') || null);
  setAttribute(cell, 'data-kind', notes.length > 0 ? 'warning' : null);
}

/**
 * @param {(rule: Rule) => Promise<void>} onSwitch
 * @param {() => boolean} isAllowed  whether rules can be changed
 * @returns {RuleColumn[]}
 */
export const ruleColumns = (onSwitch, isAllowed) => [
  numberColumn('id', '#', ({ id }) => id, { width: 48, keep: 10, startsDescending: false }),
  {
    id: 'enabled',
    title: 'On',
    width: 52,
    keep: 11,
    startsDescending: true,
    read: ({ enabled }) => Number(enabled),
    render: switchRenderer({
      describe: ({ id, enabled }) => ({
        key: id,
        label: `Rule ${id}`,
        title: enabled ? 'On: switch it off' : 'Off: switch it on',
        isOn: enabled,
        isDisabled: !isAllowed(),
      }),
      onSwitch,
    }),
  },
  nameColumn('calls', 'Calls', callsText, {
    width: 250,
    flex: 4,
    keep: 9,
    render(cell, rule) {
      setText(cell, callsText(rule));
      setAttribute(cell, 'title', `${callsText(rule)}\n${rule.filter}`.trim());
    },
  }),
  nameColumn('point', 'Point', ({ point }) => point, {
    width: 64,
    keep: 4,
    render(cell, rule) {
      setText(cell, escapeText(rule.point));
      setAttribute(cell, 'title', pointText(rule));
    },
  }),
  { id: 'action', title: 'Action', width: 180, flex: 3, keep: 8, read: actionText, render: titled(actionText) },
  { id: 'limits', title: 'Limits', width: 110, flex: 1.5, keep: 3, read: limitsText, render: titled(limitsText) },
  count('seen', 'Seen', 5),
  count('applied', 'Applied', 7),
  count('failed', 'Failed', 6),
  {
    id: 'notes',
    title: 'Notes',
    width: 120,
    flex: 2,
    keep: 2,
    read: (rule) => notesOf(rule, Date.now()).length,
    startsDescending: true,
    render: renderNotes,
  },
];
