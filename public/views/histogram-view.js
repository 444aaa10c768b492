// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Calls over time above the list, with a brush that selects a range of time.

import { formatCount, formatQuantity } from '../model/format.js';
import { momentText, ticksBetween } from '../model/timeline.js';
import { element, graphic, setAttribute, setShown, setText } from './dom.js';

const WIDTH = 1000;
const HEIGHT = 34;
const SMALLEST_BRUSH = 4;
const PIXELS_PER_TICK = 110;
const PIXELS_PER_BUCKET = 6;

/**
 * @typedef {import('../model/timeline.js').CountedTimeline} CountedTimeline
 * @typedef {{ from: number, to: number }} Range  microseconds
 * @typedef {{ onBrush: (range: Range | null) => void }} HistogramOptions  null for all of the time
 */

/** @param {number} value @param {number} low @param {number} high */
const within = (value, low, high) => Math.min(high, Math.max(low, value));

/** The outline of bars, as one path.
 * @param {CountedTimeline} timeline @param {(bucket: import('../model/timeline.js').Bucket) => number} read
 * @param {number} highest */
function barsPath({ from, to, buckets }, read, highest) {
  const width = Math.max(0.6, WIDTH / buckets.length - 0.8).toFixed(2);
  return buckets.map((bucket) => {
    const value = read(bucket);
    if (value === 0) return '';
    const x = (((bucket.start - from) / (to - from)) * WIDTH).toFixed(2);
    const height = Math.max(1.5, (value / highest) * HEIGHT).toFixed(2);
    return `M${x} ${HEIGHT}v-${height}h${width}V${HEIGHT}z`;
  }).join('');
}

