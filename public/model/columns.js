// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Which columns a grid shows, in which widths, and what its time column counts from. Pure: the grid applies it, the
// app stores it.

import { formatDuration } from './format.js';

/**
 * @typedef {object} ColumnShape
 * @property {string} id
 * @property {string} title
 * @property {number} width      pixels at first
 * @property {number} [comfort]  pixels that it should rather have than that columns of little worth stay
 * @property {number} [flex]     share of the room that is left over; a column without one keeps its width
 * @property {number} [keep]     the higher, the longer it stays when room gets short; default 0
 * @property {boolean} [isHidden] hidden until the user asks for it
 * @property {'end'} [align]
 * @property {string} [hint]
 * @property {boolean} [isSortable] default true
 * @property {boolean} [startsDescending]  a first click on the title sorts large values to the top
 * @property {boolean} [usesContext] whether its cells depend on what else is on the screen
 *
 * @typedef {{ widths: Record<string, number>, shown: Record<string, boolean> }} ColumnChoice  what the user has changed
 */

/**
 * A column of a grid of `Row`s: `read` gives what it is sorted by, `render` fills a cell.
 * @template Row
 * @typedef {ColumnShape & { read?: (row: Row) => number | string | null | undefined,
 *   render: (cell: HTMLElement, row: Row, context: any) => void }} Column
 */

/** What the time column counts from: `title` heads the column, `label` is in its menu. */
export const TIME_CHOICES = {
  clock: { title: 'Time', label: 'Time of day' },
  first: { title: 'Since first', label: 'Since the first call' },
  previous: { title: 'Since previous', label: 'Since the previous call' },
};

/** @typedef {keyof typeof TIME_CHOICES} TimeChoice */

/** @param {any} stored @returns {TimeChoice} */
export function validTimeChoice(stored) {
  return typeof stored === 'string' && Object.hasOwn(TIME_CHOICES, stored) ? /** @type {TimeChoice} */ (stored) : 'clock';
}

/**
 * @param {number | null} start      microseconds
 * @param {number | null} reference  microseconds
 * @returns {string} such as `+12.3 ms`; empty where there is nothing to count from
 */
export function relativeTime(start, reference) {
  if (start === null || reference === null) return '';
  return `${start < reference ? '−' : '+'}${formatDuration(Math.abs(start - reference) * 1000)}`;
}

export const NARROWEST = 44;
/** Up to this `keep`, a column gives way to the comfort of others. */
const LITTLE_WORTH = 4;

/** @returns {ColumnChoice} */
export function emptyChoice() {
  return { widths: {}, shown: {} };
}

/**
 * Reads a stored choice, dropping what does not belong to these columns.
 * @param {any} stored
 * @param {ColumnShape[]} columns
 * @returns {ColumnChoice}
 */
export function validChoice(stored, columns) {
  const choice = emptyChoice();
  for (const { id } of columns) {
    const width = stored?.widths?.[id];
    const shown = stored?.shown?.[id];
    if (Number.isFinite(width)) choice.widths[id] = Math.max(NARROWEST, Math.round(width));
    if (typeof shown === 'boolean') choice.shown[id] = shown;
  }
  return choice;
}

/**
 * @param {ColumnChoice} choice
 * @param {string} id
 * @param {number | null} width pixels; null takes the choice back
 */
export function withWidth(choice, id, width) {
  const widths = { ...choice.widths, [id]: Math.max(NARROWEST, Math.round(width ?? 0)) };
  if (width === null) delete widths[id];
  return { ...choice, widths };
}

/** @param {ColumnChoice} choice @param {string} id @param {boolean} isShown */
export function withShown(choice, id, isShown) {
  return { ...choice, shown: { ...choice.shown, [id]: isShown } };
}

/** Whether the user, or else the column's own default, wants to see it.
 * @param {ColumnShape} column @param {ColumnChoice} choice */
export function isWanted(column, choice) {
  return choice.shown[column.id] ?? !column.isHidden;
}

/**
 * The columns that fit, least important ones dropped first. What the user asked for by name is dropped last.
 * @template {ColumnShape} Shape
 * @param {Shape[]} columns
 * @param {ColumnChoice} choice
 * @param {number} available pixels
 * @returns {{ columns: Shape[], template: string, minimumWidth: number }}
 */
export function layOut(columns, choice, available) {
  let visible = columns.filter((column) => isWanted(column, choice));
  /** @param {Shape} column */
  const worth = (column) => (column.keep ?? 0) + (choice.shown[column.id] ? 100 : 0);
  const least = () => visible.reduce((left, right) => (worth(right) <= worth(left) ? right : left));
  /** @param {Shape} dropped */
  const drop = (dropped) => (visible = visible.filter((column) => column !== dropped));
  while (visible.length > 1 && worth(least()) <= LITTLE_WORTH && comfortableWidth(visible, choice) > available) {
    drop(least());
  }
  while (visible.length > 1 && minimumWidth(visible, choice) > available) drop(least());
  return {
    columns: visible,
    template: visible.map((column) => track(column, choice, visible)).join(' '),
    minimumWidth: minimumWidth(visible, choice),
  };
}

/** @param {ColumnShape[]} columns @param {ColumnChoice} choice */
function comfortableWidth(columns, choice) {
  return columns.reduce((sum, { id, comfort, width }) => sum + (choice.widths[id] ?? comfort ?? width), 0);
}

/** @param {ColumnShape[]} columns @param {ColumnChoice} choice */
function minimumWidth(columns, choice) {
  return columns.reduce((sum, column) => sum + (choice.widths[column.id] ?? column.width), 0);
}

/**
 * A grid track; when no flexible column is left, the last one fills the row.
 * @param {ColumnShape} column @param {ColumnChoice} choice @param {ColumnShape[]} visible
 */
function track(column, choice, visible) {
  const chosen = choice.widths[column.id];
  const hasFlexible = visible.some(({ id, flex }) => flex && choice.widths[id] === undefined);
  if (!hasFlexible && column === visible.at(-1)) return `minmax(${chosen ?? column.width}px, 1fr)`;
  if (chosen !== undefined || !column.flex) return `${chosen ?? column.width}px`;
  return `minmax(${column.width}px, ${column.flex}fr)`;
}
