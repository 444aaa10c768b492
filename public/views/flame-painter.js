// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Draws lanes of calls on a canvas. Knows nothing of events; says afterwards which box lies where.

import { derivedOf, durationText, outcomeWord } from '../model/call.js';
import { formatDuration } from '../model/format.js';
import { timeOfDay } from '../model/instant.js';
import { ticksBetween } from '../model/timeline.js';
import { tokensText } from '../model/value-tokens.js';
import { element } from './dom.js';

/**
 * @typedef {import('../model/flame-layout.js').Lane} Lane
 * @typedef {import('../model/flame-layout.js').Box} Box
 * @typedef {Record<string, string>} Palette
 * @typedef {{ box: Box, x: number, y: number, width: number, height: number }} Shape  a box as it was drawn
 */

export const AXIS_HEIGHT = 24;
const LANE_TITLE = 20;
const LEVEL_HEIGHT = 20;
const LANE_GAP = 10;
const TEXT_ROOM = 34;
const ARGUMENTS_ROOM = 200;
const FOLD_ROOM = 2;
const FOLD_TEXT_ROOM = 44;
const NARROWEST = 1.5;
/** Half of the height of a marker's sign. */
const MARKER_REACH = 5;
const MARKER_ALPHA = 0.45;

const COLOUR_NAMES = [
  'surface',
  'line',
  'line-faint',
  'text',
  'text-soft',
  'flame',
  'bar-inner',
  'bar-error-inner',
  'flame-text',
  'bar-error',
  'error',
  'warning-faint',
  'warning',
  'flame-warning-text',
  'accent',
];

/**
 * Colours of the style sheet: a canvas does not know custom properties.
 * @param {HTMLElement} parent whose theme counts
 * @returns {Palette}
 */
export function readPalette(parent) {
  const probe = element('span', { class: 'flame__probe', hidden: true });
  parent.append(probe);
  const palette = Object.fromEntries(COLOUR_NAMES.map((name) => {
    probe.style.color = `var(--${name})`;
    return [name, getComputedStyle(probe).color];
  }));
  probe.remove();
  return palette;
}

/** An empty canvas, scaled to CSS pixels; null while it is not on the screen.
 * @param {HTMLCanvasElement} canvas */
export function clearedContext(canvas) {
  const { clientWidth, clientHeight } = canvas;
  if (clientWidth === 0 || clientHeight === 0) return null;
  canvas.width = Math.round(clientWidth * devicePixelRatio);
  canvas.height = Math.round(clientHeight * devicePixelRatio);
  const context = canvas.getContext('2d');
  context?.scale(devicePixelRatio, devicePixelRatio);
  return context;
}

/** Pixels from the top of the first lane to the end of the last.
 * @param {Lane[]} lanes */
export function lanesHeight(lanes) {
  return lanes.reduce((sum, { levels }) => sum + LANE_TITLE + levels * LEVEL_HEIGHT + LANE_GAP, LANE_GAP);
}

/**
 * How far the lanes are to be scrolled to show a box below the axis, and the name of its lane if it is the first there.
 * @param {Lane[]} lanes @param {Box} box  of one of them
 * @param {number} scrollTop  as far as they are scrolled @param {number} height  pixels below the axis
 */
export function scrollTopShowing(lanes, box, scrollTop, height) {
  const place = lanes.findIndex(({ boxes }) => boxes.includes(box));
  const top = lanesHeight(lanes.slice(0, place)) + box.level * LEVEL_HEIGHT;
  const bottom = top + LANE_TITLE + LEVEL_HEIGHT;
  // Where there is no room for both, the box matters, and it is at the bottom.
  return Math.max(bottom - height, Math.min(scrollTop, top));
}

/**
 * @typedef {object} FlameScene
 * @property {Lane[]} lanes
 * @property {import('../model/flame-layout.js').Span} view  of folded time, like the boxes
 * @property {import('../model/time-fold.js').TimeFold} fold
 * @property {number} width
 * @property {number} height
 * @property {number} scrollTop
 * @property {Palette} palette
 * @property {string} font
 * @property {string | null} selected  id of a call
 * @property {Set<Box> | null} found  boxes that somebody looks for; null when nobody does
 * @property {import('../model/flame-layout.js').Marker[]} [markers]  events of proxies, in folded time
 *
 * @typedef {(instant: number) => number} Placing  pixels from the left
 */

/**
 * @param {CanvasRenderingContext2D} context  scaled to CSS pixels
 * @param {FlameScene} scene
 * @returns {Shape[]} what was drawn
 */
