// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Which columns a grid shows, in which widths. Pure: the grid applies it, the app stores it.

/**
 * @typedef {object} Column
 * @property {string} id
 * @property {string} title
 * @property {number} width      pixels at first
 * @property {number} [comfort]  pixels that it should rather have than that columns of little worth stay
 * @property {number} [flex]     share of the room that is left over; a column without one keeps its width
 * @property {number} [keep]     the higher, the longer it stays when room gets short; default 0
 * @property {boolean} [isHidden] hidden until the user asks for it
 * @property {'end'} [align]
 * @property {boolean} [isSortable] default true
 * @property {boolean} [usesContext] whether its cells depend on what else is on the screen
 *
 * @typedef {{ widths: Record<string, number>, shown: Record<string, boolean> }} ColumnChoice  what the user has changed
 */

export const NARROWEST = 44;
/** Up to this `keep`, a column gives way to the comfort of others. */
const LITTLE_WORTH = 4;

/** @returns {ColumnChoice} */
export function emptyChoice() {
  return { widths: {}, shown: {} };
}

/**
 * Reads a stored choice, dropping what does not belong to these columns.
 * @param {unknown} stored
 * @param {Column[]} columns
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
 * @param {number} width pixels; null takes the choice back
 */
export function withWidth(choice, id, width) {
  const widths = { ...choice.widths, [id]: Math.max(NARROWEST, Math.round(width ?? 0)) };
  if (width === null) delete widths[id];
  return { ...choice, widths };
}

/** @param {ColumnChoice} choice */
export function withShown(choice, id, isShown) {
  return { ...choice, shown: { ...choice.shown, [id]: isShown } };
}

/** Whether the user, or else the column's own default, wants to see it. */
export function isWanted(column, choice) {
  return choice.shown[column.id] ?? !column.isHidden;
}

/**
 * The columns that fit, least important ones dropped first. What the user asked for by name is dropped last.
 * @param {Column[]} columns
 * @param {ColumnChoice} choice
 * @param {number} available pixels
 * @returns {{ columns: Column[], template: string, minimumWidth: number }}
 */
export function layOut(columns, choice, available) {
  let visible = columns.filter((column) => isWanted(column, choice));
  const worth = (column) => (column.keep ?? 0) + (choice.shown[column.id] ? 100 : 0);
  const least = () => visible.reduce((left, right) => (worth(right) <= worth(left) ? right : left));
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

function comfortableWidth(columns, choice) {
  return columns.reduce((sum, { id, comfort, width }) => sum + (choice.widths[id] ?? comfort ?? width), 0);
}

function minimumWidth(columns, choice) {
  return columns.reduce((sum, column) => sum + (choice.widths[column.id] ?? column.width), 0);
}

/** A grid track; when no flexible column is left, the last one fills the row. */
function track(column, choice, visible) {
  const chosen = choice.widths[column.id];
  const hasFlexible = visible.some(({ id, flex }) => flex && choice.widths[id] === undefined);
  if (!hasFlexible && column === visible.at(-1)) return `minmax(${chosen ?? column.width}px, 1fr)`;
  if (chosen !== undefined || !column.flex) return `${chosen ?? column.width}px`;
  return `minmax(${column.width}px, ${column.flex}fr)`;
}
