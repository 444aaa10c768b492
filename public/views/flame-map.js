// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The whole flame chart, small: where calls are, and a window over the part that is shown. The window and its edges can
// be dragged; a press elsewhere brings the window there. The chart's own keys do the same by keyboard.

import { outcomeWord } from '../model/call.js';
import { dragged, panned } from '../model/flame-layout.js';
import { element } from './dom.js';
import { clearedContext } from './flame-painter.js';

const EDGE_PIXELS = 6;
const MARGIN = 3;

/**
 * @typedef {import('../model/flame-layout.js').Span} Span
 * @typedef {{ lanes: import('../model/flame-layout.js').Lane[], view: Span, extent: Span,
 *   palette: import('./flame-painter.js').Palette }} MapScene
 */

/** @param {{ onView: (view: Span) => void }} options */
export function createFlameMap({ onView }) {
  const canvas = element('canvas', { class: 'flame__map', 'aria-hidden': 'true' });
  /** @type {MapScene | null} */
  let scene = null;
  /** @type {{ x: number, view: Span, part: 'from' | 'to' | 'whole' } | null} */
  let drag = null;

  /** Microseconds of so many pixels.
   * @param {Span} extent @param {number} pixels */
  const timeOf = ({ from, to }, pixels) => (pixels / canvas.clientWidth) * (to - from);

  /** @param {Span} extent @returns {(instant: number) => number} pixels from the left */
  const placing = ({ from, to }) => (instant) => ((instant - from) / (to - from)) * canvas.clientWidth;

  /** What lies under the pointer.
   * @param {MapScene} scene @param {number} x @returns {'from' | 'to' | 'whole' | 'outside'} */
  function partAt({ extent, view }, x) {
    const [left, right] = [view.from, view.to].map(placing(extent));
    if (Math.abs(x - left) <= EDGE_PIXELS) return 'from';
    if (Math.abs(x - right) <= EDGE_PIXELS) return 'to';
    return x > left && x < right ? 'whole' : 'outside';
  }

  canvas.addEventListener('pointerdown', (event) => {
    if (!scene || event.button !== 0) return;
    canvas.setPointerCapture(event.pointerId);
    const { extent } = scene;
    let { view } = scene;
    const part = partAt(scene, event.offsetX);
    if (part === 'outside') {
      view = panned(view, extent.from + timeOf(extent, event.offsetX) - (view.from + view.to) / 2, extent);
      onView(view);
    }
    drag = { x: event.clientX, view, part: part === 'outside' ? 'whole' : part };
  });
  canvas.addEventListener('pointermove', (event) => {
    if (!scene) return;
    canvas.dataset.part = drag?.part ?? partAt(scene, event.offsetX);
    if (!drag) return;
    onView(dragged(drag.view, drag.part, timeOf(scene.extent, event.clientX - drag.x), scene.extent));
  });
  canvas.addEventListener('lostpointercapture', () => (drag = null));

  return {
    element: canvas,
    /** @param {MapScene | null} next  null while there is nothing to show */
    draw(next) {
      scene = next;
      const context = clearedContext(canvas);
      if (!context || !scene) return;
      const { clientWidth: width, clientHeight: height } = canvas;
      const placeOf = placing(scene.extent);
      paintCalls(context, scene, placeOf, height);
      paintWindow(context, scene, placeOf, { width, height });
    },
  };
}

/** @type {Record<string, string>} */
const COLOURS = { threw: 'bar-error-inner', none: 'warning' };

/** A line for each thread: the map tells where something is, not what.
 * @param {CanvasRenderingContext2D} context @param {MapScene} scene @param {(instant: number) => number} placeOf
 * @param {number} height */
function paintCalls(context, { lanes, palette }, placeOf, height) {
  const room = (height - 2 * MARGIN) / Math.max(1, lanes.length);
  lanes.forEach(({ boxes }, index) => {
    let end = -Infinity;
    for (const { call, from, to, level } of boxes) {
      const left = placeOf(from);
      const right = Math.max(left + 1, placeOf(to));
      if (level > 0 && right <= end) continue;
      end = Math.max(end, right);
      context.fillStyle = palette[COLOURS[outcomeWord(call)] ?? 'bar-inner'];
      context.fillRect(left, MARGIN + index * room, right - left, Math.max(1, room - 1));
    }
  });
}

/**
 * @param {CanvasRenderingContext2D} context @param {MapScene} scene @param {(instant: number) => number} placeOf
 * @param {{ width: number, height: number }} size
 */
function paintWindow(context, { view, palette }, placeOf, { width, height }) {
  const left = Math.max(0, placeOf(view.from));
  const right = Math.min(width, placeOf(view.to));
  context.globalAlpha = 0.65;
  context.fillStyle = palette.surface;
  context.fillRect(0, 0, left, height);
  context.fillRect(right, 0, width - right, height);
  context.globalAlpha = 1;
  context.fillStyle = palette['text-soft'];
  for (const edge of [left, right - 2]) context.fillRect(Math.min(width - 2, Math.max(0, edge)), 0, 2, height);
}