export function paintFlame(context, scene) {
  const { lanes, width, height, palette, scrollTop, font } = scene;
  context.clearRect(0, 0, width, height);
  context.font = font;
  context.textBaseline = 'middle';
  /** @type {Placing} */
  const place = (instant) => ((instant - scene.view.from) / (scene.view.to - scene.view.from)) * width;
  paintGrid(context, scene, place);
  paintFolds(context, scene, place);
  /** @type {Shape[]} */
  const drawn = [];
  let top = AXIS_HEIGHT + LANE_GAP - scrollTop;
  for (const lane of lanes) {
    context.fillStyle = palette['text-soft'];
    context.fillText(lane.name, 8, top + LANE_TITLE / 2);
    for (const box of lane.boxes) {
      const shape = shapeOf(box, place, top + LANE_TITLE, width);
      if (shape && shape.y < height && shape.y + shape.height > AXIS_HEIGHT) drawn.push(shape);
    }
    top += LANE_TITLE + lane.levels * LEVEL_HEIGHT + LANE_GAP;
    context.fillStyle = palette['line-faint'];
    context.fillRect(0, Math.round(top - LANE_GAP / 2), width, 1);
  }
  paintJoints(context, drawn, palette);
  for (const shape of merged(drawn)) paintBox(context, shape, scene);
  paintAxis(context, scene, place);
  paintMarkers(context, scene, place);
  return drawn;
}

/** An event of a proxy is a line over all lanes, with a sign at the axis.
 * @param {CanvasRenderingContext2D} context @param {FlameScene} scene @param {Placing} place */
function paintMarkers(context, { markers = [], width, height, palette }, place) {
  for (const { at } of markers) {
    const x = Math.round(place(at)) + 0.5;
    if (x < -MARKER_REACH || x > width + MARKER_REACH) continue;
    context.fillStyle = palette.accent;
    context.globalAlpha = MARKER_ALPHA;
    context.fillRect(x - 0.5, AXIS_HEIGHT, 1, height);
    context.globalAlpha = 1;
    context.beginPath();
    context.moveTo(x, AXIS_HEIGHT - 2 * MARKER_REACH);
    context.lineTo(x + MARKER_REACH, AXIS_HEIGHT - MARKER_REACH);
    context.lineTo(x, AXIS_HEIGHT);
    context.lineTo(x - MARKER_REACH, AXIS_HEIGHT - MARKER_REACH);
    context.fill();
  }
}

/**
 * The marker whose sign is at a point; of those at the same place, the last.
 * @param {import('../model/flame-layout.js').Marker[]} markers
 * @param {{ x: number, y: number }} point  in pixels
 * @param {import('../model/flame-layout.js').Span} view @param {number} width
 */
export function markerAt(markers, { x, y }, view, width) {
  if (y < AXIS_HEIGHT - 2 * MARKER_REACH - 1 || y > AXIS_HEIGHT) return null;
  const scale = width / (view.to - view.from);
  return markers.findLast(({ at }) => Math.abs((at - view.from) * scale - x) <= MARKER_REACH + 1) ?? null;
}

/** @param {Box} box @param {Placing} place @param {number} top @param {number} width @returns {Shape | null} */
function shapeOf(box, place, top, width) {
  const left = place(box.from);
  const right = place(box.to);
  if (right < 0 || left > width) return null;
  return {
    box,
    x: left,
    y: top + box.level * LEVEL_HEIGHT,
    width: Math.max(NARROWEST, right - left),
    height: LEVEL_HEIGHT - 1,
  };
}

/** The narrowest boxes that would cover each other are drawn once.
 * @param {Shape[]} shapes */
function merged(shapes) {
  /** @type {Shape | null} */
  let last = null;
  return shapes.filter((shape) => {
    const isCovered = last !== null && shape.width <= NARROWEST && last.width <= NARROWEST && last.y === shape.y &&
      Math.floor(shape.x) === Math.floor(last.x);
    if (!isCovered) last = shape;
    return !isCovered;
  });
}

/** Colours by what came of a call: of a box, of one too narrow for text, and of the text.
 * @type {Record<string, [string, string, string]>} */
const COLOURS = {
  threw: ['bar-error', 'bar-error-inner', 'error'],
  none: ['warning-faint', 'warning', 'flame-warning-text'],
  other: ['flame', 'bar-inner', 'flame-text'],
};
const UNFOUND_ALPHA = 0.22;
const NARROW = 4;

