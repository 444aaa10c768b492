// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Who called: the frames of a call's backtrace, and a button that lets the server record them.

import { frameRow } from '../model/backtrace.js';
import { escapeText } from '../model/escape-text.js';
import { messageOf } from '../net/api.js';
import { createSmallButton } from './button.js';
import { element } from './dom.js';

/** @typedef {import('../net/backtrace-choice.js').BacktraceChoice} BacktraceChoice */

/**
 * @param {Invocation} call
 * @param {BacktraceChoice | null} choice  null where the server cannot record backtraces
 * @returns {HTMLElement | null} null when there is nothing to show or to choose
 */
export function backtraceSection(call, choice) {
  const frames = call.backtrace ?? [];
  if (frames.length === 0 && !choice) return null;
  return element(
    'div',
    { class: 'backtrace' },
    frames.length > 0 && element('ol', { class: 'backtrace__frames' }, ...frames.map(frameItem)),
    choice && choiceLine(call, choice, frames.length > 0),
  );
}

/** @param {Frame} frame */
function frameItem(frame) {
  const { name, title, place, address } = frameRow(frame);
  return element(
    'li',
    { class: 'backtrace__frame' },
    element('span', { class: 'backtrace__function', title: escapeText(title), text: escapeText(name) }),
    place && placeNode(place, escapeText(frame.file), address),
  );
}

/** @param {string} place @param {string} file @param {string | null} address */
function placeNode(place, file, address) {
  const facts = { class: 'backtrace__place', text: escapeText(place) };
  return address
    ? element('a', { ...facts, href: address, title: `Open ${file} in the editor` })
    : element('span', { ...facts, title: file });
}

/** @param {Invocation} call @param {BacktraceChoice} choice @param {boolean} hasFrames */
function choiceLine(call, choice, hasFrames) {
  const isChosen = choice.has(call) === true;
  const note = element('span', { role: 'status' });
  if (isChosen && !hasFrames) note.textContent = 'Later calls of this selector say who called.';
  const label = isChosen ? 'Stop recording who calls' : 'Record who calls';
  const button = createSmallButton(label, async () => {
    button.disabled = true;
    try {
      await choice.choose(call, !isChosen);
    } catch (error) {
      button.disabled = false;
      note.textContent = messageOf(error);
    }
  });
  return element('p', { class: 'backtrace__choice' }, button, note);
}
