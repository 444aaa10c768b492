// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The list of calls: a grid over the feed, in the order of time or sorted, and the button that leads back to the newest
// call. In the order of time, events of proxies stand between the calls.

import { ArraySource } from '../model/array-source.js';
import { derivedOf, findingsOf, outcomeWord, parseEventId } from '../model/call.js';
import { orderOf } from '../model/call-order.js';
import { escapeText } from '../model/escape-text.js';
import { relativeTime, TIME_CHOICES } from '../model/columns.js';
import { eventText, eventTime, isEventRow, MergedRows } from '../model/event-list.js';
import { formatCount, formatDuration, formatQuantity } from '../model/format.js';
import { timeOfDay } from '../model/instant.js';
import { serviceText } from '../model/process-name.js';
import { isGap, orderOfRow } from '../model/row-chunk.js';
import { waterfallScale } from '../model/waterfall.js';
import { element, setAttribute, setShown, setText } from './dom.js';
import { GridView } from './grid-view.js';
import { icon } from './button.js';
import { columnsFor, TRAFFIC_COLUMNS } from './traffic-columns.js';

const PREFETCHED_ROWS = 60;
/** @typedef {import('../model/event-list.js').TrafficRow} TrafficRow */

/** @param {TrafficRow | undefined} row @returns {row is Invocation} */
const isCall = (row) => row !== undefined && !isEventRow(row) && !isGap(row);

/** @param {TrafficRow} row @returns {unknown} */
const keyOf = (row) => (isEventRow(row) ? row.key : orderOfRow(row));

/** What cells show of an event; the others are empty.
 * @type {Record<string, (event: ProxyEvent) => string>} */
const EVENT_CELLS = {
  seq: ({ number }) => `e${number}`,
  service: ({ process }) => (process ? escapeText(serviceText(process)) : ''),
  host: ({ process }) => escapeText(process?.host ?? ''),
  process: ({ process }) => (process ? String(process.id) : ''),
  protocol: ({ protocol }) => escapeText(protocol ?? ''),
  owner: ({ owner }) => escapeText(owner ?? ''),
  target: ({ target }) => escapeText(target ?? ''),
  call: eventText,
  selector: eventText,
};

/** @param {HTMLElement} cell @param {string} column @param {ProxyEvent} event @param {TrafficContext} context */
function renderEvent(cell, column, event, { time, firstStart }) {
  cell.removeAttribute('style');
  const at = eventTime(event);
  const text = EVENT_CELLS[column]?.(event) ?? '';
  cell.title = column === 'call' ? text : '';
  if (column !== 'time') return cell.replaceChildren(text);
  cell.title = timeOfDay(at, 6);
  return cell.replaceChildren(time === 'clock' ? timeOfDay(at, 3) : time === 'first' ? relativeTime(at, firstStart) : '');
}

/** The line of a gap has no cells.
 * @type {import('../model/columns.js').Column<TrafficRow>[]} */
const COLUMNS = TRAFFIC_COLUMNS.map((column) => ({
  ...column,
  read: undefined,
  render(cell, row, context) {
    if (isEventRow(row)) renderEvent(cell, column.id, row.event, context);
    else if (isGap(row)) cell.replaceChildren();
    else column.render(cell, row, context);
  },
}));

/** The feed's rows, oldest or newest first. */
class FeedSource {
  isNewestFirst = false;
  hasEvents = true;
  keyOf = keyOf;
  #feed;
  #rows;

  /** @param {TrafficFeed} feed */
  constructor(feed) {
    this.#feed = feed;
    this.#rows = new MergedRows(() => ({ list: feed.list, events: this.hasEvents ? feed.events : null }));
  }

  count() {
    return this.#rows.count;
  }

  /** @param {number} index */
  rowAt(index) {
    return this.#rows.rowAt(this.#mirrored(index));
  }

  /** @param {unknown} key */
  indexOf(key) {
    const index = this.#rows.indexOf(key);
    return index < 0 ? -1 : this.#mirrored(index);
  }

  /** @param {unknown} key */
  nameNear(key) {
    return this.#rows.nameNear(key);
  }

