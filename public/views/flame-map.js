// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The whole flame chart, small: where calls are, and a window over the part that is shown. The window and its edges can
// be dragged; a press elsewhere brings the window there. The chart's own keys do the same by keyboard.

import { outcomeWord } from '../model/call.js';
import { dragged, panned } from '../model/flame-layout.js';
import { element } from './dom.js';

const EDGE_PIXELS = 6;
const MARGIN = 3;

/** @param {{ onView: (view: { from: number, to: number }) => void }} options */
export function createFlameMap({ onView }) {
  const canvas = element('canvas', { class: 'flame__map', 'aria-hidden': 'true' });
  let scene = null;
  let drag = null;

  const instantAt = (x) => scene.extent.from + (x / canvas.clientWidth) * (scene.extent.to - scene.extent.from);
  const placeOf = (instant) =>
    ((instant - scene.extent.from) / (scene.extent.to - scene.extent.from)) * canvas.clientWidth;

  /** What lies under the pointer. @returns {'from' | 'to' | 'whole' | 'outside'} */
  function partAt(x) {
    const [left, right] = [placeOf(scene.view.from), placeOf(scene.view.to)];
    if (Math.abs(x - left) <= EDGE_PIXELS) return 'from';
    if (Math.abs(x - right) <= EDGE_PIXELS) return 'to';
    return x > left && x < right ? 'whole' : 'outside';
  }

  canvas.addEventListener('pointerdown', (event) => {
    if (!scene || event.button !== 0) return;
    canvas.setPointerCapture(event.pointerId);
    let { view } = scene;
    let part = partAt(event.offsetX);
    if (part === 'outside') {
      view = panned(view, instantAt(event.offsetX) - (view.from + view.to) / 2, scene.extent);
      part = 'whole';
      onView(view);
    }
    drag = { x: event.clientX, view, part };
  });
  canvas.addEventListener('pointermove', (event) => {
    if (!scene) return;
    canvas.dataset.part = drag?.part ?? partAt(event.offsetX);
    if (!drag) return;
    const distance = ((event.clientX - drag.x) / canvas.clientWidth) * (scene.extent.to - scene.extent.from);
    onView(dragged(drag.view, drag.part, distance, scene.extent));
  });
  canvas.addEventListener('lostpointercapture', () => (drag = null));

  return {
    element: canvas,
    /**
     * @param {{ lanes: object[], view: object, extent: object, palette: Record<string, string> } | null} next  null
     *   while there is nothing to show
     */
    draw(next) {
      scene = next;
      const { clientWidth: width, clientHeight: height } = canvas;
      if (width === 0) return;
      canvas.width = Math.round(width * devicePixelRatio);
      canvas.height = Math.round(height * devicePixelRatio);
      if (!scene) return;
      const context = canvas.getContext('2d');
      context.scale(devicePixelRatio, devicePixelRatio);
      paintCalls(context, scene, placeOf, height);
      paintWindow(context, scene, placeOf, { width, height });
    },
  };
}

const COLOURS = { threw: 'bar-error-inner', none: 'warning' };

/** A line for each thread: the map tells where something is, not what. */
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