export class HistogramView {
  #onBrush;
  /** @type {CountedTimeline | null} */
  #timeline = null;
  /** @type {Range | null} */
  #range = null;
  /** @type {{ from: number, to: number } | null} pixels */
  #drag = null;
  #counts = graphic('path', { class: 'histogram__counts' });
  #errors = graphic('path', { class: 'histogram__errors' });
  #brush = element('div', { class: 'histogram__brush', hidden: true });
  #cursor = element('div', { class: 'histogram__cursor', hidden: true });
  #uncounted = element('div', {
    class: 'histogram__uncounted',
    title: 'Not counted yet: counting all calls takes the server too long',
    hidden: true,
  });
  #axis = element('div', { class: 'histogram__axis', 'aria-hidden': 'true' });
  #tip = element('div', { class: 'histogram__tip', hidden: true });
  #words = element('p', { class: 'histogram__words', hidden: true, text: 'This server has no timeline yet.' });
  #clear = element('button', {
    class: 'button button--small histogram__clear',
    type: 'button',
    'aria-label': 'Show all of the time',
    hidden: true,
    onclick: () => this.#onBrush(null),
  });
  #area;
  #observer = new ResizeObserver(() => this.#drawAxis());

  /** @param {HistogramOptions} options */
  constructor({ onBrush }) {
    this.#onBrush = onBrush;
    const chart = graphic(
      'svg',
      {
        class: 'histogram__chart',
        viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
        preserveAspectRatio: 'none',
        'aria-hidden': 'true',
      },
      this.#counts,
      this.#errors,
    );
    this.#area = element(
      'div',
      { class: 'histogram__area' },
      chart,
      this.#uncounted,
      this.#brush,
      this.#cursor,
      this.#axis,
    );
    const parts = [this.#area, this.#tip, this.#clear, this.#words];
    this.element = element('div', { class: 'histogram', role: 'group', 'aria-label': 'Calls over time' }, ...parts);
    this.#listen();
    this.#observer.observe(this.#area);
  }

  /** As many buckets as bars fit. */
  get bucketCount() {
    return within(Math.round(this.#area.clientWidth / PIXELS_PER_BUCKET), 40, 400);
  }

  /** @param {CountedTimeline | null} timeline */
  update(timeline) {
    this.#timeline = timeline;
    const highest = Math.max(1, ...(timeline?.buckets ?? []).map(({ count }) => count));
    this.#counts.setAttribute('d', timeline ? barsPath(timeline, ({ count }) => count, highest) : '');
    this.#errors.setAttribute('d', timeline ? barsPath(timeline, ({ errors }) => errors, highest) : '');
    const scale = timeline ? `, at most ${formatCount(highest)} in one step` : '';
    setAttribute(this.element, 'aria-label', `Calls over time${scale}`);
    const uncounted = timeline ? placeOf(timeline, timeline.countedFrom) : 0;
    setShown(this.#uncounted, uncounted > 0);
    this.#uncounted.style.width = `${uncounted}%`;
    this.#drawAxis();
    this.#drawBrush();
  }

  /** @param {Range | null} range the range that the filter selects */
  setRange(range) {
    this.#range = range;
    this.#drawBrush();
  }

  /** @param {boolean} isAvailable whether the server has a timeline */
  setAvailable(isAvailable) {
    setShown(this.#area, isAvailable);
    setShown(this.#words, !isAvailable);
  }

  #listen() {
    const area = this.#area;
    area.addEventListener('pointerdown', (event) => this.#press(event));
    area.addEventListener('pointermove', (event) => this.#move(event));
    area.addEventListener('pointerup', () => this.#release());
    area.addEventListener('lostpointercapture', () => {
      this.#drag = null;
      this.#drawBrush();
    });
    area.addEventListener('pointerleave', () => {
      setShown(this.#tip, false);
      setShown(this.#cursor, false);
    });
  }

  /** @param {PointerEvent} event */
  #press(event) {
    if (!this.#timeline || event.button !== 0) return;
    this.#area.setPointerCapture(event.pointerId);
    this.#drag = { from: event.clientX, to: event.clientX };
  }

  /** @param {PointerEvent} event */
  #move({ clientX }) {
    if (this.#drag) this.#drag.to = clientX;
    this.#point(clientX);
    this.#drawBrush();
  }

  #release() {
    if (!this.#drag) return;
    const range = this.#dragged;
    this.#drag = null;
    if (range || this.#range) this.#onBrush(range);
    this.#drawBrush();
  }

  /** The range under the pointer's drag, null while it is too short to be meant. */
  get #dragged() {
    if (!this.#drag || !this.#timeline || Math.abs(this.#drag.to - this.#drag.from) < SMALLEST_BRUSH) return null;
    const [left, right] = [this.#drag.from, this.#drag.to].sort((one, other) => one - other);
    const { from, to } = this.#timeline;
    return { from: from + this.#shareAt(left) * (to - from), to: from + this.#shareAt(right) * (to - from) };
  }

  /** @param {number} clientX */
  #shareAt(clientX) {
    const { left, width } = this.#area.getBoundingClientRect();
    return within((clientX - left) / width, 0, 1);
  }

  /** @param {number} clientX */
  #point(clientX) {
    const share = this.#shareAt(clientX);
    const timeline = this.#timeline;
    const buckets = timeline?.buckets ?? [];
    const bucket = buckets[Math.min(buckets.length - 1, Math.floor(share * buckets.length))];
    setShown(this.#tip, Boolean(bucket));
    setShown(this.#cursor, Boolean(bucket));
    if (!timeline || !bucket) return;
    const failed = bucket.errors > 0 ? `, ${formatQuantity(bucket.errors, 'error')}` : '';
    setText(this.#tip, `${momentText(timeline, bucket.start)}  ${formatQuantity(bucket.count, 'call')}${failed}`);
    this.#cursor.style.left = `${share * 100}%`;
    const { clientWidth } = this.#area;
    this.#tip.style.left = `${within(share * clientWidth + 16, 0, clientWidth - this.#tip.offsetWidth)}px`;
  }

  #drawBrush() {
    const shown = this.#timeline && (this.#dragged ?? this.#range);
    setShown(this.#brush, Boolean(shown));
    setShown(this.#clear, this.#range !== null);
    const range = this.#range;
    if (range) {
      const [from, to] = [range.from, range.to].map((at) => momentText(this.#timeline ?? range, at));
      setText(this.#clear, `${from} – ${to}  ×`);
    }
    if (!shown || !this.#timeline) return;
    const left = placeOf(this.#timeline, shown.from);
    this.#brush.style.left = `${left}%`;
    this.#brush.style.width = `${Math.max(0.15, placeOf(this.#timeline, shown.to) - left)}%`;
  }

  #drawAxis() {
    const timeline = this.#timeline;
    if (!timeline) return this.#axis.replaceChildren();
    const most = Math.max(2, this.#area.clientWidth / PIXELS_PER_TICK);
    const { ticks, digits } = ticksBetween(timeline.from, timeline.to, most);
    this.#axis.replaceChildren(...ticks.map((tick) => {
      const node = element('span', { class: 'histogram__tick', text: momentText(timeline, tick, digits) });
      node.style.left = `${placeOf(timeline, tick)}%`;
      return node;
    }));
  }
}

/** Percent from the left.
 * @param {Range} timeline @param {number} instant */
const placeOf = ({ from, to }, instant) => within(((instant - from) / (to - from)) * 100, 0, 100);