  /** These rows are on the screen: what is missing of them is fetched, what is far away forgotten.
   * @param {number} from @param {number} to */
  show(from, to) {
    const range = this.isNewestFirst ? [this.#mirrored(to - 1), this.#mirrored(from) + 1] : [from, to];
    const [first, last] = range.map((index) => this.#rows.callsBefore(index));
    this.#feed.ensure(first - PREFETCHED_ROWS, last + PREFETCHED_ROWS);
    this.#feed.trim(Math.floor((first + last) / 2));
  }

  /** @param {number} index */
  #mirrored(index) {
    return this.isNewestFirst ? this.count() - 1 - index : index;
  }
}

/**
 * @typedef {import('../net/traffic-feed.js').TrafficFeed} TrafficFeed
 * @typedef {import('./traffic-columns.js').TrafficContext} TrafficContext
 *
 * @typedef {object} TrafficOptions
 * @property {TrafficFeed} feed
 * @property {() => number | null} firstStart  when the first call began, in microseconds; null while it is not known
 * @property {(call: Invocation) => void} onSelect  the selection has moved
 * @property {(call: Invocation) => void} onOpen
 * @property {(event: ProxyEvent) => void} onOpenEvent
 * @property {(call: Invocation, columnId: string | null, point: { x: number, y: number }) => void} onMenu
 * @property {() => void} onFollowChange
 * @property {(columnId: string) => void} onSort
 * @property {(columnId: string, width: number | null) => void} onResize
 */
export class TrafficView {
  #feed;
  #live;
  /** @type {ArraySource<TrafficRow>} */
  #sorted = new ArraySource(keyOf);
  #isSorted = false;
  #unseen = 0;
  /** @type {import('../model/columns.js').TimeChoice} */
  #time = 'clock';
  #firstStart;
  #onFollowChange;
  #jumpText = element('span');
  #jump = element(
    'button',
    { class: 'jump', type: 'button', hidden: true, onclick: () => this.grid.follow() },
    icon('follow'),
    this.#jumpText,
  );

  /** @param {TrafficOptions} options */
  constructor({ feed, firstStart, onSelect, onOpen, onOpenEvent, onMenu, onFollowChange, onSort, onResize }) {
    this.#firstStart = firstStart;
    this.#feed = feed;
    this.#live = new FeedSource(feed);
    this.#onFollowChange = onFollowChange;
    /** @param {unknown} key @param {(call: Invocation) => void} use @param {(event: ProxyEvent) => void} [useEvent] */
    const withRow = (key, use, useEvent) => {
      const row = this.#source.rowAt(this.#source.indexOf(key));
      if (isCall(row)) use(row);
      else if (isEventRow(row)) useEvent?.(row.event);
    };
    this.grid = new GridView({
      id: 'traffic',
      label: 'Calls',
      columns: COLUMNS,
      isSelectable: (row) => isEventRow(row) || !isGap(row),
      source: {
        keyOf,
        count: () => this.#source.count(),
        rowAt: (index) => this.#source.rowAt(index),
        indexOf: (key) => this.#source.indexOf(key),
      },
      followedEdge: () => this.#followedEdge,
      decorate,
      prepare: (rows) => this.#prepare(rows),
      onSelect: (key) => withRow(key, onSelect),
      onOpen: (key) => withRow(key, onOpen, onOpenEvent),
      onMenu: (row, column, point) => isCall(row) && onMenu(row, column, point),
      onVisible: (from, to) => !this.#isSorted && this.#live.show(from, to),
      onFollowChange: () => this.#followChanged(),
      onSort,
      onResize,
    });
    this.element = element('div', { class: 'traffic' }, this.grid.element, this.#jump);
  }

  /** The feed's rows have changed; `added` of them are new. */
  update(added = 0) {
    if (!this.grid.isFollowing) this.#unseen += added;
    this.#drawJump();
    this.grid.update();
  }

  focus() {
    this.grid.focus();
  }

  /** The feed shows another selection of calls. */
  /** What is known better of a call shows in the sorted list too.
   * @param {Invocation} call */
  noted(call) {
    if (!this.#isSorted) return;
    this.#sorted.replace(this.#sorted.rows.map((row) => (isCall(row) && row.id === call.id ? call : row)));
    this.grid.update();
  }

  reset() {
    this.#unseen = 0;
    this.#drawJump();
    this.grid.reset();
  }

  /** The calls are those of many processes, so that their columns can be shown.
   * @param {boolean} isFleet */
  setFleet(isFleet) {
    const shown = new Set(columnsFor(isFleet).map(({ id }) => id));
    this.grid.setColumns(COLUMNS.filter(({ id }) => shown.has(id)));
  }

  /** Whether events of proxies stand between the calls.
   * @param {boolean} isShown */
  setEvents(isShown) {
    this.#live.hasEvents = isShown;
    this.grid.update();
  }

  /** Whether there is anything to see besides the calls. */
  get hasEvents() {
    return !this.#isSorted && this.#live.count() > 0;
  }

  /** The call at the top of the screen, or next to the event there; null while the list follows its end.
   * @returns {import('../model/call-order.js').CallName | null} */
  get anchor() {
    return this.#live.nameNear(this.grid.anchorKey);
  }

  /** What the time column counts from.
   * @param {import('../model/columns.js').TimeChoice} time */
  setTime(time) {
    this.#time = time;
    this.grid.setTitle('time', TIME_CHOICES[time].title);
    this.grid.update();
  }

  /**
   * Shows the calls in the order of time, or those that were sorted.
   * @param {string | null} sort
   * @param {Invocation[] | null} calls  sorted ones; null for the order of time
   */
  setOrder(sort, calls) {
    const wasFollowing = this.grid.isFollowing;
    this.#isSorted = calls !== null;
    this.#live.isNewestFirst = sort === '-time';
    this.#sorted.replace(calls ?? []);
    this.grid.setSort(sort ?? 'time');
    this.grid.reset();
    if (!this.#isSorted && (wasFollowing || this.grid.selected === null)) this.grid.follow();
    this.#drawJump();
  }

  /** Selects a call and brings it onto the screen.
   * @param {string} id @returns {boolean} whether it is in the list */
  show(id) {
    const key = this.#keyOf(id);
    const index = this.#source.indexOf(key);
    this.grid.setSelected(key);
    if (index >= 0) this.grid.reveal(index);
    return index >= 0;
  }

  /** What the row of a call is known by, be it in the list or not.
   * @param {string} id */
  #keyOf(id) {
    const call = this.#feed.callWith(id) ?? this.#sorted.rows.find((row) => isCall(row) && row.id === id);
    if (isCall(call)) return orderOf(call);
    const named = parseEventId(id);
    return named && named.epoch === this.#feed.epoch ? named.number : null;
  }

  get #source() {
    return this.#isSorted ? this.#sorted : this.#live;
  }

  get #followedEdge() {
    if (this.#isSorted) return null;
    return this.#live.isNewestFirst ? 'start' : 'end';
  }

  #followChanged() {
    if (this.grid.isFollowing) this.#unseen = 0;
    this.#drawJump();
    this.#onFollowChange();
  }