/** @param {CanvasRenderingContext2D} context @param {Shape} shape @param {FlameScene} scene */
function paintBox(context, { box, x, y, width, height }, { palette, selected, found }) {
  const [broad, narrow, text] = COLOURS[outcomeWord(box.call)] ?? COLOURS.other;
  const left = Math.max(-1, x);
  const visible = Math.max(1, Math.min(x + width, context.canvas.clientWidth + 1) - left);
  context.globalAlpha = found === null || found.has(box) ? 1 : UNFOUND_ALPHA;
  context.fillStyle = palette[width < NARROW ? narrow : broad];
  context.fillRect(left, y, width > 3 ? visible - 1 : visible, height);
  if (box.call.id === selected) {
    context.strokeStyle = palette.text;
    context.lineWidth = 2;
    context.strokeRect(left + 1, y + 1, Math.max(1, visible - 3), height - 2);
  }
  if (visible >= TEXT_ROOM) paintName(context, box, { left, y, visible, height }, palette[text]);
  context.globalAlpha = 1;
}

/**
 * @param {CanvasRenderingContext2D} context @param {Box} box
 * @param {{ left: number, y: number, visible: number, height: number }} place @param {string} colour
 */
function paintName(context, box, { left, y, visible, height }, colour) {
  context.save();
  context.beginPath();
  context.rect(left, y, visible - 4, height);
  context.clip();
  context.fillStyle = colour;
  context.fillText(
    `${nameOf(box.call, visible)}  ${durationText(box.call)}`,
    Math.max(0, left) + 5,
    y + height / 2 + 0.5,
  );
  context.restore();
}

/** What tells the call from others; with its arguments where there is room.
 * @param {Invocation} call @param {number} room */
function nameOf(call, room) {
  const { name, line } = derivedOf(call);
  return room < ARGUMENTS_ROOM ? name : tokensText(line);
}

/** A call that was made by one of another lane, as an asynchronous one, hangs on it by a line.
 * @param {CanvasRenderingContext2D} context @param {Shape[]} shapes @param {Palette} palette */
function paintJoints(context, shapes, palette) {
  const byId = new Map(shapes.map((shape) => [shape.box.call.id, shape]));
  context.fillStyle = palette['text-soft'];
  for (const { box, x, y } of shapes) {
    const parent = box.call.parent ? byId.get(box.call.parent) : undefined;
    if (!parent || Math.abs(y - parent.y) <= LEVEL_HEIGHT) continue;
    const [top, bottom] = parent.y < y ? [parent.y + parent.height, y] : [y + LEVEL_HEIGHT, parent.y];
    context.fillRect(Math.max(0, x), top, 1, bottom - top);
  }
}

/** Where idle time is left out, and how much of it.
 * @param {CanvasRenderingContext2D} context @param {FlameScene} scene @param {Placing} place */
function paintFolds(context, { fold, view, height, palette }, place) {
  for (const { from, to, idle } of fold.folds) {
    if (to < view.from || from > view.to) continue;
    const [left, right] = [place(from), place(to)];
    if (right - left < FOLD_ROOM) continue;
    context.fillStyle = palette.surface;
    context.fillRect(left, AXIS_HEIGHT, right - left, height);
    if (right - left < FOLD_TEXT_ROOM) continue;
    context.fillStyle = palette['text-soft'];
    const text = formatDuration(idle * 1000);
    context.fillText(text, (left + right - context.measureText(text).width) / 2, height - LANE_GAP);
  }
}

/** @param {CanvasRenderingContext2D} context @param {FlameScene} scene @param {Placing} place */
function paintGrid(context, { view, width, height, palette }, place) {
  context.fillStyle = palette['line-faint'];
  for (const tick of ticksBetween(view.from, view.to, width / 120).ticks) {
    context.fillRect(Math.round(place(tick)), AXIS_HEIGHT, 1, height);
  }
}

/** @param {CanvasRenderingContext2D} context @param {FlameScene} scene @param {Placing} place */
function paintAxis(context, { view, fold, width, palette }, place) {
  context.fillStyle = palette.surface;
  context.fillRect(0, 0, width, AXIS_HEIGHT);
  context.fillStyle = palette.line;
  context.fillRect(0, AXIS_HEIGHT - 1, width, 1);
  context.fillStyle = palette['text-soft'];
  const { ticks, digits } = ticksBetween(view.from, view.to, width / 120);
  for (const tick of ticks) {
    // A round instant of folded time is any instant of the day.
    const shown = fold.folds.length > 0 ? Math.max(3, digits) : digits;
    context.fillText(timeOfDay(Math.round(fold.real(tick)), shown), place(tick) + 4, AXIS_HEIGHT / 2);
  }
}
