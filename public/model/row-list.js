// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The rows of a list of which the page holds only parts. Rows are in the order of calls; the list knows how many there are
// in all and where the parts that it holds stand in it. A part that was reached by a jump stands at an estimated
// place until it meets a part whose place is known; whoever shows the list therefore holds on to a row, not to its
// number.

import { derivedOf } from './call.js';
import { compareCalls, justAfter, nameOf, orderAfter, scaleOf } from './call-order.js';
import { isGap, orderOfRow, RowChunk } from './row-chunk.js';

/**
 * @typedef {import('./row-chunk.js').ListRow} Row
 * @typedef {import('./call-order.js').Order} Order
 * @typedef {import('./call-order.js').CallName} CallName
 *
 * `since` (microseconds since 1970) stands in the place of `after` where no call of a fleet is known.
 * @typedef {{ order: 'asc' | 'desc', after?: CallName, before?: CallName, since?: number, limit: number, base?: number
 *   }} PageRequest
 *
 * `oldest` and `newest` of a fleet's reply are numbers of its own: whoever knows the oldest call gives its order instead.
 * @typedef {Pick<InvocationPage, 'items' | 'matched' | 'matchedAtLeast'> & { oldest: Order | null, newest: number | null
 *   }} Page
 */
export class RowList {
  /** @type {RowChunk[]} sorted, disjoint, none of them without rows */
  #chunks = [];
  #total = 0;
  /** On the scale by which places are estimated. */
  #oldest = 1;
  #newest = 0;
  /** Another one means that rows have come, gone or moved. */
  version = 0;

  /** Rows in the whole list, held or not. */
  get total() {
    return this.#total;
  }

  /** Rows that are held. */
  get heldCount() {
    return this.#chunks.reduce((sum, chunk) => sum + chunk.rows.length, 0);
  }

  /** Order of the newest row that is held, or null. */
  get newestHeld() {
    return this.#chunks.at(-1)?.last ?? null;
  }

  /**
   * @param {number} ordinal place in the whole list, from 0
   * @returns {Row | undefined} undefined when that row is not held
   */
  rowAt(ordinal) {
    const chunk = this.#chunks.find(({ base, end }) => ordinal >= base && ordinal < end);
    return chunk?.rows[ordinal - chunk.base];
  }

  /** @param {Order} order @returns {Row | undefined} */
  rowWith(order) {
    const ordinal = this.ordinalOf(order);
    return ordinal < 0 ? undefined : this.rowAt(ordinal);
  }

  /** A held call by its number, or by its id in a fleet.
   * @param {CallName} name @returns {Row | undefined} */
  rowNamed(name) {
    if (typeof name === 'number') return this.rowWith(name);
    for (const { rows } of this.#chunks) {
      const row = rows.find((each) => !isGap(each) && each.id === name);
      if (row) return row;
    }
    return undefined;
  }

  /** Place of the held row with that order, or -1.
   * @param {Order} order */
  ordinalOf(order) {
    const chunk = this.#chunks.find((candidate) => candidate.covers(order));
    const index = chunk?.indexOf(order) ?? -1;
    const row = chunk?.rows[index];
    return chunk && row && orderOfRow(row) === order ? chunk.base + index : -1;
  }

