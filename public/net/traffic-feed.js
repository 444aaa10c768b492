// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The list of calls as the page sees it: pages from the API, live calls from the stream, at most one change per frame.

import { parseEventId } from '../model/call.js';
import { gapAfter, mostOf, orderOf } from '../model/call-order.js';
import { compareEvents, EventList } from '../model/event-list.js';
import { PendingEvents } from '../model/pending-events.js';
import { isGap, orderOfRow } from '../model/row-chunk.js';
import { RowList } from '../model/row-list.js';
import { collectEvents, wholePage } from './call-pages.js';

const PAGE_SIZE = 200;
const KEPT_ROWS = 6000;
const MOST_ROWS = 3 * KEPT_ROWS;
/** More of them mean that nothing draws the list, which would have trimmed it. */
const MOST_UNDRAWN_ROWS = 4 * KEPT_ROWS;
const KEPT_EVENTS = 5000;
const RELOAD_INTERVAL_MILLISECONDS = 500;
const FAILED_RELOAD_MILLISECONDS = 2000;

/**
 * @typedef {import('../model/row-chunk.js').ListRow} ListRow
 * @typedef {import('../model/row-list.js').PageRequest} PageRequest
 * @typedef {import('../model/call-order.js').CallName} CallName
 * @typedef {import('./event-stream.js').StreamEvent} StreamEvent
 *
 * What has changed: `rows` (`added` of them are new), `replaced` (another selection of calls), `restarted` (another
 * epoch), `status` (stream, pause), `failed` (`error` is set), `stale` (call `reload` with the row that the reader
 * looks at).
 * @typedef {'rows' | 'replaced' | 'restarted' | 'status' | 'failed' | 'stale'} Change
 *
 * @typedef {Pick<import('./shared-stream.js').SharedStream, 'start' | 'retry' | 'close'> & { isSilent?: boolean }} Stream
 *   a silent one never becomes live
 *
 * @typedef {object} FeedOptions
 * @property {import('./call-pages.js').InvocationAPI & Partial<Pick<import('./api.js').API, 'events'>>} api
 * @property {() => boolean} [hasEvents]  whether the API lists the events of proxies; default: no
 * @property {() => boolean} [isFleet]  whether the calls are those of many processes; default: no
 * @property {(options: import('./shared-stream.js').StreamOptions) => Stream} openStream
 * @property {() => boolean} [keepsStream]  whether a stream must not end before the next one is live: held calls
 *   continue when the last one ends; default: no
 * @property {() => { anchor: CallName | null, opened: string | null }} [reader]  the call that the reader left at the top
 *   of the list, and the id of the one with open details: they stay held while the list is not drawn; default: none
 * @property {(run: () => void) => void} schedule  next animation frame
 * @property {() => number} now  milliseconds
 * @property {(change: Change, added?: number) => void} onChange
 */

export class TrafficFeed {
  list = new RowList();
  /** The events of proxies that pass the filter. */
  events = new EventList();
  filter = '';
  /** @type {string | null} */
  epoch = null;
  /** Lowest `seq` that the server still stores; null in a fleet, where each process counts for itself.
   * @type {number | null} */
  oldest = null;
  evicted = 0;
  stored = 0;
  /** Whether another epoch has begun since somebody last took note of that. */
  hasRestarted = false;
  /** Whether the server has counted all calls that pass the filter; if not, there are at least so many. */
  isCountExact = true;
  isPaused = false;
  isLoaded = false;
  /** @type {import('./api.js').APIError | null} why the last page did not come */
  error = null;
  /** @type {import('../model/stream-machine.js').StreamStatus | null} */
  stream = null;

  #options;
  /** @type {Stream | null} */
  #shared = null;
  /** The stream of the filter before, until this one's is live.
   * @type {Stream | null} */
  #outgoing = null;
  /** Whether the present stream is live. */
  #isLive = false;
  #pending = new PendingEvents();
  #isFlushing = false;
  #isReloading = false;
  #isCountingTotals = false;
  #generation = 0;
  /** Ends the requests of the generation before. */
  #abort = new AbortController();
  #isFetching = false;
  /** @type {{ from: number, to: number } | null} */
  #wanted = null;
  #reloadedAt = -Infinity;
  #reloadMilliseconds = 0;
  #reloadTimer = 0;
  /** @type {string | null} the last event that the list has */
  #heardUpTo = null;

