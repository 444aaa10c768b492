// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// A flame chart for each thread: time from left to right, nested calls below their callers. The wheel zooms, dragging
// moves.

import { callSummary } from '../model/call.js';
import { epochOf } from '../model/call-order.js';
import { eventText } from '../model/event-list.js';
import {
  busySpans,
  flameExtent,
  flameLanes,
  foundBoxes,
  keptView,
  markersIn,
  nextFound,
  panned,
  rescaled,
  withRunning,
  zoomed,
} from '../model/flame-layout.js';
import { formatCount, formatDuration, formatQuantity } from '../model/format.js';
import { timeFold, UNFOLDED } from '../model/time-fold.js';
import { createButton } from './button.js';
import { element, setAttribute, setShown, setText } from './dom.js';
import { createFlameMap } from './flame-map.js';
import {
  AXIS_HEIGHT,
  clearedContext,
  lanesHeight,
  markerAt,
  paintFlame,
  readPalette,
  scrollTopShowing,
} from './flame-painter.js';

const CLICK_PIXELS = 3;
const ZOOM_STEP = 1.6;
const PAN_SHARE = 0.15;
const NEAR_PIXELS = 60;
const CALLS_STEP = 2000;

/**
 * @typedef {import('../model/flame-layout.js').Box} Box
 * @typedef {import('../model/flame-layout.js').Span} Span
 * @typedef {{ box: Box }} Shape
 * @typedef {{ onOpen: (call: Invocation) => void, onOpenEvent: (event: ProxyEvent) => void, onOlder: () => void
 *   }} FlameOptions
 */

