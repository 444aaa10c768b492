// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The events of proxies that the page holds, and the rows of the list with them among the calls.

import { epochOf, nameOf, orderAfter } from './call-order.js';
import { escapeText } from './escape-text.js';
import { parseInstant } from './instant.js';
import { processName } from './process-name.js';
import { eventSentence } from './proxy-state.js';
import { isGap } from './row-chunk.js';

/** @typedef {import('./row-list.js').RowList} RowList
 * @typedef {import('./row-chunk.js').ListRow} ListRow
 * @typedef {{ kind: 'event', key: string, event: ProxyEvent }} EventRow  a line for an event of a proxy
 * @typedef {ListRow | EventRow} TrafficRow */

const MOST_EVENTS = 5000;

/** @param {TrafficRow | undefined} row @returns {row is EventRow} */
export const isEventRow = (row) => row !== undefined && 'kind' in row && row.kind === 'event';

/** What happened to which proxy, in one line.
 * @param {ProxyEvent} event */
export const eventText = (event) =>
  `${event.process ? `${processName(event.process)}: ` : ''}${escapeText(event.owner ?? 'Proxy')} #${
    event.proxy ?? '?'
  }: ${eventSentence(event)}`;

/** When it happened, in microseconds since 1970, or null.
 * @param {ProxyEvent} event */
export const eventTime = ({ at }) => parseInstant(at);

/** The order of two events: each process numbers its own, and between processes only time tells.
 * @param {ProxyEvent} left @param {ProxyEvent} right */
export function compareEvents(left, right) {
  const between = epochOf(left.id) === epochOf(right.id) ? 0 : (eventTime(left) ?? 0) - (eventTime(right) ?? 0);
  return between || (left.number ?? 0) - (right.number ?? 0);
}

/** The newest events of proxies, each once, in their order. */
export class EventList {
  /** @type {EventRow[]} */
  #rows = [];
  /** Another one means that the events have changed. */
  version = 0;

  get rows() {
    return this.#rows;
  }

  /** @param {ProxyEvent[]} events  in any order; those without a number, of older servers, are left out
   * @returns {number} how many were not held before */
  add(events) {
    const known = new Map(this.#rows.map((row) => [row.key, row]));
    const heldCount = known.size;
    for (const event of events) {
      const key = event.id ?? `e${event.number}`;
      if (Number.isSafeInteger(event.number) && !known.has(key)) known.set(key, { kind: 'event', key, event });
    }
    if (known.size === heldCount) return 0;
    this.#rows = [...known.values()]
      .sort((left, right) => compareEvents(left.event, right.event))
      .slice(-MOST_EVENTS);
    this.version += 1;
    return known.size - heldCount;
  }
}

/**
 * Calls in the order of their start, and events of proxies after the calls that had started before them. Events are all
 * held, of the calls only parts: an event among calls that are not held stands at an estimated place, as they do.
 */
export class MergedRows {
  #source;
  /** How many calls come before each event.
   * @type {number[]} */
  #places = [];
  /** @type {Map<string, number>} */
  #indexByKey = new Map();
  /** What the places belong to.
   * @type {unknown[]} */
  #basis = [];

  /** @param {() => { list: RowList, events: EventList | null }} source  no events: only calls */
  constructor(source) {
    this.#source = source;
  }

  get count() {
    const { list, events } = this.#source();
    return list.total + (events?.rows.length ?? 0);
  }

  /** @param {number} index @returns {TrafficRow | undefined} undefined when a call there is not held */
  rowAt(index) {
    const { list, events } = this.#arranged();
    const place = this.#eventsBefore(index);
    if (events && place < events.rows.length && this.#places[place] + place === index) return events.rows[place];
    return list.rowAt(index - place);
  }

  /** Place of a held row, or -1.
   * @param {unknown} key  the order of a call, or the key of an event */
  indexOf(key) {
    const { list } = this.#arranged();
    if (typeof key === 'string') {
      const place = this.#indexByKey.get(key);
      return place === undefined ? -1 : this.#places[place] + place;
    }
    const ordinal = list.ordinalOf(/** @type {import('./call-order.js').Order} */ (key));
    return ordinal < 0 ? -1 : ordinal + lastPlace(this.#places, (calls) => calls <= ordinal);
  }

  /** How many calls stand before a place.
   * @param {number} index */
  callsBefore(index) {
    this.#arranged();
    return index - this.#eventsBefore(index);
  }

  /** The call that a row of the list is next to: its own name, or that of the call before the event.
   * @param {unknown} key @returns {import('./call-order.js').CallName | null} */
  nameNear(key) {
    const { list, events } = this.#arranged();
    if (typeof key === 'number') return key;
    if (typeof key === 'bigint') {
      const row = list.rowWith(key);
      return row && !isGap(row) ? nameOf(row) : null;
    }
    const event = events?.rows[this.#indexByKey.get(String(key)) ?? -1]?.event;
    if (event?.process) return event.seq ? `${epochOf(event.id)}-${event.seq}` : null;
    return event?.seq ?? null;
  }

  /** @param {number} index */
  #eventsBefore(index) {
    return lastPlace(this.#places, (calls, place) => calls + place < index);
  }

  /** Brings the places in line with the lists. */
  #arranged() {
    const { list, events } = this.#source();
    const basis = [list, list.version, events, events?.version];
    const isOther = (/** @type {number} */ index) => basis[index] !== this.#basis[index];
    const rows = events?.rows ?? [];
    if (isOther(2) || isOther(3)) this.#indexByKey = new Map(rows.map(({ key }, place) => [key, place]));
    if (basis.some((_, index) => isOther(index))) {
      this.#basis = basis;
      let least = 0;
      this.#places = rows.map(({ event }) => (least = Math.max(least, callsBefore(list, event))));
    }
    return { list, events };
  }
}

/** @param {RowList} list @param {ProxyEvent} event */
function callsBefore(list, event) {
  const time = eventTime(event);
  if (event.process) return time === null ? 0 : list.countThrough(orderAfter(time));
  if (event.seq !== null && event.seq !== undefined) return list.countThrough(event.seq);
  return time === null ? 0 : list.countUntil(time);
}

/** How many elements at the beginning fulfil a condition.
 * @param {number[]} places @param {(place: number, index: number) => boolean} isBefore */
function lastPlace(places, isBefore) {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(places[middle], middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
