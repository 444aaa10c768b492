// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// What is written below a held call: its arguments or its result as JSON, an answer, or an error.

import { escapeText } from '../model/escape-text.js';
import { decisionOf, fieldOfMember, fieldsOfDecision, throwOf } from '../model/held-decision.js';
import { element, setShown, setText, targetOf } from './dom.js';
import { createValueField } from './value-field.js';
import { createValueTree } from './value-tree.js';

/**
 * @typedef {import('../model/held-decision.js').FormKind} FormKind
 * @typedef {import('../model/held-decision.js').DecisionField} DecisionField
 */

/** @param {Held} held @param {FormKind} kind */
function titleOf({ point }, kind) {
  const edit = point === 'after' ? 'Continue with this result' : 'Continue with these values';
  return { edit, answer: 'Answer', throw: 'Throw' }[kind];
}

const TEXT = '';

/** @param {string} label @param {string} type @param {Node} content @param {string} [note] */
const rowOf = (label, type, content, note) =>
  element(
    'div',
    { class: 'held__field' },
    element(
      'span',
      { class: 'held__name' },
      escapeText(label),
      element('span', { class: 'held__type', text: escapeText(type) }),
    ),
    element('div', { class: 'held__value' }, content, note && element('p', { class: 'ruleform__hint', text: note })),
  );

/**
 * @param {object} options
 * @param {Held} options.held
 * @param {FormKind} options.kind
 * @param {(decision: HeldDecision) => Promise<import('../control/holding.js').DecisionProblem | null>} options.onDecide
 * @param {() => void} options.onClose
 */
export function createHeldPanel({ held, kind, onDecide, onClose }) {
  const fields = fieldsOfDecision(held, kind);
  const inputs = new Map(fields.map(({ key, label, initial }) => {
    const input = createValueField({ label: `${label} as JSON` });
    input.text = initial;
    return [key, input];
  }));
  const thrown = kind === 'throw' ? createThrown(held) : null;
  const problem = element('p', { class: 'valuefield__problem', role: 'alert', hidden: true });
  const title = titleOf(held, kind);
  const send = element('button', { class: 'button button--main', type: 'submit', text: title });
  const root = element(
    'form',
    { class: 'held__panel', 'aria-label': title, novalidate: true },
    ...(kind === 'edit' && held.point === 'before' ? argumentRows() : fields.map(fieldRow)),
    thrown?.element,
    problem,
    element(
      'div',
      { class: 'held__buttons' },
      send,
      element('button', { class: 'button', type: 'button', text: 'Cancel', onclick: onClose }),
      element('span', { class: 'ruleform__hint', text: 'Enter sends, Shift+Enter is a new line, Esc cancels.' }),
    ),
  );

  root.addEventListener('submit', (event) => {
    event.preventDefault();
    void commit();
  });
  root.addEventListener('keydown', (event) => {
    if (event.isComposing) return;
    const isSending = event.key === 'Enter' && !event.shiftKey && targetOf(event).matches('textarea, select');
    if (!isSending && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (!isSending) onClose();
    // The Enter that opened the panel sends nothing by being held down.
    else if (!event.repeat) root.requestSubmit();
  });

  /** @param {DecisionField} field */
  function fieldRow({ key, label, type }) {
    return rowOf(label, type, /** @type {import('./value-field.js').ValueField} */ (inputs.get(key)).element);
  }

  /** Those that can't be edited stand between the others as they are. */
  function argumentRows() {
    const recorded = held.call.arguments ?? [];
    return held.arguments.map((argument) => {
      const field = fields.find(({ index }) => index === argument.index);
      if (field) return fieldRow(field);
      const value = recorded[argument.index];
      const tree = value
        ? createValueTree({ label: argument.name, entries: [{ name: null, value }], openLevels: 0 })
        : element('span', { text: '–' });
      return rowOf(argument.name || String(argument.index), argument.type, tree, escapeText(argument.reason ?? ''));
    });
  }

  /** @param {string | null} key @param {string | null} message @param {number | null} position */
  function tell(key, message, position) {
    const shown = message === null ? null : { message, position };
    for (const [each, input] of inputs) input.showProblem(each === key ? shown : null);
    const isGeneral = message !== null && key === null;
    setShown(problem, isGeneral);
    setText(problem, isGeneral ? message : '');
    if (key !== null) inputs.get(key)?.input.focus();
  }

  async function commit() {
    if (send.disabled) return;
    const texts = Object.fromEntries([...inputs].map(([key, input]) => [key, input.text]));
    const made = thrown ? { decision: thrown.decision, fault: null } : decisionOf(kind, fields, texts);
    if (made.fault) return tell(made.fault.key, made.fault.message, made.fault.position);
    tell(null, null, null);
    send.disabled = true;
    const refusal = await onDecide(made.decision);
    send.disabled = false;
    if (refusal) tell(fieldOfMember(fields, refusal.member)?.key ?? null, refusal.message, refusal.position);
  }

  return {
    element: root,
    focus() {
      const [first] = inputs.values();
      const target = first?.input ?? thrown?.input;
      target?.focus();
      first?.input.select();
      if (!target) send.focus();
    },
  };
}

/** An error with a text, or a case of the declared error type.
 * @param {Held} held */
function createThrown({ errorCases = [] }) {
  const cases = element(
    'select',
    { class: 'ruleform__input', 'aria-label': 'Error' },
    ...errorCases.map((each) => element('option', { value: each, text: `.${escapeText(each)}` })),
    element('option', { value: TEXT, text: 'an error with a text' }),
  );
  const text = createValueField({ label: 'Text of the error', isCode: false, placeholder: 'no network' });
  const textRow = rowOf('Text', 'RuleError', text.element);
  const draw = () => setShown(textRow, cases.value === TEXT);
  cases.addEventListener('change', draw);
  draw();
  return {
    element: element('div', {}, errorCases.length > 0 && rowOf('Error', '', cases), textRow),
    input: errorCases.length > 0 ? cases : text.input,
    get decision() {
      return throwOf(cases.value, text.text);
    },
  };
}

/** @typedef {ReturnType<typeof createHeldPanel>} HeldPanel */
