// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Which calls the program records: two lists of patterns, one pattern a line.

import { patternLines } from '../model/capture-rules.js';
import { createButton, createSmallButton } from './button.js';
import { closeBeside, element, setShown } from './dom.js';

/** @typedef {import('../model/capture-rules.js').CaptureRules} CaptureRules */

const HINT = 'One pattern a line: a protocol, a selector, or both with a dot between them; * stands for any text. ' +
  'Other calls reach their delegate as usual.';
const NOTE = 'The program itself also drops or changes records.';

/**
 * @param {{ onSave: (rules: CaptureRules) => Promise<string | null> }} options  resolves to what is wrong with them,
 *   or null
 */
export function createCaptureDialog({ onSave }) {
  const include = createField('Record only', 'all calls');
  const exclude = createField('Never record', 'XMLParserDelegate.*');
  const note = element('p', { class: 'capture__hint', text: NOTE });
  const problem = element('p', { class: 'capture__problem', role: 'alert', hidden: true });
  const save = createSmallButton('Save', commit);
  /** @type {HTMLDialogElement} */
  const root = element(
    'dialog',
    { class: 'help capture', 'aria-label': 'Recorded calls' },
    element(
      'header',
      { class: 'help__header' },
      element('h2', { text: 'Recorded calls' }),
      createButton({ icon: 'close', label: 'Close', onClick: () => root.close() }),
    ),
    element('p', { class: 'capture__hint', text: HINT }),
    include.label,
    exclude.label,
    note,
    problem,
    element('div', { class: 'capture__actions' }, save, createSmallButton('Cancel', () => root.close())),
  );
  closeBeside(root);

  async function commit() {
    save.disabled = true;
    const message = await onSave({ include: include.patterns, exclude: exclude.patterns });
    save.disabled = false;
    tell(message);
    if (message === null) root.close();
  }

  /** @param {string | null} message */
  function tell(message) {
    problem.textContent = message ?? '';
    setShown(problem, message !== null);
  }

  return {
    element: root,
    /** @param {CaptureRules} rules @param {boolean} transforms  whether the program decides what is kept of a record */
    open(rules, transforms) {
      setShown(note, transforms);
      include.set(rules.include);
      exclude.set(rules.exclude);
      tell(null);
      root.showModal();
      exclude.field.focus();
    },
  };
}

/** @param {string} title @param {string} placeholder */
function createField(title, placeholder) {
  const field = element('textarea', { class: 'capture__field', rows: '4', spellcheck: 'false', placeholder });
  return {
    label: element('label', { class: 'capture__label' }, element('span', { text: title }), field),
    field,
    /** @param {string[]} patterns */
    set(patterns) {
      field.value = patterns.join('\n');
    },
    get patterns() {
      return patternLines(field.value);
    },
  };
}
