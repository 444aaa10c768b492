// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// A grid with rows of one height, of which only those on the screen exist. Rows lie in a layer that sticks to the
// viewport and are placed by hand, so that scrolling never uncovers an empty area and a million rows need no tall
// element.

import { emptyChoice, layOut } from '../model/columns.js';
import { meaningOfGridKey } from '../model/grid-keys.js';
import { ScrollMap } from '../model/scroll-map.js';
import { element, setAttribute, targetOf } from './dom.js';
import { createGridHeader } from './grid-header.js';
import { GridRows, ROW_HEIGHT } from './grid-rows.js';

const FOLLOW_DISTANCE = 20;
const OVERSCAN_ROWS = 4;
const SETTLE_MILLISECONDS = 180;

/**
 * @template Row
 * @typedef {object} GridSource
 * @property {() => number} count
 * @property {(index: number) => Row | undefined} rowAt  undefined while it is being fetched
 * @property {(key: unknown) => number} indexOf             -1 when it is not held
 * @property {(row: Row) => unknown} keyOf
 */

/**
 * Which rows are selected where several can be. A double click, or Enter, opens a row.
 * @typedef {object} GridPicking
 * @property {(key: unknown) => boolean} has
 * @property {(picking: import('../model/selection.js').Picking, key: unknown) => void} onPick
 */

/**
 * @template Row
 * @typedef {object} GridOptions
 * @property {string} id                          unique in the page
 * @property {string} label                       accessible name
 * @property {'grid' | 'treegrid'} [role]           default: a grid
 * @property {import('../model/columns.js').Column<Row>[]} columns
 * @property {GridSource<Row>} source
 * @property {(row: Row) => boolean} [isSelectable]  default: every row is
 * @property {() => 'start' | 'end' | null} [followedEdge]  where new rows arrive; the grid keeps to it until the
 *   reader moves
 * @property {(row: Row | undefined, node: HTMLElement) => void} [decorate]
 * @property {(rows: Row[]) => { version?: unknown }} [prepare]  context for `render`, made from the rows on the screen
 * @property {(key: unknown) => void} onSelect
 * @property {(key: unknown) => void} onOpen
 * @property {(row: Row, columnId: string | null, point: { x: number, y: number }) => void} [onMenu]  a menu is
 *   wanted for a cell (with the right button) or for the selected row (with the keyboard: null)
 * @property {GridPicking} [picking]  several rows can be selected; default: one, and a click opens it
 * @property {(event: KeyboardEvent) => boolean} [onKey]  whether a key means something that the grid need not know
 * @property {(from: number, to: number) => void} [onVisible]
 * @property {() => void} [onFollowChange]
 * @property {(columnId: string) => void} onSort
 * @property {(columnId: string, width: number | null) => void} [onResize]
 */
/** @template Row */
export class GridView {
  #options;
  #columns;
  #header;
  #rows;
  #bar = element('div', { class: 'grid__bar', 'aria-hidden': 'true' });
  #scroll = new ScrollMap();
  #choice = emptyChoice();
  /** @type {{ columns: import('../model/columns.js').Column<Row>[], template: string, minimumWidth: number }} */
  #layout = { columns: [], template: '', minimumWidth: 0 };
  /** @type {string | null} */
  #sort = null;
  /** @type {unknown} */
  #selected = null;
  #isFollowing;
  /** @type {{ key: unknown, distance: number } | null} the row at the top of the screen, and its pixels above that */
  #anchor = null;
  /** @type {number | null} */
  #awaitedIndex = null;
  /** @type {Row | undefined} */
  #pressedRow;
  #size = { width: 0, height: 0 };
  #frame = 0;
  #settleTimer = 0;
  #observer = new ResizeObserver(() => this.#resized());