export class FlameView {
  /** How many of the newest calls the chart is to show. */
  wantedCount = CALLS_STEP;
  #canvas = element('canvas', { class: 'flame__canvas', tabindex: '0', role: 'img', 'aria-label': 'Flame chart' });
  #tip = element('div', { class: 'flame__tip', hidden: true });
  #words = element('p', { class: 'table__words' });
  #summary = element('span', { class: 'flame__summary', role: 'status' });
  #search;
  #map;
  #foldButton;
  /** @type {Set<Box> | null} */
  #found = null;
  #onOpen;
  #onOpenEvent;
  /** @type {Invocation[]} */
  #calls = [];
  /** @type {ProxyEvent[]} */
  #events = [];
  #isWhole = true;
  /** In time as it is drawn.
   * @type {import('../model/flame-layout.js').Marker[]} */
  #markers = [];
  #now = 0;
  #isFolding = true;
  #fold = UNFOLDED;
  /** @type {import('../model/flame-layout.js').Lane[]} */
  #lanes = [];
  /** @type {{ view: Span, extent: Span } | null} what is shown, and all there is; null without a call */
  #time = null;
  #isFitted = true;
  #scrollTop = 0;
  /** @type {import('./flame-painter.js').Shape[]} */
  #drawn = [];
  /** @type {{ x: number, y: number, view: Span, scrollTop: number, hasMoved: boolean } | null} */
  #drag = null;
  /** @type {string | null} */
  #selected = null;
  /** @type {import('./flame-painter.js').Palette | null} */
  #palette = null;
  #frame = 0;
  /** Where the pointer is on the canvas.
   * @type {{ offsetX: number, offsetY: number } | null} */
  #pointer = null;
  #observer = new ResizeObserver(() => {
    this.#scroll(0);
    this.#draw();
  });

  /** @param {FlameOptions} options */
  constructor({ onOpen, onOpenEvent, onOlder }) {
    this.#onOpen = onOpen;
    this.#onOpenEvent = onOpenEvent;
    this.#search = createFlameSearchBox({ onQuery: () => this.#find(), onStep: (step) => this.#goToFound(step) });
    this.#map = createFlameMap({ onView: (view) => this.#show(view) });
    this.#foldButton = createButton({
      icon: 'fold',
      label: 'Leave idle time out',
      text: 'Fold idle time',
      onClick: () => this.#setFolding(!this.#isFolding),
    });
    setAttribute(this.#foldButton, 'aria-pressed', 'true');
    const older = () => {
      this.wantedCount += CALLS_STEP;
      onOlder();
    };
    const controls = element(
      'div',
      { class: 'flame__controls' },
      this.#summary,
      element('span', { class: 'flame__hint', text: 'The wheel zooms, dragging moves, a double click fits a call.' }),
      element('span', { class: 'page__spring' }),
      ...this.#search.elements,
      this.#foldButton,
      createButton({ icon: 'previous', label: 'Load older calls', text: 'Older calls', onClick: older }),
      createButton({ icon: 'minus', label: 'Zoom out', key: '−', onClick: () => this.#zoom(ZOOM_STEP) }),
      createButton({ icon: 'plus', label: 'Zoom in', key: '+', onClick: () => this.#zoom(1 / ZOOM_STEP) }),
      createButton({ icon: 'fit', label: 'Show all', key: '0', onClick: () => this.fit() }),
    );
    const stage = element('div', { class: 'flame__stage' }, this.#canvas, this.#tip, this.#words);
    this.element = element('div', { class: 'flame' }, controls, this.#map.element, stage);
    this.#listen();
    this.#observer.observe(stage);
  }

  /**
   * @param {Invocation[]} calls in the order of their start
   * @param {number} matched  how many there are in all
   * @param {{ items: Invocation[], until: number | null }} running  `until` they are known to have run, in microseconds
   * @param {ProxyEvent[]} [events]  of proxies
   */
  update(calls, matched, { items, until }, events = []) {
    this.#calls = withRunning(calls, items);
    this.#events = events;
    this.#isWhole = calls.length >= matched;
    this.#now = until ?? Date.now() * 1000;
    this.#layOut(this.#time && this.#time.view.to - this.#time.view.from);
    setText(this.#words, this.#time ? 'No call in this part of the time. 0 shows all.' : 'No call to draw yet.');
    setShown(this.#words, this.#time === null);
    const scope = calls.length < matched
      ? `the newest ${formatQuantity(calls.length, 'call')}`
      : formatQuantity(calls.length, 'call');
    setText(this.#summary, this.#time ? `${scope} on ${placesText(this.#calls)}` : '');
    this.#find();
  }

  /**
   * Lanes are laid out in time as it is, and drawn in time without what is idle. What was on the screen stays there.
   * @param {number | null} width  of the view, if time is folded as before
   */
  #layOut(width = null) {
    const shown = this.#isFitted ? null : this.#shownTime;
    const lanes = flameLanes(this.#calls, this.#now);
    const markers = lanes.length > 0 ? markersIn(this.#events, lanes, this.#isWhole) : [];
    const spans = [...busySpans(lanes), ...markers.map(({ at }) => ({ from: at, to: at }))];
    this.#fold = this.#isFolding ? timeFold(spans) : UNFOLDED;
    this.#lanes = rescaled(lanes, this.#fold.folded);
    this.#markers = markers.map(({ at, event }) => ({ at: this.#fold.folded(at), event }));
    const extent = flameExtent(this.#lanes, this.#markers);
    const view = shown && extent ? keptView(shown, width, this.#fold, extent) : extent;
    this.#time = extent && view && { extent, view };
    // Nothing is left of what was shown: whatever comes next is shown whole.
    if (!extent) this.#isFitted = true;
    // There may be fewer lanes than were scrolled past.
    this.#scroll(0);
  }

  /** @param {boolean} isFolding */
  #setFolding(isFolding) {
    this.#isFolding = isFolding;
    setAttribute(this.#foldButton, 'aria-pressed', String(isFolding));
    this.#layOut();
    this.#find();
  }

  /** @param {string | null} id  of a call */
  setSelected(id) {
    this.#selected = id;
    this.#requestDraw();
  }

  /** The theme has changed. */
  repaint = () => {
    this.#palette = null;
    this.#requestDraw();
  };

  focus() {
    this.#canvas.focus({ preventScroll: true });
  }

  #listen() {
    const canvas = this.#canvas;
    canvas.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
    canvas.addEventListener('pointerdown', (event) => this.#press(event));
    canvas.addEventListener('pointermove', (event) => this.#move(event));
    canvas.addEventListener('pointerup', (event) => this.#release(event));
    canvas.addEventListener('lostpointercapture', () => (this.#drag = null));
    canvas.addEventListener('pointerleave', () => this.#leave());
    canvas.addEventListener('dblclick', (event) => this.#zoomTo(this.#shapeAt(event)));
    canvas.addEventListener('keydown', (event) => this.#keyPressed(event));
  }

  #find() {
    const boxes = foundBoxes(this.#lanes, this.#search.query);
    this.#found = this.#search.query === '' ? null : new Set(boxes);
    this.#search.update(this.#found && boxes.length);
    this.#requestDraw();
  }

  /** @param {1 | -1} step */
  #goToFound(step) {
    const box = nextFound([...(this.#found ?? [])], this.#selected, step);
    if (!box) return;
    this.#zoomTo({ box });
    this.#scroll(scrollTopShowing(this.#lanes, box, this.#scrollTop, this.#lanesRoom) - this.#scrollTop);
    this.#onOpen(box.call);
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    if (!this.#time) return;
    event.preventDefault();
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      this.#pan((event.deltaX || event.deltaY) / canvasWidth(this.#canvas));
    } else if (event.altKey) this.#scroll(event.deltaY);
    else this.#zoom(ZOOM_STEP ** (event.deltaY / 240), this.#zoomCenter(event));
  }

  /** @param {PointerEvent} event */
  #press(event) {
    if (event.button !== 0 || !this.#time) return;
    this.#canvas.setPointerCapture(event.pointerId);
    const { view } = this.#time;
    this.#drag = { x: event.clientX, y: event.clientY, view, scrollTop: this.#scrollTop, hasMoved: false };
  }

  /** @param {PointerEvent} event */
  #move(event) {
    if (!this.#drag || !this.#time) return this.#point(event);
    const { x, y, view, scrollTop } = this.#drag;
    this.#drag.hasMoved ||= Math.hypot(event.clientX - x, event.clientY - y) > CLICK_PIXELS;
    if (!this.#drag.hasMoved) return;
    const distance = ((x - event.clientX) / canvasWidth(this.#canvas)) * (view.to - view.from);
    this.#show(panned(view, distance, this.#time.extent));
    this.#scroll(scrollTop + y - event.clientY - this.#scrollTop);
  }

  /** @param {PointerEvent} event */
  #release(event) {
    const wasClick = this.#drag && !this.#drag.hasMoved;
    this.#drag = null;
    const shape = wasClick ? this.#shapeAt(event) : null;
    const marker = wasClick ? this.#markerAt(event) : null;
    if (marker) this.#onOpenEvent(marker.event);
    else if (shape) this.#onOpen(shape.box.call);
  }

  /** @param {KeyboardEvent} event */
  #keyPressed(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || !this.#time) return;
    /** @type {Record<string, () => void>} */
    const actions = {
      ArrowLeft: () => this.#pan(-PAN_SHARE),
      ArrowRight: () => this.#pan(PAN_SHARE),
      ArrowUp: () => this.#scroll(-40),
      ArrowDown: () => this.#scroll(40),
      '+': () => this.#zoom(1 / ZOOM_STEP),
      '=': () => this.#zoom(1 / ZOOM_STEP),
      '-': () => this.#zoom(ZOOM_STEP),
      0: () => this.fit(),
    };
    if (!actions[event.key]) return;
    event.preventDefault();
    actions[event.key]();
  }

  /** @param {number} factor @param {number} [center]  instant that stays where it is; default: the middle */
  #zoom(factor, center) {
    if (!this.#time) return;
    const { view, extent } = this.#time;
    this.#show(zoomed(view, factor, center ?? (view.from + view.to) / 2, extent));
  }

  /** @param {Shape | null} shape */
  #zoomTo(shape) {
    if (!shape) return;
    const margin = (shape.box.to - shape.box.from) * 0.1 + 0.5;
    this.#show({ from: shape.box.from - margin, to: shape.box.to + margin });
  }

  /** @param {number} share  of what is shown */
  #pan(share) {
    if (!this.#time) return;
    const { view, extent } = this.#time;
    this.#show(panned(view, share * (view.to - view.from), extent));
  }

  /** Shows all, and keeps to it until somebody zooms or moves. */
  fit() {
    if (this.#time) this.#show(this.#time.extent);
    this.#scroll(-this.#scrollTop);
    this.#isFitted = true;
  }

  /** @param {Span} view */
  #show(view) {
    if (this.#time) this.#time = { ...this.#time, view };
    this.#isFitted = false;
    this.#requestDraw();
  }

  /** Pixels below the axis. */
  get #lanesRoom() {
    return this.#canvas.clientHeight - AXIS_HEIGHT;
  }

  /** Lanes that end in the window are not scrolled any further.
   * @param {number} distance  pixels */
  #scroll(distance) {
    const most = Math.max(0, lanesHeight(this.#lanes) - this.#lanesRoom);
    this.#scrollTop = Math.min(most, Math.max(0, this.#scrollTop + distance));
    this.#requestDraw();
  }

  /**
   * Calls are short and the time between them is long: zooming goes to a call near the pointer rather than to
   * nothing.
   * @param {MouseEvent} event
   */
  #zoomCenter({ offsetX }) {
    const { from, to } = this.#time?.view ?? { from: 0, to: 0 };
    const instant = from + (offsetX / canvasWidth(this.#canvas)) * (to - from);
    const reach = (NEAR_PIXELS / canvasWidth(this.#canvas)) * (to - from);
    /** @type {{ box: Box, distance: number } | null} */
    let nearest = null;
    for (const { box } of this.#drawn) {
      const distance = Math.max(box.from - instant, instant - box.to, 0);
      if (distance <= (nearest?.distance ?? reach)) nearest = { box, distance };
    }
    return nearest ? Math.min(nearest.box.to, Math.max(nearest.box.from, instant)) : instant;
  }

  /** @param {{ offsetX: number, offsetY: number }} event */
  #shapeAt({ offsetX, offsetY }) {
    if (offsetY < AXIS_HEIGHT) return null;
    return this.#drawn.find(({ x, y, width, height }) =>
      offsetX >= x - 1 && offsetX <= x + Math.max(3, width) && offsetY >= y && offsetY < y + height
    ) ?? null;
  }

  /** @param {{ offsetX: number, offsetY: number }} event */
  #markerAt({ offsetX, offsetY }) {
    if (!this.#time) return null;
    return markerAt(this.#markers, { x: offsetX, y: offsetY }, this.#time.view, canvasWidth(this.#canvas));
  }

  #leave() {
    this.#pointer = null;
    setShown(this.#tip, false);
  }

  /**
   * Tells of what is under the pointer; again when the chart has changed below it.
   * @param {{ offsetX: number, offsetY: number }} event
   */
  #point(event) {
    this.#pointer = { offsetX: event.offsetX, offsetY: event.offsetY };
    const marker = this.#markerAt(event);
    const shape = marker ? null : this.#shapeAt(event);
    const call = shape?.box.call;
    const text = marker ? eventText(marker.event) : call ? `${callSummary(call)}${targetText(call)}` : null;
    setShown(this.#tip, text !== null);
    this.#canvas.dataset.hit = String(text !== null);
    if (text === null) return;
    setText(this.#tip, text);
    const { clientWidth, clientHeight } = this.#canvas;
    this.#tip.style.left = `${Math.min(clientWidth - this.#tip.offsetWidth - 8, event.offsetX + 12)}px`;
    this.#tip.style.top = `${Math.min(clientHeight - this.#tip.offsetHeight - 8, event.offsetY + 16)}px`;
  }

  /** What is shown, as the clock counts.
   * @returns {Span | null} */
  get #shownTime() {
    if (!this.#time) return null;
    return { from: this.#fold.real(this.#time.view.from), to: this.#fold.real(this.#time.view.to) };
  }

  #requestDraw() {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw();
    });
  }

  #draw() {
    const context = clearedContext(this.#canvas);
    const shown = this.#shownTime;
    if (!context) return;
    if (!this.#time || !shown) {
      this.#drawn = [];
      this.#map.draw(null);
      return;
    }
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    this.#palette ??= readPalette(this.element);
    const { fontFamily } = getComputedStyle(this.element);
    this.#drawn = paintFlame(context, {
      lanes: this.#lanes,
      view: this.#time.view,
      fold: this.#fold,
      width,
      height,
      scrollTop: this.#scrollTop,
      palette: this.#palette,
      font: `11px ${fontFamily}`,
      selected: this.#selected,
      found: this.#found,
      markers: this.#markers,
    });
    this.#map.draw({ lanes: this.#lanes, ...this.#time, palette: this.#palette });
    setShown(this.#words, this.#drawn.length === 0);
    if (this.#pointer && !this.#drag) this.#point(this.#pointer);
    this.#canvas.setAttribute(
      'aria-label',
      `Flame chart over ${formatDuration((shown.to - shown.from) * 1000)}, ${
        formatQuantity(this.#lanes.length, 'thread')
      }${this.#markers.length > 0 ? `, ${formatQuantity(this.#markers.length, 'event')} of proxies` : ''}`,
    );
  }
}

/** @param {HTMLElement} canvas */
const canvasWidth = (canvas) => Math.max(1, canvas.clientWidth);

/** The threads, and in a fleet the processes, of calls.
 * @param {Invocation[]} calls */
function placesText(calls) {
  const isFleet = calls.some(({ process }) => process);
  const processes = new Set(calls.map(({ id }) => (isFleet ? epochOf(id) : '')));
  const threads = new Set(calls.map(({ id, thread }) => `${isFleet ? epochOf(id) : ''}/${thread?.id}`));
  const text = formatQuantity(threads.size, 'thread');
  return isFleet ? `${text} of ${formatQuantity(processes.size, 'process', 'processes')}` : text;
}

/** @param {Invocation} call */
function targetText({ targetNanoseconds, returnPath }) {
  return targetNanoseconds === null || targetNanoseconds === undefined || returnPath !== 'target'
    ? ''
    : `, ${formatDuration(targetNanoseconds)} in the target`;
}

/**
 * The field that finds calls, and how many it found.
 * @param {object} options
 * @param {() => void} options.onQuery  the text has changed
 * @param {(step: 1 | -1) => void} options.onStep  the next one, or the one before, is wanted
 */
function createFlameSearchBox({ onQuery, onStep }) {
  const input = element('input', {
    class: 'flame__search',
    type: 'search',
    placeholder: 'Find a selector',
    'aria-label': 'Find in the chart',
    title: 'Enter goes to the next, Shift and Enter to the one before',
    spellcheck: 'false',
  });
  const count = element('span', { class: 'flame__found', role: 'status' });

  input.addEventListener('input', onQuery);
  input.addEventListener('keydown', (event) => {
    if (event.isComposing || !['Enter', 'Escape'].includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Enter') return onStep(event.shiftKey ? -1 : 1);
    input.value = '';
    onQuery();
  });

  return {
    elements: [count, input],
    get query() {
      return input.value.trim();
    },
    /** @param {number | null} found  null while nothing is looked for */
    update(found) {
      setText(count, found === null ? '' : `${formatCount(found)} found`);
    },
  };
}
