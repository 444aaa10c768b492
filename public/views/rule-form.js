// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The fields of a rule: only those that its action uses are shown.

import { EMPTY_DRAFT, fieldsOf } from '../model/rule-draft.js';
import { ACTIONS, POINTS } from '../model/rules.js';
import { element, setAttribute, setShown, setText } from './dom.js';
import { FilterBox } from './filter-box.js';
import { createValueField } from './value-field.js';

/**
 * @typedef {import('../model/rule-draft.js').RuleDraft} RuleDraft
 * @typedef {import('../model/rule-draft.js').DraftField} DraftField
 * @typedef {import('../model/rule-draft.js').DraftProblem} DraftProblem
 *
 * What shows a field: its row, and how its text is read and written.
 * @typedef {{ row: HTMLElement, focus: () => void, read: () => any, write: (value: any) => void,
 *   showProblem: (problem: DraftProblem | null) => void }} Field
 *
 * @typedef {object} RuleFormOptions
 * @property {import('../control/filtering.js').Filtering['completion']} completion
 * @property {() => Promise<void>} onFilterHelp  the keys of filters are needed
 * @property {(filter: string) => Promise<{ words: string }>} onFilter  fails when it isn't one
 * @property {() => void} onChange
 */

/** With it, the field takes no year of more digits. */
const LATEST = '9999-12-31T23:59:59';

let forms = 0;

/** @param {string} label @param {Node} content @param {string} [hint] */
const rowOf = (label, content, hint) =>
  element(
    'div',
    { class: 'ruleform__row' },
    element('span', { class: 'ruleform__label', 'aria-hidden': 'true', text: label }),
    element('div', { class: 'ruleform__field' }, content, hint && element('p', { class: 'ruleform__hint', text: hint })),
  );

/** @param {string} label @param {Record<string, string>} choices @returns {HTMLSelectElement} */
const selectOf = (label, choices) =>
  element(
    'select',
    { class: 'ruleform__input', 'aria-label': label },
    ...Object.entries(choices).map(([value, text]) => element('option', { value, text })),
  );

/** @param {string} label @param {import('./dom.js').Attributes} [more] */
const inputOf = (label, more = {}) =>
  element('input', {
    class: 'ruleform__input',
    type: 'text',
    'aria-label': label,
    spellcheck: 'false',
    autocomplete: 'off',
    autocapitalize: 'off',
    ...more,
  });