  /** @param {GridOptions<Row>} options */
  constructor(options) {
    this.#options = options;
    this.#columns = options.columns;
    this.#isFollowing = this.#followedEdge !== null;
    this.#header = createGridHeader({ onSort: options.onSort, onResize: options.onResize });
    this.#rows = new GridRows(options.id, options.decorate ?? (() => {}));
    this.element = element(
      'div',
      {
        class: 'grid',
        id: options.id,
        role: options.role ?? 'grid',
        tabindex: '0',
        'aria-label': options.label,
        'aria-readonly': 'true',
        'aria-multiselectable': options.picking ? 'true' : null,
      },
      this.#header.element,
      this.#rows.element,
      this.#bar,
    );
    this.#listen();
    this.#arrange();
  }

  get isFollowing() {
    return this.#isFollowing;
  }

  get selected() {
    return this.#selected;
  }

  /** Key of the row at the top of the screen; null while the grid follows its end or holds no row there.
   * @returns {any} */
  get anchorKey() {
    return this.#isFollowing ? null : this.#anchor?.key ?? null;
  }

  /** The source has changed. Drawn with the next frame. */
  update() {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw();
    });
  }

  /** The source is another list: nothing of where the reader was still holds. */
  reset() {
    this.#anchor = null;
    this.#scroll.moveTo(0);
    this.update();
  }

  /** Goes to where new rows arrive, and stays there. */
  follow() {
    this.#follow(this.#followedEdge !== null);
    this.update();
  }

  /** Selects without telling `onSelect`; null takes the selection away.
   * @param {unknown} key */
  setSelected(key) {
    this.#selected = key;
    this.update();
  }

  /** Brings a row onto the screen: by a small step when it is near, into the middle when it is far.
   * @param {number} index */
  reveal(index) {
    this.#scrolled();
    const distance = index * ROW_HEIGHT - this.#scroll.offset;
    const isNear = distance > -this.#size.height && distance < 2 * this.#size.height;
    if (isNear) this.#reveal(index);
    else this.#moveTo(index * ROW_HEIGHT - (this.#size.height - ROW_HEIGHT) / 2);
  }

  /** Selects the row that is `step` rows further; the first one on the screen while none is selected.
   * @param {number} step */
  moveSelection(step) {
    const { count, indexOf } = this.#options.source;
    const selected = this.#selected === null ? -1 : indexOf(this.#selected);
    const wanted = selected < 0 ? this.#placeOf(selected).first : selected + step;
    this.#selectAt(Math.min(count() - 1, Math.max(0, wanted)), Math.sign(step));
  }

  /** Other columns are there to choose from.
   * @param {import('../model/columns.js').Column<Row>[]} columns */
  setColumns(columns) {
    const isSame = columns.length === this.#columns.length && columns.every((each, at) => each === this.#columns[at]);
    if (isSame) return;
    this.#columns = columns;
    this.#arrange();
    this.update();
  }

  /** @param {import('../model/columns.js').ColumnChoice} choice */
  setColumnChoice(choice) {
    this.#choice = choice;
    this.#arrange();
    this.update();
  }

  /** @param {string | null} sort a column's id, with a minus for descending */
  setSort(sort) {
    this.#sort = sort;
    this.#header.update(this.#layout.columns, sort);
  }

  /** Writes a short text beside a column's title.
   * @param {string} columnId @param {string} text */
  noteAt(columnId, text) {
    this.#header.note(columnId, text);
  }

  /** Gives a column another title.
   * @param {string} columnId @param {string} title */
  setTitle(columnId, title) {
    this.#header.title(columnId, title);
  }

  focus() {
    this.element.focus({ preventScroll: true });
  }

  /** A part of the selected row; null when the row is not on the screen, or has none.
   * @param {string} selector  of CSS @returns {HTMLElement | null} */
  partOfSelected(selector) {
    // A key that moved the selection may not have been drawn yet.
    this.#draw();
    return this.element.querySelector(`[aria-selected="true"]:not([hidden]) ${selector}`);
  }

  get #followedEdge() {
    return this.#options.followedEdge?.() ?? null;
  }

  get #distanceFromEdge() {
    if (this.#followedEdge === null) return Infinity;
    return this.#followedEdge === 'end' ? this.#scroll.remaining : this.#scroll.offset;
  }

  #listen() {
    this.element.addEventListener('scroll', () => this.#scrolled(), { passive: true });
    this.element.addEventListener('keydown', (event) => this.#keyPressed(event));
    this.#rows.element.addEventListener('pointerdown', (event) => this.#pressed(event));
    this.#rows.element.addEventListener('click', (event) => this.#clicked(event));
    if (this.#options.picking) this.#listenForPicking();
    this.element.addEventListener('contextmenu', (event) => this.#menuWanted(event));
    this.#observer.observe(this.element);
  }

  #listenForPicking() {
    const { onOpen } = this.#options;
    this.#rows.element.addEventListener('dblclick', () => this.#pressedRow && onOpen(this.#selected));
    // The browser would select the text up to there.
    this.#rows.element.addEventListener('mousedown', (event) => {
      if (!event.shiftKey) return;
      event.preventDefault();
      this.focus();
    });
  }

  get #measuredSize() {
    const height = this.element.clientHeight - this.#header.element.offsetHeight;
    return { width: this.element.clientWidth, height: Math.max(0, height) };
  }

  #resized() {
    const { width, height } = this.#measuredSize;
    const isOtherWidth = width !== this.#size.width;
    this.#size = { width, height };
    if (isOtherWidth) this.#arrange();
    this.#draw();
  }

  #arrange() {
    this.#layout = layOut(this.#columns, this.#choice, this.#size.width || Infinity);
    this.element.style.setProperty('--grid-columns', this.#layout.template);
    this.element.style.setProperty('--grid-width', `${this.#layout.minimumWidth}px`);
    setAttribute(this.element, 'aria-colcount', this.#layout.columns.length);
    this.#header.update(this.#layout.columns, this.#sort);
  }

  /** Takes over where the bar is, also when the browser has not told yet. */
  #scrolled() {
    const { height } = this.#measuredSize;
    const growth = height - this.#size.height;
    const step = this.#scroll.barStep(this.element.scrollTop);
    // The bar of a hidden grid says nothing.
    const isHidden = height === 0 || this.#size.height === 0;
    // A browser draws the bar back as far as the grid has grown; heights are rounded. Any other step is the reader's.
    const isReaders = step !== 0 && (growth <= 0 || step > 0 || -step > growth + 1);
    if (isHidden || (growth !== 0 && !isReaders)) {
      this.#resized();
      return;
    }
    if (growth !== 0) {
      this.#size = { ...this.#size, height };
      this.#scroll.resize(this.#options.source.count() * ROW_HEIGHT, height);
    }
    const before = this.#scroll.offset;
    const hasRunOut = this.#scroll.barMoved(this.element.scrollTop);
    if (hasRunOut) this.#placeBar();
    clearTimeout(this.#settleTimer);
    if (this.#scroll.isCompressed) this.#settleTimer = setTimeout(() => this.#settle(), SETTLE_MILLISECONDS);
    if (this.#scroll.offset === before) return;
    this.#anchor = null;
    this.#awaitedIndex = null;
    this.#follow(this.#distanceFromEdge <= FOLLOW_DISTANCE);
    this.update();
  }

  /** Puts the bar in line with the offset once the reader has let it rest. */
  #settle() {
    // The reader may have moved it again, and the browser not told yet.
    if (this.#scroll.barStep(this.element.scrollTop) === 0) this.#placeBar();
    else this.#scrolled();
  }

  #placeBar() {
    const wanted = this.#scroll.barPosition;
    if (Math.abs(this.element.scrollTop - wanted) >= 1) this.element.scrollTop = wanted;
    this.#scroll.barSettled(this.element.scrollTop);
  }

  #draw() {
    if (this.#size.height === 0) return;
    const { source, onVisible } = this.#options;
    const count = source.count();
    this.#scroll.resize(count * ROW_HEIGHT, this.#size.height);
    this.#restoreAnchor();
    this.#bar.style.height = `${this.#scroll.barHeight}px`;
    this.#placeBar();
    const top = Math.floor(this.#scroll.offset / ROW_HEIGHT);
    const first = Math.max(0, top - OVERSCAN_ROWS);
    const last = Math.min(count, Math.ceil((this.#scroll.offset + this.#size.height) / ROW_HEIGHT) + OVERSCAN_ROWS);
    this.#selectAwaited();
    this.#drawRows(first, last);
    this.#rememberAnchor(top, last);
    setAttribute(this.element, 'aria-rowcount', count + 1);
    onVisible?.(first, last);
  }

  /** @param {number} first @param {number} last */
  #drawRows(first, last) {
    const { source, prepare } = this.#options;
    const rows = Array.from({ length: last - first }, (_, place) => source.rowAt(first + place));
    const active = this.#rows.draw({
      rows,
      first,
      offset: this.#scroll.offset,
      columns: this.#layout.columns,
      context: prepare?.(rows.flatMap((row) => row ?? [])) ?? {},
      ...this.#marks,
    });
    setAttribute(this.element, 'aria-activedescendant', active);
  }

  /** Which of the rows are selected, and which one the keyboard is at.
   * @returns {Pick<import('./grid-rows.js').GridScreen<Row>, 'isSelected' | 'isActive'>} */
  get #marks() {
    const { source, picking } = this.#options;
    /** @param {Row} row */
    const isAt = (row) => this.#selected !== null && source.keyOf(row) === this.#selected;
    return picking ? { isSelected: (row) => picking.has(source.keyOf(row)), isActive: isAt } : { isSelected: isAt };
  }

  /** Puts the row that the reader looked at back to where it was, whatever has changed above it. */
  #restoreAnchor() {
    if (this.#isFollowing) this.#scroll.moveTo(this.#followedEdge === 'end' ? Infinity : 0);
    else if (this.#anchor) {
      const index = this.#options.source.indexOf(this.#anchor.key);
      if (index >= 0) this.#scroll.moveTo(index * ROW_HEIGHT + this.#anchor.distance);
    }
  }

  /** @param {number} first @param {number} last */
  #rememberAnchor(first, last) {
    const { source } = this.#options;
    this.#anchor = null;
    for (let index = first; index < last; index += 1) {
      const row = source.rowAt(index);
      if (!row) continue;
      this.#anchor = { key: source.keyOf(row), distance: this.#scroll.offset - index * ROW_HEIGHT };
      return;
    }
  }

  /** Rows stand still under a pressed button: otherwise the row that is let go of would be another one.
   * @param {Event} event */
  #pressed(event) {
    this.#pressedRow = this.#rows.rowOf(event);
    this.#follow(false);
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    const row = this.#pressedRow;
    const target = targetOf(event);
    const selection = getSelection();
    const hasSelectedText = String(selection) !== '' && selection?.containsNode(target, true);
    if (!row || !this.#isSelectable(row) || hasSelectedText || target.closest('button, a')) return;
    this.#select(this.#options.source.keyOf(row));
    const { picking, onOpen } = this.#options;
    if (!picking) return onOpen(this.#selected);
    picking.onPick(event.shiftKey ? 'range' : event.ctrlKey || event.metaKey ? 'toggle' : 'only', this.#selected);
  }

  /** @param {Row} row */
  #isSelectable(row) {
    return this.#options.isSelectable?.(row) ?? true;
  }

  /** @param {MouseEvent} event */
  #menuWanted(event) {
    const { onMenu } = this.#options;
    if (!onMenu) return;
    const isFromKeyboard = event.target === this.element;
    if (!isFromKeyboard && !this.#rows.element.contains(targetOf(event))) return;
    // A key that moved the selection may not have been drawn yet.
    if (isFromKeyboard) this.#draw();
    const row = isFromKeyboard ? this.#rows.activeRow : this.#pressedRow;
    if (!row || !this.#isSelectable(row)) return;
    event.preventDefault();
    this.#select(this.#options.source.keyOf(row));
    const box = isFromKeyboard ? this.#rows.boxOf(row) : null;
    const point = box ? { x: box.left + 24, y: box.bottom } : { x: event.clientX, y: event.clientY };
    /** @type {HTMLElement | null} */
    const cell = targetOf(event).closest('.grid__cell');
    onMenu(row, cell?.dataset.column ?? null, point);
  }

  /** @param {KeyboardEvent} event */
  #keyPressed(event) {
    if (event.target !== this.element) return;
    const { source, onOpen, onKey } = this.#options;
    if (onKey?.(event) || this.#picked(event)) return event.preventDefault();
    const selected = this.#selected === null ? -1 : source.indexOf(this.#selected);
    const meaning = meaningOfGridKey(event, this.#placeOf(selected));
    if (meaning === null || (meaning === 'open' && this.#selected === null)) return;
    event.preventDefault();
    if (meaning === 'open') onOpen(this.#selected);
    else this.#selectAt(meaning, Math.sign(meaning - selected));
  }

  /** @param {number} index */
  #placeOf(index) {
    return {
      index,
      count: this.#options.source.count(),
      page: Math.max(1, Math.floor(this.#size.height / ROW_HEIGHT) - 1),
      first: Math.ceil(this.#scroll.offset / ROW_HEIGHT),
    };
  }

  /** What a key does to the selection where several rows can be selected.
   * @param {KeyboardEvent} event @returns {boolean} false when it does nothing */
  #picked(event) {
    const { source, picking } = this.#options;
    if (!picking || event.altKey || event.isComposing) return false;
    const { key, shiftKey } = event;
    const hasControl = event.ctrlKey || event.metaKey;
    if (key === 'a' && hasControl) picking.onPick('all', this.#selected);
    else if (key === ' ' && this.#selected !== null) picking.onPick('toggle', this.#selected);
    else {
      const selected = this.#selected === null ? -1 : source.indexOf(this.#selected);
      const plain = /** @type {KeyboardEvent} */ ({ key });
      const meaning = key.length > 1 || !(shiftKey || hasControl) ? meaningOfGridKey(plain, this.#placeOf(selected)) : null;
      if (typeof meaning !== 'number') return false;
      this.#selectAt(meaning, Math.sign(meaning - selected));
      // With Control, the keyboard only goes there.
      if (shiftKey || !hasControl) picking.onPick(shiftKey ? 'range' : 'only', this.#selected);
    }
    return true;
  }

  /** Selects a row, or the next one in a direction that can be selected.
   * @param {number} wanted @param {number} direction  -1 or 1; 0 tries only the row itself */
  #selectAt(wanted, direction) {
    const { source } = this.#options;
    let index = wanted;
    let row = source.rowAt(index);
    while (row && !this.#isSelectable(row) && direction !== 0 && source.rowAt(index + direction)) {
      index += direction;
      row = source.rowAt(index);
    }
    this.#awaitedIndex = row ? null : index;
    if (row && this.#isSelectable(row)) this.#select(source.keyOf(row));
    this.#reveal(index);
  }

  /** A key may have led to a row that had to be fetched first. */
  #selectAwaited() {
    const row = this.#awaitedIndex === null ? undefined : this.#options.source.rowAt(this.#awaitedIndex);
    if (!row) return;
    this.#awaitedIndex = null;
    this.#select(this.#options.source.keyOf(row));
  }

  /** @param {unknown} key */
  #select(key) {
    if (key === this.#selected) return;
    this.#selected = key;
    this.#follow(false);
    this.#options.onSelect(key);
    this.update();
  }

  /** @param {boolean} isWanted */
  #follow(isWanted) {
    if (isWanted === this.#isFollowing) return;
    this.#isFollowing = isWanted;
    this.#options.onFollowChange?.();
  }

  /** Scrolls no further than needed to show a row whole.
   * @param {number} index */
  #reveal(index) {
    const top = index * ROW_HEIGHT;
    const lowest = this.#scroll.offset + this.#size.height - ROW_HEIGHT;
    if (top < this.#scroll.offset) this.#moveTo(top);
    else if (top > lowest) this.#moveTo(top + ROW_HEIGHT - this.#size.height);
  }

  /** @param {number} offset */
  #moveTo(offset) {
    this.#follow(false);
    // The source may have grown since it was last drawn.
    this.#scroll.resize(this.#options.source.count() * ROW_HEIGHT, this.#size.height);
    this.#scroll.moveTo(offset);
    this.#anchor = null;
    this.#placeBar();
    this.update();
  }
}
