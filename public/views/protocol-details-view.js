// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// One protocol: why it is recorded or not, and its requirements with their calls.

import { escapeText } from '../model/escape-text.js';
import { formatCount, formatQuantity } from '../model/format.js';
import { selectionText } from '../model/interposers.js';
import {
  COMPILER_FLAGS,
  coverageOf,
  kindText,
  neverCalledText,
  reasonsOf,
  reasonText,
  recordingWord,
} from '../model/protocol-state.js';
import { createSmallButton, icon } from './button.js';
import { element, setText } from './dom.js';
import { selectorNodes, wrappedSelectorNodes } from './names.js';
import { createMemory, createSection, createSubjectPane } from './pane.js';
import { createProtocolSwitch } from './switch.js';

/**
 * @typedef {import('../model/protocol-rows.js').ProtocolRow} ProtocolRow
 * @typedef {import('./pane.js').SubjectPaneOptions<ProtocolRow> & {
 *   onShowCallsOf: (row: { protocol: string, selector: string }) => void,
 *   onSwitch: import('./switch.js').OnSwitch,
 *   onRemove: (interposer: Interposer) => unknown,
 *   onLeaveOut: (row: ProtocolRow) => unknown,
 * }} ProtocolDetailsOptions
 */

/** @param {ProtocolDetailsOptions} options */
export function createProtocolDetailsView({ onShowCallsOf, onSwitch, onRemove, onLeaveOut, ...options }) {
  const pane = createSubjectPane({ label: 'Details of the protocol', noun: 'protocol', ...options });
  const toggle = createProtocolSwitch(onSwitch);
  const reason = element('span', { role: 'status' });
  const choices = element('div', { class: 'protocol__choices' });
  const never = element('div');
  const requirements = element('div');
  const types = element('div');
  pane.body.append(
    createSection(
      'Recording',
      element('div', {}, element('div', { class: 'protocol__switch' }, toggle.element, reason), choices),
    ),
    never,
    createSection('Requirements', requirements),
    createSection('Conforming types', types),
  );
  const drawn = createMemory();
  /** @type {HTMLElement[]} of the requirements, in their order */
  let callCells = [];
  /** @type {ProtocolRow | null} */
  let row = null;
  /** @type {WholeProtocol | null} */
  let whole = null;

  function drawRecording() {
    if (!row) return;
    const present = row;
    toggle.update(present);
    setText(reason, escapeText(reasonText(present)));
    drawn(choices, [present.protocol, present.own, present.wider], () =>
      present.wider.length === 0 ? [] : [
        ...present.wider.map((interposer) =>
          createSmallButton(`Remove ${escapeText(selectionText(interposer))}`, () => onRemove(interposer))
        ),
        createSmallButton(`Leave out only ${escapeText(present.name)}`, () => onLeaveOut(present)),
      ]);
    const text = neverCalledText(present);
    drawn(never, [text], () => (text === null ? [] : [neverSection(text)]));
    drawn(types, [present.types], () => typesOf(present.types));
  }

  /** Numbers change in place: a table that is drawn anew would take the focus off its buttons. */
  function drawRequirements() {
    if (!row) return;
    const { protocol, recordedName } = row;
    const hasTypes = row.types.length > 0;
    const known = whole?.protocol === protocol ? whole.requirements : null;
    drawn(requirements, [known?.map(({ calls, ...shape }) => shape), protocol], () => {
      callCells = (known ?? []).map(() => element('td', { class: 'capabilities__number' }));
      if (known === null) return [element('p', { class: 'details__note', text: 'Reading the requirements…' })];
      return [requirementsTable(known, callCells, hasTypes)];
    });
    known?.forEach(({ name, calls }, index) =>
      drawCalls(callCells[index], calls, () => onShowCallsOf({ protocol: recordedName, selector: name }))
    );
  }

  /** @param {HTMLElement} cell @param {number} calls @param {() => void} show */
  function drawCalls(cell, calls, show) {
    const isButton = calls > 0 && options.canFilter();
    const button = cell.querySelector('button');
    if (isButton && button) setText(button, formatCount(calls));
    else if (isButton) {
      const text = formatCount(calls);
      cell.replaceChildren(
        element('button', { class: 'protocol__calls', type: 'button', title: 'Show these calls', onclick: show, text }),
      );
    } else setText(cell, formatCount(calls));
  }

  return {
    element: pane.element,
    /** The row of the list, which is known before the requirements are.
     * @param {ProtocolRow} next */
    showRow(next) {
      row = next;
      pane.setSubject(next);
      drawn(pane.title, [next.name], () => selectorNodes(next.name));
      const facts = [escapeText(next.module), formatQuantity(next.calls, 'call')];
      if (next.interposed) facts.push(recordingWord(next));
      pane.facts.replaceChildren(...facts.map((text) => element('span', { text })));
      drawRecording();
      drawRequirements();
    },
    /** @param {WholeProtocol} next */
    update(next) {
      whole = next;
      drawRequirements();
    },
  };
}

/** @param {string} text */
function neverSection(text) {
  const flags = COMPILER_FLAGS.flatMap(({ flag, brings }) => [
    element('dt', {}, element('code', { text: flag })),
    element('dd', { text: `brings back ${brings}` }),
  ]);
  return element(
    'div',
    { class: 'details__section proxystate', 'data-problem': true, role: 'status' },
    icon('warning'),
    element(
      'div',
      { class: 'proxystate__text' },
      element('p', {}, element('strong', { text: 'Matched, never called. ' }), text),
      element('dl', { class: 'protocol__flags' }, ...flags),
    ),
  );
}

/** @param {string[]} types */
function typesOf(types) {
  if (types.length === 0) return [element('p', { class: 'details__note', text: 'No type of the program conforms.' })];
  const lines = types.map((type) => element('li', { text: escapeText(type) }));
  return [element('ul', { class: 'protocol__types' }, ...lines)];
}

/** @param {ProtocolRequirement[]} requirements @param {HTMLElement[]} callCells @param {boolean} hasTypes */
function requirementsTable(requirements, callCells, hasTypes) {
  if (requirements.length === 0) {
    const text = hasTypes
      ? 'It has no requirement that can be called.'
      : 'Requirements are found by the types that conform, and there is none.';
    return element('p', { class: 'details__note', text });
  }
  const heads = ['Requirement', 'Recorded', 'Calls'];
  return element(
    'table',
    { class: 'capabilities' },
    element('thead', {}, element('tr', {}, ...heads.map((text) => element('th', { scope: 'col', text })))),
    element('tbody', {}, ...requirements.map((requirement, index) => rowOf(requirement, callCells[index]))),
  );
}

/** @param {ProtocolRequirement} requirement @param {HTMLElement} calls */
function rowOf(requirement, calls) {
  const { text, state } = coverageOf(requirement);
  const reasons = reasonsOf(requirement).map(({ types, reason }) =>
    element('span', { class: 'protocol__reason', text: escapeText(`${types.join(', ')}: ${reason}`) })
  );
  return element(
    'tr',
    {},
    element(
      'th',
      { scope: 'row', class: 'capabilities__selector' },
      ...wrappedSelectorNodes(requirement.name),
      element('span', { class: 'capabilities__kind', text: kindText(requirement) }),
      ...reasons,
    ),
    element('td', { class: 'protocol__coverage', 'data-state': state, text }),
    calls,
  );
}