  /** @param {FeedOptions} options */
  constructor(options) {
    this.#options = options;
  }

  /** Whether it has a stream. */
  get isFollowing() {
    return this.#shared !== null;
  }

  /** Calls that arrived while paused. */
  get waiting() {
    return this.isPaused ? this.#pending.callCount : 0;
  }

  /**
   * Shows a selection of calls: forgets the rows, loads the newest ones, follows the stream.
   * @param {string} filter
   * @param {CallName | null} around  a call that shall be loaded too
   */
  async load(filter, around = null) {
    this.filter = filter;
    this.isLoaded = false;
    this.#follow();
    await this.reload(around, 'replaced');
  }

  /**
   * Asks the server anew, keeping what is on the screen until the answer is there.
   * @param {CallName | null} around  the call that the reader looks at, or null for the newest
   * @param {Change} change
   */
  async reload(around = null, change = 'rows') {
    const generation = this.#nextGeneration();
    const isCurrent = () => generation === this.#generation;
    clearTimeout(this.#reloadTimer);
    this.#reloadedAt = this.#options.now();
    this.#isReloading = true;
    this.#pending.clear();
    try {
      const list = new RowList();
      const newest = await this.#newestPage(list);
      if (isCurrent() && around !== null && !list.rowNamed(around)) await this.#loadAround(list, around);
      if (isCurrent()) this.#accept(list, newest, change);
      if (isCurrent()) void this.#loadEvents(isCurrent);
    } catch (error) {
      if (isCurrent()) this.#failed(/** @type {import('./api.js').APIError} */ (error));
    } finally {
      if (isCurrent()) this.#isReloading = false;
    }
    if (!isCurrent()) return;
    this.#reloadMilliseconds = this.#options.now() - this.#reloadedAt;
    this.#flush();
  }

  /** Fetches what is missing between two places of the list; one request at a time, the latest wish wins.
   * @param {number} from @param {number} to */
  ensure(from, to) {
    this.#wanted = { from, to };
    if (!this.#isFetching && this.isLoaded && !this.error) void this.#fetchWanted();
  }

  /** What comes next is of another source: that its epoch differs does not mean that the program was started anew. */
  forgetRun() {
    this.epoch = null;
    this.stream = null;
    this.hasRestarted = false;
  }

  /** A call that is held.
   * @param {string | null} id @returns {Invocation | undefined} */
  callWith(id) {
    const name = this.#options.isFleet?.() ? id ?? '' : parseEventId(id)?.number ?? -1;
    const row = this.list.rowNamed(name);
    // The call of another run may have the same number.
    return row === undefined || isGap(row) || row.id !== id ? undefined : row;
  }

  /** The newest calls that are held.
   * @param {number} most */
  newestCalls(most) {
    return this.list.newestRows(most).flatMap((row) => (isGap(row) ? [] : row));
  }

  /** A call of the list is known better; one that is not held changes nothing.
   * @param {Invocation} call */
  note(call) {
    if (!this.list.rowWith(orderOf(call))) return;
    this.list.insert([call]);
    this.#options.onChange('rows');
  }

  pause() {
    this.isPaused = true;
    this.#options.onChange('status');
  }

  resume() {
    this.isPaused = false;
    this.#flush();
    this.#options.onChange('status');
  }

  retryStream() {
    this.#shared?.retry();
  }

  /** Gives the connection back until `wake`; for a tab that nobody sees. */
  sleep() {
    this.#shared?.close();
    this.#shared = null;
    this.#endOutgoing();
  }

  /** While it is paused, the list stays as it is.
   * @param {CallName | null} around  as `reload` has it */
  wake(around) {
    if (this.#shared) return;
    const stream = this.#follow();
    if (this.isPaused && this.isLoaded) stream.start(this.#heardUpTo);
    else void this.reload(around);
  }

  /** Asks what is still stored, after the server has evicted something. */
  async refreshTotals() {
    // The next status asks again: a server that is slow must not be asked twice at once.
    if (this.#isCountingTotals) return;
    const generation = this.#generation;
    this.#isCountingTotals = true;
    const reply = await this.#page({ order: 'asc', limit: 1 }).catch(() => null);
    this.#isCountingTotals = false;
    if (!reply || generation !== this.#generation || reply.epoch !== this.epoch) return;
    this.#noteTotals(reply);
    this.list.agree(this.#totalsOf(reply, reply.items[0]));
    this.#options.onChange('rows');
  }

  /** Forgets rows far from the one that is shown, so that a day of traffic does not stay in memory.
   * @param {number} around  its place */
  trim(around) {
    if (this.list.heldCount > MOST_ROWS) this.list.trim([around], KEPT_ROWS);
  }

  /** The same while another tab hides the list, or a sorted one is in its place. */
  #trimUndrawn() {
    if (this.list.heldCount <= MOST_UNDRAWN_ROWS) return;
    const { anchor, opened } = this.#options.reader?.() ?? { anchor: null, opened: null };
    const rows = [anchor === null ? undefined : this.list.rowNamed(anchor), this.callWith(opened)];
    const places = rows.flatMap((row) => (row ? this.list.ordinalOf(orderOfRow(row)) : []));
    this.list.trim(places, KEPT_ROWS / 2);
  }

  #nextGeneration() {
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#generation += 1;
    return this.#generation;
  }

  #follow() {
    const { openStream, keepsStream } = this.#options;
    const replaced = this.#shared;
    // Its last words are not about the stream that takes its place.
    this.#shared = null;
    if (replaced && this.#isLive && keepsStream?.()) {
      this.#endOutgoing();
      this.#outgoing = replaced;
    } else replaced?.close();
    this.#isLive = false;
    this.#pending.clear();
    /** @type {Stream} */
    const stream = openStream({
      filter: this.filter,
      onEvents: (events) => stream === this.#shared && this.#arrived(events),
      onStatus: (status) => this.#statusChanged(stream, status),
    });
    this.#shared = stream;
    if (stream.isSilent) this.#endOutgoing();
    return stream;
  }

  /** @param {Stream} stream @param {import('../model/stream-machine.js').StreamStatus} status */
  #statusChanged(stream, status) {
    if (this.#outgoing && stream === this.#outgoing) return;
    this.stream = status;
    this.#isLive = status.phase === 'live';
    if (this.#isLive) this.#endOutgoing();
    this.#options.onChange('status');
  }

  #endOutgoing() {
    const outgoing = this.#outgoing;
    outgoing?.close();
    this.#outgoing = null;
  }

  /** @param {InvocationQuery & { limit: number }} query */
  #page(query) {
    return wholePage(this.#options.api, { filter: this.filter, ...query }, this.#abort.signal);
  }

  /** @param {RowList} list */
  async #newestPage(list) {
    /** @type {PageRequest} */
    const request = { order: 'desc', limit: PAGE_SIZE };
    const isFleet = this.#options.isFleet?.() ?? false;
    // A fleet's oldest call has no number that says how far back the list goes.
    const oldest = isFleet ? this.#page({ order: 'asc', limit: 1 }) : null;
    const [reply, first] = await Promise.all([this.#page(request), oldest]);
    list.applyPage(request, this.#totalsOf(reply, first?.items[0]));
    return reply;
  }

  /** A reply as the list needs it: in a fleet, `oldest` and `newest` are numbers of another kind than those of calls.
   * @param {InvocationPage} reply @param {Invocation | undefined} [oldest]  the first call of the list, if it is known
   * @returns {import('../model/row-list.js').Page} */
  #totalsOf(reply, oldest) {
    if (!this.#options.isFleet?.()) return reply;
    return { ...reply, oldest: oldest ? orderOf(oldest) : null, newest: null };
  }

  /** A call that the server does not have, or no longer, keeps nobody from seeing the newest.
   * @param {RowList} list @param {CallName} name */
  async #loadAround(list, name) {
    try {
      await (typeof name === 'string' ? this.#loadAroundId(list, name) : this.#loadAroundNumber(list, name));
    } catch (error) {
      const { status } = /** @type {import('./api.js').APIError} */ (error);
      if (status !== 404 && status !== 410) throw error;
    }
  }

  /** The calls after it, then it and those before.
   * @param {RowList} list @param {string} id */
  async #loadAroundId(list, id) {
    /** @type {PageRequest} */
    const later = { order: 'asc', after: id, limit: PAGE_SIZE / 2 };
    const reply = await this.#page(later);
    list.applyPage(later, this.#totalsOf(reply));
    const next = reply.items[0]?.id;
    if (!next) return;
    /** @type {PageRequest} */
    const earlier = { order: 'desc', before: next, limit: PAGE_SIZE / 2 };
    list.applyPage(earlier, this.#totalsOf(await this.#page(earlier)));
  }

  /** @param {RowList} list @param {number} seq */
  async #loadAroundNumber(list, seq) {
    const after = Math.max(0, Math.floor(seq) - PAGE_SIZE / 2);
    /** @type {PageRequest} */
    const request = { order: 'asc', after, limit: PAGE_SIZE };
    const reply = await this.#page(request);
    list.applyPage({ ...request, base: list.placeOf(after) }, reply);
  }

  /** @param {RowList} list @param {InvocationPage} reply @param {Change} change */
  #accept(list, reply, change) {
    const hasRestarted = this.epoch !== null && this.epoch !== reply.epoch;
    this.hasRestarted ||= hasRestarted;
    this.list = list;
    if (hasRestarted || change === 'replaced') this.events = new EventList();
    this.epoch = reply.epoch;
    this.error = null;
    this.isLoaded = true;
    this.#noteTotals(reply);
    this.#heardUpTo = reply.streamFrom;
    this.#shared?.start(reply.streamFrom);
    this.#options.onChange(hasRestarted ? 'restarted' : change);
  }

  /** Asks after the calls: what happens from then on is also in the stream, so that nothing is missed in between.
   * @param {() => boolean} isCurrent */
  async #loadEvents(isCurrent) {
    const { api, hasEvents } = this.#options;
    if (!api.events || !hasEvents?.()) return;
    const held = this.events;
    const heldBefore = new Set(held.rows.map(({ key }) => key));
    const options = { filter: this.filter, most: KEPT_EVENTS, signal: this.#abort.signal };
    const reply = await collectEvents({ events: api.events }, options).catch(() => null);
    if (!reply || !isCurrent() || reply.epoch !== this.epoch) return;
    const [last] = reply.events;
    const list = new EventList();
    // What has arrived meanwhile is newer than the reply; what else was held and is not in it was cleared.
    const newer = held.rows.filter(({ key, event }) => (last ? compareEvents(event, last) > 0 : !heldBefore.has(key)));
    list.add([...reply.events, ...newer.map(({ event }) => event)]);
    this.events = list;
    this.#options.onChange('rows');
  }

  /** @param {InvocationPage} reply */
  #noteTotals({ oldest, evicted, stored, matched }) {
    this.isCountExact = matched !== null;
    this.oldest = this.#options.isFleet?.() ? null : oldest;
    this.evicted = evicted;
    this.stored = stored;
  }

  /** @param {import('./api.js').APIError} error */
  #failed(error) {
    this.error = error;
    this.#options.onChange('failed');
    // A filter that the server refuses stays refused; everything else is worth another attempt.
    if (error.status === 0 || error.status >= 500) this.#reloadAfter(FAILED_RELOAD_MILLISECONDS);
  }

  async #fetchWanted() {
    this.#isFetching = true;
    const generation = this.#generation;
    try {
      while (this.#wanted && generation === this.#generation) {
        const request = this.list.missing(this.#wanted.from, this.#wanted.to, PAGE_SIZE);
        if (!request) break;
        await this.#fetchPage(request, generation);
      }
    } catch (error) {
      if (generation === this.#generation) this.#failed(/** @type {import('./api.js').APIError} */ (error));
    } finally {
      this.#isFetching = false;
    }
  }

  /** @param {PageRequest} request @param {number} generation */
  async #fetchPage(request, generation) {
    const { base: _, ...query } = request;
    const { since } = query;
    const reply = await this.#page(query);
    if (generation !== this.#generation) return;
    if (reply.epoch !== this.epoch) {
      await this.reload();
      return;
    }
    const totals = this.#totalsOf(reply);
    // What has matched is then less than the list has.
    this.list.applyPage(request, since === undefined ? totals : { ...totals, matched: null, matchedAtLeast: 0 });
    if (since === undefined) this.#noteTotals(reply);
    this.#options.onChange('rows');
  }

  /** @param {StreamEvent[]} events */
  #arrived(events) {
    this.#pending.add(events);
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    this.#options.schedule(() => {
      this.#isFlushing = false;
      if (this.isPaused) this.#options.onChange('status');
      else this.#flush();
    });
  }

  #flush() {
    if (this.isPaused || this.#isReloading || this.#pending.isEmpty) return;
    const { events, hasOverflowed } = this.#pending.take();
    if (hasOverflowed || events.some((event) => this.#breaksContinuity(event))) this.#reloadAfter(0);
    else this.#append(events);
  }

  /** @param {StreamEvent} event */
  #breaksContinuity({ name, data }) {
    if (name === 'reset') return true;
    if (name === 'hello') return this.epoch !== null && JSON.parse(data).epoch !== this.epoch;
    // What was skipped because this client was slow is still stored; what was evicted is not.
    return name === 'gap' && JSON.parse(data).reason !== 'evicted';
  }

  /** @param {StreamEvent[]} events */
  #append(events) {
    /** @type {ListRow[]} */
    const rows = [];
    this.#heardUpTo = events.findLast(({ id }) => id)?.id ?? this.#heardUpTo;
    for (const { name, data } of events) {
      if (name === 'invocation' || name === 'running') rows.push(JSON.parse(data));
      if (name === 'gap' && JSON.parse(data).missed > 0) rows.push(this.#gapRow(JSON.parse(data), rows));
    }
    /** @type {Invocation[]} */
    const changed = events.filter(({ name }) => name === 'update').map(({ data }) => JSON.parse(data));
    let added = rows.length > 0 ? this.list.insert(rows) : 0;
    // What somebody noted on a call that is not held is read together with the call.
    const known = changed.filter((call) => this.list.rowWith(orderOf(call)));
    if (known.length > 0) added += this.list.insert(known);
    this.#trimUndrawn();
    const happened = this.events.add(
      events.filter(({ name }) => name === 'lifecycle').map(({ data }) => JSON.parse(data)),
    );
    if (rows.length + known.length > 0) this.#options.onChange('rows', added);
    else if (happened > 0) this.#options.onChange('rows');
  }

  /** A line in the list for calls that this page can no longer get.
   * @param {{ missed: number }} gap @param {ListRow[]} rows @returns {ListRow} */
  #gapRow({ missed }, rows) {
    const newest = rows.reduce((most, row) => mostOf(most, orderOfRow(row)), this.list.newestHeld ?? 0);
    return { kind: 'gap', seq: gapAfter(newest), missed };
  }

  /** @param {number} delay  milliseconds */
  #reloadAfter(delay) {
    clearTimeout(this.#reloadTimer);
    // Half of the time at most is spent on reloading, however slow the server is.
    const interval = Math.max(RELOAD_INTERVAL_MILLISECONDS, 2 * this.#reloadMilliseconds);
    const due = Math.max(delay, this.#reloadedAt + interval - this.#options.now());
    this.#reloadTimer = setTimeout(() => this.#options.onChange('stale'), due);
  }
}
