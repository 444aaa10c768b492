// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Columns that several tables have. What is missing is a dash, and sorts last.

import { wholeCallText } from '../model/call-line.js';
import { derivedOf, threadName } from '../model/call.js';
import { escapeText } from '../model/escape-text.js';
import { formatCount } from '../model/format.js';
import { setText, tokenNodes } from './dom.js';
import { selectorNodes, threadNode } from './names.js';

/**
 * @template Row
 * @typedef {import('../model/columns.js').Column<Row>} Column
 */

/**
 * A name as the program has it.
 * @template Row
 * @param {string} id @param {string} title
 * @param {(row: Row) => string | null | undefined} read
 * @param {Partial<Column<Row>>} more
 * @returns {Column<Row>}
 */
export const nameColumn = (id, title, read, more) => ({
  id,
  title,
  width: 130,
  read,
  render: (cell, row) => setText(cell, escapeText(read(row) ?? '–')),
  ...more,
});

/**
 * A number of which large ones are the interesting ones.
 * @template Row
 * @param {string} id @param {string} title
 * @param {(row: Row) => number | null | undefined} read
 * @param {Partial<Column<Row>>} more
 * @param {(value: number | null | undefined) => string} [format]
 * @returns {Column<Row>}
 */
export const numberColumn = (id, title, read, more, format = formatCount) => ({
  id,
  title,
  width: 90,
  align: 'end',
  startsDescending: true,
  read,
  render: (cell, row) => setText(cell, format(read(row))),
  ...more,
});

/**
 * @template {{ selector: string }} Row
 * @param {Partial<Column<Row>>} more
 * @returns {Column<Row>}
 */
export const selectorColumn = (more) => ({
  id: 'selector',
  title: 'Selector',
  width: 240,
  keep: 10,
  read: ({ selector }) => selector,
  render(cell, { selector }) {
    cell.title = selector;
    cell.replaceChildren(...selectorNodes(selector));
  },
  ...more,
});

/** @param {Partial<Column<Invocation>>} more @returns {Column<Invocation>} */
export const threadColumn = (more) => ({
  id: 'thread',
  title: 'Thread',
  width: 130,
  read: ({ thread }) => threadName(thread),
  render: (cell, { thread }) => cell.replaceChildren(threadNode(thread)),
  ...more,
});

/** The whole call in one line.
 * @param {Partial<Column<Invocation>>} more @returns {Column<Invocation>} */
export const callColumn = (more) => ({
  id: 'call',
  title: 'Call',
  width: 260,
  flex: 1,
  keep: 10,
  read: ({ selector }) => selector,
  render(cell, call) {
    cell.style.setProperty('--depth', String(Math.min(call.depth ?? 0, DEEPEST_INDENT)));
    cell.title = wholeCallText(call);
    cell.replaceChildren(...tokenNodes(derivedOf(call).line));
  },
  ...more,
});

const DEEPEST_INDENT = 12;