  /** Best known place of a row that need not be held.
   * @param {Order} order */
  placeOf(order) {
    const exact = this.ordinalOf(order);
    if (exact >= 0) return exact;
    const next = this.#chunks.findIndex((chunk) => chunk.last >= order);
    const chunk = this.#chunks[next];
    if (chunk && chunk.first <= order) return chunk.base + chunk.indexOf(order);
    const [lowPlace, low, highPlace, high] = this.#surroundings(next < 0 ? this.#chunks.length : next);
    const share = high > low ? Math.min(1, (scaleOf(order) - low) / (high - low)) : 0;
    return Math.round(Math.max(0, Math.min(lowPlace + share * (highPlace - lowPlace), this.#total - 1)));
  }

  /** How many rows begin up to a call that need not be held; estimated where rows are not held.
   * @param {Order} order */
  countThrough(order) {
    const place = this.#chunks.findIndex((chunk) => chunk.last > order);
    const chunk = this.#chunks[place];
    // A gap stands after a call and the events that followed it.
    if (chunk?.covers(order)) return chunk.base + chunk.indexOf(justAfter(order));
    const last = this.#chunks.at(-1);
    if (!chunk && last?.isTail) return last.end;
    const [lower, upper] = [place < 0 ? last : this.#chunks[place - 1], chunk];
    return Math.min(upper?.base ?? this.#total, Math.max(lower?.end ?? 0, this.placeOf(order)));
  }

  /** How many rows begin before an instant, as far as the held ones tell.
   * @param {number} instant  microseconds since 1970 */
  countUntil(instant) {
    for (const chunk of [...this.#chunks].reverse()) {
      const place = chunk.rows.findLastIndex((row) => !isGap(row) && (derivedOf(row).start ?? Infinity) <= instant);
      if (place >= 0) return chunk.base + place + 1;
    }
    return 0;
  }

  /** The newest rows that are held, at most `most`.
   * @param {number} most @returns {Row[]} */
  newestRows(most) {
    return this.#chunks.at(-1)?.rows.slice(-most) ?? [];
  }

  /**
   * Takes a page that the server sent.
   * @param {PageRequest} request what `missing` asked for, or the newest page
   * @param {Page} reply
   */
  applyPage(request, reply) {
    const isFull = reply.items.length >= request.limit;
    const { since } = request;
    const items = request.order === 'desc' ? [...reply.items].reverse() : reply.items;
    const rows = inOrder(items);
    let from = since === undefined ? this.#edge(request.after, rows[0], -Infinity) : orderAfter(since - 1);
    let to = this.#edge(request.before, rows.at(-1), Infinity);
    if (isFull && request.order === 'asc') to = edgeOf(rows.at(-1), -Infinity);
    if (isFull && request.order === 'desc') from = edgeOf(rows[0], Infinity);
    const base = request.base ?? (rows.length > 0 ? this.placeOf(orderOfRow(rows[0])) : 0);
    this.#newest = Math.max(this.#newest, reply.newest ?? Math.floor(scaleOf(edgeOf(rows.at(-1), 0))));
    this.#join(new RowChunk(rows, from, to, base));
    this.agree(reply);
  }

  /**
   * Takes rows that arrived from the stream: new ones, and ones that were running and have returned.
   * @param {Row[]} rows in any order
   * @returns {number} how many were not in the list before
   */
  insert(rows) {
    let added = 0;
    for (const row of rows) added += this.#insertOne(row) ? 1 : 0;
    this.#spread();
    return added;
  }

  /**
   * Brings places in line with what the server tells of the whole list.
   * @param {Page} reply
   */
  agree({ matched, matchedAtLeast, oldest, newest }) {
    if (oldest !== null && oldest !== undefined) this.#oldest = scaleOf(oldest);
    if (oldest !== null && oldest !== undefined) this.#dropBefore(oldest);
    const tail = this.#chunks.at(-1);
    // A fleet does not tell which calls it has counted.
    const hasCounted = tail?.isTail && typeof tail.last === 'number';
    const arrivedSince = hasCounted ? tail.rows.length - tail.indexOf((newest ?? 0) + 1) : 0;
    // A server that gives up counting gives up sooner or later each time: what was counted once stays counted.
    const total = matched === null ? Math.max(this.#total, (matchedAtLeast ?? 0) + arrivedSince) : matched + arrivedSince;
    const change = total - this.#total;
    this.#total = Math.max(total, this.heldCount);
    for (const chunk of this.#chunks) {
      if (chunk.isTail) chunk.base = this.#total - chunk.rows.length;
      else if (change < 0) chunk.base += change;
    }
    this.#spread();
  }

  /**
   * What to ask the server for, so that the rows from `from` up to `to` can be shown.
   * @param {number} from @param {number} to @param {number} limit
   * @returns {PageRequest | null} null when all are held
   */
  missing(from, to, limit) {
    const first = this.#firstMissing(Math.max(0, from), Math.min(to, this.#total));
    if (first < 0) return null;
    const next = this.#chunks.findIndex((chunk) => chunk.base > first);
    const upper = this.#chunks[next];
    const lower = next < 0 ? this.#chunks.at(-1) : this.#chunks[next - 1];
    if (lower && first - lower.end < limit / 2) return { order: 'asc', after: nameAtEnd(lower.rows), limit };
    if (upper && upper.base - first <= limit) return { order: 'desc', before: nameAtStart(upper.rows), limit };
    if (first < limit / 2) return { order: 'asc', limit };
    if (!upper && this.#total - first <= limit) return { order: 'desc', limit };
    const estimate = this.#estimated(first, next < 0 ? this.#chunks.length : next);
    if (!this.#isOfFleet) return { order: 'asc', after: estimate - 1, limit, base: first };
    // Calls of the same moment cannot be told apart by it: where no earlier one is left, those that are missing follow
    // the part before.
    const isHeld = upper && orderAfter(estimate - 1) >= upper.from;
    if (isHeld) return { order: 'asc', ...(lower && { after: nameAtEnd(lower.rows) }), limit };
    return { order: 'asc', since: estimate, limit, base: first };
  }

  /** Forgets rows that are further than `reach` from each of these places; the newest `reach` stay.
   * @param {number[]} places @param {number} reach */
  trim(places, reach) {
    this.#chunks = this.#chunks.flatMap((chunk) => {
      const windows = places.map((place) => [place - reach, place + reach]);
      if (chunk.isTail) windows.push([this.#total - reach, this.#total]);
      return overlaps(chunk, windows).map(([from, to]) => chunk.slice(from, to));
    });
    this.#spread();
  }

  /** Where a page begins or ends that was asked for beyond a call: at that call, or, if it is not held any more, at the
   * page's own first or last row.
   * @param {CallName | undefined} name @param {Row | undefined} row @param {number} endless  the edge of the list */
  #edge(name, row, endless) {
    if (name === undefined) return endless;
    if (typeof name === 'number') return name;
    return edgeOf(this.rowNamed(name) ?? row, -endless);
  }

  get #isOfFleet() {
    return typeof this.newestHeld === 'bigint';
  }

  /** @param {number} from @param {number} to */
  #firstMissing(from, to) {
    let ordinal = from;
    for (const chunk of this.#chunks) {
      if (ordinal < chunk.base) break;
      ordinal = Math.max(ordinal, chunk.end);
    }
    return ordinal < to ? ordinal : -1;
  }

  /** Joins a new part with all that it touches.
   * @param {RowChunk} page */
  #join(page) {
    let joined = page;
    let place = null;
    const others = [];
    for (const chunk of this.#chunks) {
      if (chunk.to < page.from || chunk.from > page.to) {
        others.push(chunk);
        continue;
      }
      // Rows that are on the screen stay where they were; only the new ones have to find room.
      place ??= { order: chunk.first, at: chunk.base };
      joined = chunk.from < joined.from ? RowChunk.joined(chunk, joined) : RowChunk.joined(joined, chunk);
    }
    if (joined.rows.length > 0) others.push(joined);
    if (place) joined.base = place.at - joined.indexOf(place.order);
    this.#chunks = others.sort((left, right) => (left.first < right.first ? -1 : 1));
  }

  /** @param {Row} row */
  #insertOne(row) {
    const order = orderOfRow(row);
    this.#newest = Math.max(this.#newest, Math.floor(scaleOf(order)));
    const index = this.#chunks.findIndex((chunk) => chunk.covers(order));
    if (index >= 0 && !this.#chunks[index].insert(row)) return false;
    if (this.#chunks.length === 0) this.#chunks.push(new RowChunk([row], -Infinity, Infinity, 0));
    this.#total += 1;
    for (const chunk of this.#chunks) if (chunk.from > order) chunk.base += 1;
    return true;
  }

  /** @param {Order} oldest */
  #dropBefore(oldest) {
    for (const chunk of this.#chunks) chunk.dropBefore(oldest);
    this.#chunks = this.#chunks.filter((chunk) => chunk.rows.length > 0);
  }

  /**
   * Puts the edges where they belong and keeps an unknown place between parts that have not met, so that it is asked
   * for.
   */
  #spread() {
    this.version += 1;
    let free = 1;
    for (const chunk of this.#chunks) {
      chunk.base = chunk.isHead ? 0 : Math.max(chunk.base, free);
      free = chunk.end + 1;
    }
    const tail = this.#chunks.at(-1);
    if (tail?.isTail) this.#total = tail.end;
    else this.#total = Math.max(this.#total, tail ? free : 0);
  }

  /** Places of the nearest known rows before and after the chunk at `next` begins, and where they are on the scale: of
   * those after it, where the stretch begins that is known to have no others.
   * @param {number} next */
  #surroundings(next) {
    const lower = this.#chunks[next - 1];
    const upper = this.#chunks[next];
    return [
      lower ? lower.end - 1 : 0,
      lower ? scaleOf(lower.last) : this.#oldest,
      upper ? upper.base : Math.max(0, this.#total - 1),
      upper ? this.#scaleBefore(upper) : Math.max(this.#newest, this.#oldest),
    ];
  }

  /** The least that its first row may have on the scale. A part that was asked for after a number does not have that one.
   * @param {RowChunk} chunk */
  #scaleBefore(chunk) {
    const from = scaleOf(chunk.from);
    return this.#isOfFleet ? from : Math.min(scaleOf(chunk.first), from + 1);
  }

  /** Where a page that begins at a place may have to begin.
   * @param {number} ordinal @param {number} next */
  #estimated(ordinal, next) {
    const [lowPlace, low, highPlace, high] = this.#surroundings(next);
    const share = (ordinal - lowPlace) / Math.max(1, highPlace - lowPlace);
    const estimate = Math.round(low + share * (high - low));
    const upper = this.#chunks[next];
    // A page that began where there are no rows brought none: the step to the next is twice as long, up to half of what
    // is left, so that few are needed, however far away the rows are.
    const step = upper ? Math.min(scaleOf(upper.first) - high, Math.ceil((high - low) / 2)) : 0;
    // A page that began at the part's first row would bring nothing else.
    const most = high - Math.max(step, upper && !this.#isOfFleet ? 1 : 0);
    const least = this.#chunks[next - 1] ? Math.floor(low) + 1 : low;
    return Math.max(least, Math.min(estimate, most));
  }
}

/** @param {Invocation[]} calls  in the order of their start, as the server has it */
const inOrder = (calls) => (calls[0]?.process ? [...calls].sort(compareCalls) : calls);

/** @param {Row | undefined} row @param {number} none  without one */
const edgeOf = (row, none) => (row ? orderOfRow(row) : none);

/** A gap has no name: the call beside it stands for it.
 * @param {Row[]} rows @returns {CallName} */
function nameAtEnd(rows) {
  const last = rows[rows.length - 1];
  return isGap(last) ? namedOr(rows.findLast((row) => !isGap(row)), last.seq) : nameOf(last);
}

/** @param {Row[]} rows @returns {CallName} */
function nameAtStart(rows) {
  const [first] = rows;
  return isGap(first) ? namedOr(rows.find((row) => !isGap(row)), first.seq) : nameOf(first);
}

/** @param {Row | undefined} row @param {Order} order  of a gap */
const namedOr = (row, order) => (typeof order === 'number' || !row || isGap(row) ? Number(order) : nameOf(row));

/** Which places of a chunk fall into any of the windows, joined where they touch.
 * @param {RowChunk} chunk @param {number[][]} windows */
function overlaps(chunk, windows) {
  const ranges = windows
    .map(([from, to]) => [Math.max(from, chunk.base), Math.min(to, chunk.end)])
    .filter(([from, to]) => from < to)
    .sort((left, right) => left[0] - right[0]);
  /** @type {number[][]} */
  const joined = [];
  for (const range of ranges) {
    const previous = joined.at(-1);
    if (previous && range[0] <= previous[1]) previous[1] = Math.max(previous[1], range[1]);
    else joined.push(range);
  }
  return joined;
}