  /** @param {TrafficRow[]} rows @returns {TrafficContext} */
  #prepare(rows) {
    const now = Date.now() * 1000;
    const calls = rows.filter(isCall);
    const spans = calls.map((call) => ({
      startMicroseconds: derivedOf(call).start,
      durationNanoseconds: call.durationNanoseconds,
    }));
    const scale = waterfallScale(spans, now);
    const isAnyRunning = calls.some(({ durationNanoseconds }) => durationNanoseconds === null);
    this.grid.noteAt('waterfall', calls.length > 0 ? formatDuration(scale.span * 1000) : '');
    const firstStart = this.#firstStart();
    const version = `${scale.from}/${scale.span}/${calls.length}/${
      isAnyRunning ? now : ''
    }/${this.#time}/${firstStart}`;
    return { scale, now, version, time: this.#time, firstStart, previousStart: (call) => this.#previousStart(call) };
  }

  /** @param {Invocation} call */
  #previousStart(call) {
    const step = this.#followedEdge === 'start' ? 1 : -1;
    let place = this.#source.indexOf(orderOf(call)) + step;
    while (isEventRow(this.#source.rowAt(place))) place += step;
    const previous = this.#source.rowAt(place);
    return isCall(previous) ? derivedOf(previous).start : null;
  }

  #drawJump() {
    setShown(this.#jump, !this.#isSorted && !this.grid.isFollowing && this.#unseen > 0);
    setAttribute(this.#jump, 'data-edge', this.#followedEdge);
    setText(this.#jumpText, `${formatCount(this.#unseen)} new`);
    setAttribute(this.#jump, 'aria-label', `${formatQuantity(this.#unseen, 'new call')}: go to the newest`);
  }
}

/** Shows the state of a row as attributes, for the style sheet.
 * @param {TrafficRow | undefined} row @param {HTMLElement} node */
function decorate(row, node) {
  const call = isCall(row) ? row : null;
  const missed = row && !isEventRow(row) && isGap(row) ? formatQuantity(row.missed, 'call') : null;
  setAttribute(node, 'data-kind', isEventRow(row) ? 'event' : missed && 'gap');
  setAttribute(node, 'data-what', isEventRow(row) ? row.event.what : null);
  setAttribute(node, 'data-word', call && outcomeWord(call));
  setAttribute(node, 'data-marked', call?.marked === true ? '' : null);
  setAttribute(node, 'data-odd', call && findingsOf(call).length > 0 ? '' : null);
  setAttribute(node, 'data-commented', call?.comment ? '' : null);
  setAttribute(node, 'data-note', missed && `${missed} missed: evicted before this page could get them`);
}
