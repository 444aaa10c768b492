// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// A flame chart for each thread: time from left to right, nested calls below their callers. The wheel zooms, dragging
// moves.

import { callSummary } from '../model/call.js';
import { flameExtent, flameLanes, panned, rescaled, zoomed } from '../model/flame-layout.js';
import { foundBoxes, nextFound } from '../model/flame-search.js';
import { formatDuration, formatQuantity } from '../model/format.js';
import { timeFold, UNFOLDED } from '../model/time-fold.js';
import { createButton } from './button.js';
import { element, setAttribute, setShown, setText } from './dom.js';
import { createFlameMap } from './flame-map.js';
import { AXIS_HEIGHT, FLAME_COLOURS, lanesHeight, paintFlame } from './flame-painter.js';
import { createFlameSearchBox } from './flame-search-box.js';
import { readPalette } from './palette.js';

const CLICK_PIXELS = 3;
const ZOOM_STEP = 1.6;
const PAN_SHARE = 0.15;
const NEAR_PIXELS = 60;

class FlameView {
  element;
  #canvas = element('canvas', { class: 'flame__canvas', tabindex: '0', role: 'img', 'aria-label': 'Flame chart' });
  #tip = element('div', { class: 'flame__tip', hidden: true });
  #words = element('p', { class: 'table__words' });
  #summary = element('span', { class: 'flame__summary', role: 'status' });
  #search;
  #map;
  #foldButton;
  #found = null;
  #onOpen;
  #calls = [];
  #isFolding = true;
  #fold = UNFOLDED;
  #lanes = [];
  #extent = null;
  #view = null;
  #isFitted = true;
  #scrollTop = 0;
  #drawn = [];
  #drag = null;
  #selected = null;
  #palette = null;
  #frame = 0;
  #observer = new ResizeObserver(() => this.#draw());