/** @param {RuleFormOptions} options */
export function createRuleForm({ completion, onFilterHelp, onFilter, onChange }) {
  forms += 1;
  const words = element('p', { class: 'ruleform__hint', role: 'status' });
  /** @type {FilterBox} */
  const filter = new FilterBox({
    ...completion,
    id: `rule-filter-${forms}`,
    label: 'Filter of the calls',
    placeholder: 'Every call; for example selector:found* arg.bytes:>1000',
    onApply: (text) => void explain(text),
    onLeave: () => void explain(filter.text.trim()),
  });
  const problem = element('p', { class: 'ruleform__problem', role: 'alert', hidden: true });
  let explained = '';

  filter.element.addEventListener('focusin', () => void onFilterHelp().then(() => filter.complete()));

  /** Says what the filter selects, or what is wrong with it.
   * @param {string} text */
  async function explain(text) {
    if (text === explained) return;
    explained = text;
    setText(words, '');
    if (text === '') return;
    try {
      const meaning = await onFilter(text);
      if (text === explained) setText(words, meaning.words);
    } catch (error) {
      if (text === explained) filter.showError(/** @type {import('../net/api.js').APIError} */ (error));
    }
  }

  /** @param {HTMLElement} row @param {HTMLInputElement | HTMLSelectElement} input @returns {Field} */
  function plain(row, input) {
    const text = element('p', { class: 'valuefield__problem', role: 'alert', hidden: true });
    row.lastElementChild?.append(text);
    const isChoice = input.type === 'checkbox';
    return {
      row,
      focus: () => input.focus(),
      read: () => (isChoice ? /** @type {HTMLInputElement} */ (input).checked : input.value),
      write: (value) => {
        if (isChoice) /** @type {HTMLInputElement} */ (input).checked = value;
        else input.value = value;
      },
      showProblem: (next) => {
        setText(text, next?.message ?? '');
        setShown(text, next !== null);
        setAttribute(input, 'aria-invalid', next ? 'true' : null);
      },
    };
  }

  /** @param {string} label @param {HTMLInputElement | HTMLSelectElement} input @param {string} [hint] */
  const labelled = (label, input, hint) => plain(rowOf(label, input, hint), input);

  /** @param {string} label @param {import('./value-field.js').ValueField} field @returns {Field} */
  const valued = (label, field) => ({
    row: rowOf(label, field.element),
    focus: () => field.input.focus(),
    read: () => field.text,
    write: (text) => (field.text = text),
    showProblem: field.showProblem,
  });

  /** @param {string} label @param {string} [hint] */
  function checkbox(label, hint) {
    const input = element('input', { type: 'checkbox' });
    return plain(rowOf('', element('label', { class: 'ruleform__choice' }, input, label), hint), input);
  }

  /** A number within a sentence.
   * @param {string} before @param {string} label @param {string} after */
  function counted(before, label, after) {
    const input = inputOf(label, { inputmode: 'numeric', 'data-short': true });
    return plain(rowOf(before, element('span', { class: 'ruleform__sentence' }, input, after)), input);
  }

  /** @type {Record<Exclude<DraftField, 'enabled'>, Field>} */
  const fields = {
    filter: {
      row: rowOf('Calls', element('div', {}, filter.element, words)),
      focus: () => filter.focus(),
      read: () => filter.text.trim(),
      write: (text) => {
        filter.text = text;
        void explain(text);
      },
      showProblem: (next) => next && filter.showError({ candidates: [], ...next }),
    },
    point: labelled('When', selectOf('Point', POINTS)),
    action: labelled('Action', selectOf('Action', ACTIONS)),
    argument: labelled('Argument', inputOf('Argument', { 'data-code': true }), 'Its name or label, or its number from 0.'),
    value: valued('Value', createValueField({ label: 'Value as JSON', rows: 2, placeholder: 'JSON, such as true or "text"' })),
    throwBy: labelled('Error', selectOf('Error', { text: 'with a text', case: 'a case of the declared error type' })),
    case: labelled('Case', inputOf('Case of the error', { 'data-code': true, placeholder: 'offline' })),
    text: valued('Text', createValueField({ label: 'Text', isCode: false })),
    milliseconds: counted('By', 'Milliseconds', 'ms, at most 60000'),
    deadline: counted('At most', 'Deadline in seconds', 's; then the call continues unchanged'),
    allowMainThread: checkbox('May block the main thread'),
    allowTaskThreads: checkbox('May block threads of Swift’s tasks', 'Async requirements wait without blocking a thread.'),
    times: counted('At most', 'Most times', 'times'),
    every: counted('One call in', 'One call in', 'calls'),
    until: labelled('Until', inputOf('Until', { type: 'datetime-local', step: '1', max: LATEST })),
    connectedOnly: checkbox('Only while somebody is connected'),
  };
  const { filter: calls, times, every, until, connectedOnly, ...parts } = fields;
  const rows = Object.values(parts).map(({ row }) => row);
  const limits = element(
    'fieldset',
    { class: 'ruleform__limits' },
    element('legend', { class: 'details__title', text: 'Limits' }),
    ...[times, every, until, connectedOnly].map(({ row }) => row),
  );
  const root = element('div', { class: 'ruleform' }, calls.row, ...rows, limits, problem);
  let enabled = true;

  root.addEventListener('input', () => {
    draw();
    onChange();
  });

  /** @returns {RuleDraft} */
  function read() {
    const texts = Object.entries(fields).map(([name, field]) => [name, field.read()]);
    return { ...EMPTY_DRAFT, ...Object.fromEntries(texts), enabled };
  }

  function draw() {
    const shown = fieldsOf(read());
    const { point, action, ...optional } = parts;
    for (const [name, field] of Object.entries(optional)) setShown(field.row, shown.has(/** @type {DraftField} */ (name)));
  }

  return {
    element: root,
    get draft() {
      return read();
    },
    /** @param {RuleDraft} draft */
    set draft(draft) {
      enabled = draft.enabled;
      this.showProblem(null);
      for (const [name, field] of Object.entries(fields)) field.write(draft[/** @type {DraftField} */ (name)]);
      draw();
    },
    /** Beside the field that it is about, or below all of them.
     * @param {DraftProblem | null} next */
    showProblem(next) {
      const name = /** @type {keyof typeof fields | null} */ (next?.field ?? null);
      const place = name && fields[name] && !fields[name].row.hidden ? fields[name] : null;
      for (const field of Object.values(fields)) field.showProblem(field === place ? next : null);
      setShown(problem, next !== null && place === null);
      setText(problem, place === null ? next?.message ?? '' : '');
      place?.focus();
    },
    /** @param {boolean} isDisabled */
    setDisabled(isDisabled) {
      for (const input of root.querySelectorAll('input, select, textarea')) {
        /** @type {HTMLInputElement} */ (input).disabled = isDisabled;
      }
    },
    /** The field that has to be filled in first. */
    focus() {
      const draft = read();
      const shown = fieldsOf(draft);
      const empty = /** @type {const} */ (['argument', 'value', 'text', 'case'])
        .find((name) => shown.has(name) && draft[name] === '');
      if (draft.filter === '') calls.focus();
      else if (empty) fields[empty].focus();
      return draft.filter === '' || empty !== undefined;
    },
  };
}

/** @typedef {ReturnType<typeof createRuleForm>} RuleForm */
