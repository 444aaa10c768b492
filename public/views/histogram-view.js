// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Calls over time above the list, with a brush that selects a range of time.

import { formatCount, formatQuantity } from '../model/format.js';
import { timeOfDay } from '../model/instant.js';
import { ticksBetween } from '../model/timeline.js';
import { element, graphic, setShown, setText } from './dom.js';

const HEIGHT = 34;
const SMALLEST_BRUSH = 4;
const TICK_PIXELS = 110;

/** The outline of bars, as one path. */
function barsPath(timeline, read, highest) {
  const { from, to, buckets } = timeline;
  const width = 1000 / buckets.length;
  return buckets.map((bucket) => {
    const value = read(bucket);
    if (value === 0) return '';
    const x = ((bucket.start - from) / (to - from)) * 1000;
    const height = Math.max(1.5, (value / highest) * HEIGHT);
    return `M${x.toFixed(2)} ${HEIGHT}v${(-height).toFixed(2)}h${Math.max(0.6, width - 0.8).toFixed(2)}V${HEIGHT}z`;
  }).join('');
}

/**
 * @param {object} options
 * @param {(range: { from: number, to: number } | null) => void} options.onBrush  microseconds; null for all of the time
 */
export function createHistogramView({ onBrush }) {
  let timeline = null;
  let range = null;
  let drag = null;
  const counts = graphic('path', { class: 'histogram__counts' });
  const errors = graphic('path', { class: 'histogram__errors' });
  const chart = graphic(
    'svg',
    { class: 'histogram__chart', viewBox: `0 0 1000 ${HEIGHT}`, preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    counts,
    errors,
  );
  const brush = element('div', { class: 'histogram__brush', hidden: true });
  const cursor = element('div', { class: 'histogram__cursor', hidden: true });
  const axis = element('div', { class: 'histogram__axis', 'aria-hidden': 'true' });
  const tip = element('div', { class: 'histogram__tip', hidden: true });
  const clear = element('button', {
    class: 'button button--small histogram__clear',
    type: 'button',
    hidden: true,
    onclick: () => onBrush(null),
  });
  const area = element('div', { class: 'histogram__area' }, chart, brush, cursor, axis);
  const words = element('p', { class: 'histogram__words', hidden: true, text: 'This server has no timeline yet.' });
  const root = element(
    'div',
    { class: 'histogram', role: 'group', 'aria-label': 'Calls over time' },
    area,
    tip,
    clear,
    words,
  );

  area.addEventListener('pointerdown', (event) => {
    if (!timeline || event.button !== 0) return;
    area.setPointerCapture(event.pointerId);
    drag = { from: event.clientX, to: event.clientX };
  });
  area.addEventListener('pointermove', (event) => {
    if (drag) drag.to = event.clientX;
    point(event.clientX);
    drawBrush();
  });
  area.addEventListener('pointerleave', () => {
    setShown(tip, false);
    setShown(cursor, false);
  });
  area.addEventListener('pointerup', finish);
  area.addEventListener('lostpointercapture', () => {
    drag = null;
    drawBrush();
  });
  const observer = new ResizeObserver(drawAxis);
  observer.observe(area);

  const shareAt = (clientX) => {
    const box = area.getBoundingClientRect();
    return Math.min(1, Math.max(0, (clientX - box.left) / box.width));
  };
  const instantAt = (clientX) => timeline.from + shareAt(clientX) * (timeline.to - timeline.from);

  function finish() {
    if (!drag) return;
    const [left, right] = [Math.min(drag.from, drag.to), Math.max(drag.from, drag.to)];
    const chosen = right - left >= SMALLEST_BRUSH ? { from: instantAt(left), to: instantAt(right) } : null;
    drag = null;
    if (chosen || range) onBrush(chosen);
    drawBrush();
  }

  function point(clientX) {
    const bucket = timeline
      ?.buckets[Math.min(timeline.buckets.length - 1, Math.floor(shareAt(clientX) * timeline.buckets.length))];
    setShown(tip, Boolean(bucket));
    setShown(cursor, Boolean(bucket));
    if (!bucket) return;
    const failed = bucket.errors > 0 ? `, ${formatQuantity(bucket.errors, 'error')}` : '';
    setText(tip, `${timeOfDay(bucket.start)}  ${formatQuantity(bucket.count, 'call')}${failed}`);
    cursor.style.left = `${shareAt(clientX) * 100}%`;
    tip.style.left = `${
      Math.min(area.clientWidth - tip.offsetWidth, Math.max(0, shareAt(clientX) * area.clientWidth + 8))
    }px`;
  }

  function drawBrush() {
    const shown = drag && Math.abs(drag.to - drag.from) >= SMALLEST_BRUSH && timeline
      ? { from: instantAt(Math.min(drag.from, drag.to)), to: instantAt(Math.max(drag.from, drag.to)) }
      : range;
    setShown(brush, Boolean(shown && timeline));
    setShown(clear, range !== null);
    if (range) setText(clear, `${timeOfDay(range.from)} – ${timeOfDay(range.to)}  ×`);
    if (range) clear.setAttribute('aria-label', 'Show all of the time');
    if (!shown || !timeline) return;
    const place = (instant) =>
      Math.min(100, Math.max(0, ((instant - timeline.from) / (timeline.to - timeline.from)) * 100));
    brush.style.left = `${place(shown.from)}%`;
    brush.style.width = `${Math.max(0.15, place(shown.to) - place(shown.from))}%`;
  }

  function drawAxis() {
    if (!timeline) {
      axis.replaceChildren();
      return;
    }
    const { ticks, digits } = ticksBetween(timeline.from, timeline.to, Math.max(2, area.clientWidth / TICK_PIXELS));
    axis.replaceChildren(...ticks.map((tick) => {
      const node = element('span', { class: 'histogram__tick', text: timeOfDay(tick, digits) });
      node.style.left = `${((tick - timeline.from) / (timeline.to - timeline.from)) * 100}%`;
      return node;
    }));
  }

  return {
    element: root,
    /** @param {import('../model/timeline.js').Timeline | null} next */
    update(next) {
      timeline = next;
      const highest = Math.max(1, ...(next?.buckets ?? []).map(({ count }) => count));
      counts.setAttribute('d', next ? barsPath(next, ({ count }) => count, highest) : '');
      errors.setAttribute('d', next ? barsPath(next, ({ errors: failed }) => failed, highest) : '');
      root.setAttribute(
        'aria-label',
        next ? `Calls over time, at most ${formatCount(highest)} in one step` : 'Calls over time',
      );
      drawAxis();
      drawBrush();
    },
    /** @param {{ from: number, to: number } | null} next the range that the filter selects */
    setRange(next) {
      range = next;
      drawBrush();
    },
    setAvailable(isAvailable) {
      setShown(area, isAvailable);
      setShown(words, !isAvailable);
    },
    /** As many buckets as bars of about six pixels fit. */
    get bucketCount() {
      return Math.min(400, Math.max(40, Math.round(area.clientWidth / 6)));
    },
    destroy: () => observer.disconnect(),
  };
}