  /** @param {{ onOpen: (call: object) => void, onOlder: () => void }} options */
  constructor({ onOpen, onOlder }) {
    this.#onOpen = onOpen;
    this.#search = createFlameSearchBox({ onQuery: () => this.#find(), onStep: (step) => this.#goToFound(step) });
    this.#map = createFlameMap({ onView: (view) => this.#show(view) });
    this.#foldButton = createButton({
      icon: 'fold',
      label: 'Leave idle time out',
      text: 'Fold idle time',
      onClick: () => this.#setFolding(!this.#isFolding),
    });
    setAttribute(this.#foldButton, 'aria-pressed', 'true');
    const controls = element(
      'div',
      { class: 'flame__controls' },
      this.#summary,
      element('span', { class: 'flame__hint', text: 'The wheel zooms, dragging moves, a double click fits a call.' }),
      element('span', { class: 'page__spring' }),
      ...this.#search.elements,
      this.#foldButton,
      createButton({ icon: 'previous', label: 'Load older calls', text: 'Older calls', onClick: onOlder }),
      createButton({ icon: 'minus', label: 'Zoom out', key: '−', onClick: () => this.#zoom(ZOOM_STEP) }),
      createButton({ icon: 'plus', label: 'Zoom in', key: '+', onClick: () => this.#zoom(1 / ZOOM_STEP) }),
      createButton({ icon: 'fit', label: 'Show all', key: '0', onClick: () => this.#fit() }),
    );
    const stage = element('div', { class: 'flame__stage' }, this.#canvas, this.#tip, this.#words);
    this.element = element('div', { class: 'flame' }, controls, this.#map.element, stage);
    this.#listen();
    this.#observer.observe(stage);
  }

  /**
   * @param {object[]} calls in the order of their start
   * @param {{ matched: number, emptyText?: string }} facts
   */
  update(calls, { matched, emptyText = 'No call to draw yet.' }) {
    this.#calls = calls;
    this.#layOut();
    setText(this.#words, this.#extent ? 'No call in this part of the time. 0 shows all.' : emptyText);
    setShown(this.#words, this.#extent === null);
    const scope = calls.length < matched
      ? `the newest ${formatQuantity(calls.length, 'call')}`
      : formatQuantity(calls.length, 'call');
    const threads = new Set(calls.map(({ thread }) => thread?.id)).size;
    setText(this.#summary, this.#extent ? `${scope} on ${formatQuantity(threads, 'thread')}` : '');
    this.#find();
  }

  /** Lanes are laid out in time as it is, and drawn in time without what is idle. What was on the screen stays there. */
  #layOut() {
    const shown = this.#view && { from: this.#fold.real(this.#view.from), to: this.#fold.real(this.#view.to) };
    const lanes = flameLanes(this.#calls, Date.now() * 1000);
    this.#fold = this.#isFolding ? timeFold(lanes.flatMap(({ boxes }) => boxes)) : UNFOLDED;
    this.#lanes = rescaled(lanes, this.#fold.folded);
    this.#extent = flameExtent(this.#lanes);
    if (!this.#extent) return;
    const isKept = shown && !this.#isFitted;
    this.#view = isKept
      ? { from: this.#fold.folded(shown.from), to: this.#fold.folded(shown.to) }
      : { ...this.#extent };
  }

  #setFolding(isFolding) {
    this.#isFolding = isFolding;
    setAttribute(this.#foldButton, 'aria-pressed', String(isFolding));
    this.#layOut();
    this.#find();
  }

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

  destroy() {
    this.#observer.disconnect();
    cancelAnimationFrame(this.#frame);
  }

  #listen() {
    const canvas = this.#canvas;
    canvas.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
    canvas.addEventListener('pointerdown', (event) => this.#press(event));
    canvas.addEventListener('pointermove', (event) => this.#move(event));
    canvas.addEventListener('pointerup', (event) => this.#release(event));
    canvas.addEventListener('lostpointercapture', () => (this.#drag = null));
    canvas.addEventListener('pointerleave', () => setShown(this.#tip, false));
    canvas.addEventListener('dblclick', (event) => this.#zoomTo(this.#shapeAt(event)));
    canvas.addEventListener('keydown', (event) => this.#keyPressed(event));
  }

  #find() {
    const boxes = foundBoxes(this.#lanes, this.#search.query);
    this.#found = this.#search.query === '' ? null : new Set(boxes);
    this.#search.update(this.#found && boxes.length);
    this.#requestDraw();
  }

  #goToFound(step) {
    const box = nextFound([...(this.#found ?? [])], this.#selected, step);
    if (!box) return;
    this.#zoomTo({ box });
    this.#onOpen(box.call);
  }

  #wheel(event) {
    if (!this.#view) return;
    event.preventDefault();
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      this.#pan((event.deltaX || event.deltaY) / canvasWidth(this.#canvas));
    } else if (event.altKey) this.#scroll(event.deltaY);
    else this.#zoom(ZOOM_STEP ** (event.deltaY / 240), this.#zoomCenter(event));
  }

  #press(event) {
    if (event.button !== 0 || !this.#view) return;
    this.#canvas.setPointerCapture(event.pointerId);
    this.#drag = { x: event.clientX, y: event.clientY, view: this.#view, scrollTop: this.#scrollTop, hasMoved: false };
  }

  #move(event) {
    if (!this.#drag) return this.#point(event);
    const { x, y, view, scrollTop } = this.#drag;
    this.#drag.hasMoved ||= Math.hypot(event.clientX - x, event.clientY - y) > CLICK_PIXELS;
    if (!this.#drag.hasMoved) return;
    const distance = ((x - event.clientX) / canvasWidth(this.#canvas)) * (view.to - view.from);
    this.#show(panned(view, distance, this.#extent));
    this.#scroll(scrollTop + y - event.clientY - this.#scrollTop);
  }

  #release(event) {
    const wasClick = this.#drag && !this.#drag.hasMoved;
    this.#drag = null;
    const shape = wasClick ? this.#shapeAt(event) : null;
    if (shape) this.#onOpen(shape.box.call);
  }

  #keyPressed(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || !this.#view) return;
    const actions = {
      ArrowLeft: () => this.#pan(-PAN_SHARE),
      ArrowRight: () => this.#pan(PAN_SHARE),
      ArrowUp: () => this.#scroll(-40),
      ArrowDown: () => this.#scroll(40),
      '+': () => this.#zoom(1 / ZOOM_STEP),
      '=': () => this.#zoom(1 / ZOOM_STEP),
      '-': () => this.#zoom(ZOOM_STEP),
      0: () => this.#fit(),
    };
    if (!actions[event.key]) return;
    event.preventDefault();
    actions[event.key]();
  }

  #zoom(factor, center = (this.#view.from + this.#view.to) / 2) {
    if (this.#extent) this.#show(zoomed(this.#view, factor, center, this.#extent));
  }

  #zoomTo(shape) {
    if (!shape) return;
    const margin = (shape.box.to - shape.box.from) * 0.1 + 0.5;
    this.#show({ from: shape.box.from - margin, to: shape.box.to + margin });
  }

  #pan(share) {
    this.#show(panned(this.#view, share * (this.#view.to - this.#view.from), this.#extent));
  }

  #fit() {
    if (this.#extent) this.#show({ ...this.#extent });
    this.#isFitted = true;
  }

  #show(view) {
    this.#view = view;
    this.#isFitted = false;
    this.#requestDraw();
  }

  #scroll(distance) {
    const most = Math.max(0, lanesHeight(this.#lanes) - (this.#canvas.clientHeight - AXIS_HEIGHT));
    this.#scrollTop = Math.min(most, Math.max(0, this.#scrollTop + distance));
    this.#requestDraw();
  }

  #instantAt({ offsetX }) {
    return this.#view.from + (offsetX / canvasWidth(this.#canvas)) * (this.#view.to - this.#view.from);
  }

  /**
   * Calls are short and the time between them is long: zooming goes to a call near the pointer rather than to
   * nothing.
   */
  #zoomCenter(event) {
    const instant = this.#instantAt(event);
    const reach = (NEAR_PIXELS / canvasWidth(this.#canvas)) * (this.#view.to - this.#view.from);
    let nearest = null;
    for (const { box } of this.#drawn) {
      const distance = Math.max(box.from - instant, instant - box.to, 0);
      if (distance <= (nearest?.distance ?? reach)) nearest = { box, distance };
    }
    return nearest ? Math.min(nearest.box.to, Math.max(nearest.box.from, instant)) : instant;
  }

  #shapeAt({ offsetX, offsetY }) {
    if (offsetY < AXIS_HEIGHT) return null;
    return this.#drawn.find(({ x, y, width, height }) =>
      offsetX >= x - 1 && offsetX <= x + Math.max(3, width) && offsetY >= y && offsetY < y + height
    ) ?? null;
  }

  #point(event) {
    const shape = this.#shapeAt(event);
    setShown(this.#tip, shape !== null);
    this.#canvas.dataset.hit = shape !== null;
    if (!shape) return;
    setText(this.#tip, `${callSummary(shape.box.call)}${targetText(shape.box.call)}`);
    const { clientWidth, clientHeight } = this.#canvas;
    this.#tip.style.left = `${Math.min(clientWidth - this.#tip.offsetWidth - 8, event.offsetX + 12)}px`;
    this.#tip.style.top = `${Math.min(clientHeight - this.#tip.offsetHeight - 8, event.offsetY + 16)}px`;
  }

  /** Microseconds as the clock counts them. */
  get #shownDuration() {
    return this.#fold.real(this.#view.to) - this.#fold.real(this.#view.from);
  }

  #requestDraw() {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw();
    });
  }

  #draw() {
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    if (width === 0 || height === 0) return;
    const ratio = devicePixelRatio;
    this.#canvas.width = Math.round(width * ratio);
    this.#canvas.height = Math.round(height * ratio);
    if (!this.#view) return;
    const context = this.#canvas.getContext('2d');
    context.scale(ratio, ratio);
    this.#palette ??= readPalette(this.element, FLAME_COLOURS);
    const { fontFamily } = getComputedStyle(this.element);
    this.#drawn = paintFlame(context, {
      lanes: this.#lanes,
      view: this.#view,
      fold: this.#fold,
      width,
      height,
      scrollTop: this.#scrollTop,
      palette: this.#palette,
      font: `11px ${fontFamily}`,
      selected: this.#selected,
      found: this.#found,
    });
    this.#map.draw({ lanes: this.#lanes, view: this.#view, extent: this.#extent, palette: this.#palette });
    setShown(this.#words, this.#drawn.length === 0);
    this.#canvas.setAttribute(
      'aria-label',
      `Flame chart over ${formatDuration(this.#shownDuration * 1000)}, ${formatQuantity(this.#lanes.length, 'thread')}`,
    );
  }
}

const canvasWidth = (canvas) => Math.max(1, canvas.clientWidth);

function targetText({ targetNanoseconds }) {
  return targetNanoseconds === null || targetNanoseconds === undefined
    ? ''
    : `, ${formatDuration(targetNanoseconds)} in the target`;
}

/** @param {{ onOpen: (call: object) => void, onOlder: () => void }} options */
export function createFlameView(options) {
  return new FlameView(options);
}
