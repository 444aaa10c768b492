// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// A field for a value as JSON, or for any text, with the problem below it: what is wrong, and the place where it is.

import { escapeText } from '../model/escape-text.js';
import { element, setAttribute, setShown } from './dom.js';

const SHOWN_CHARACTERS = 24;

/** @typedef {{ message: string, position: number | null }} FieldProblem */

let fields = 0;

/**
 * The text around a place, with the character there marked.
 * @param {string} text @param {number} position
 */
function excerptOf(text, position) {
  const from = Math.max(0, position - SHOWN_CHARACTERS);
  const to = position + SHOWN_CHARACTERS;
  const [wrong = ''] = text.slice(position);
  return element(
    'code',
    { class: 'valuefield__excerpt' },
    `${from > 0 ? '…' : ''}${escapeText(text.slice(from, position))}`,
    element('mark', { class: 'valuefield__wrong', text: escapeText(wrong) || ' ' }),
    `${escapeText(text.slice(position + wrong.length, to))}${to < text.length ? '…' : ''}`,
  );
}

/**
 * @param {object} options
 * @param {string} options.label  accessible name
 * @param {number} [options.rows]  default: 1
 * @param {string} [options.placeholder]
 * @param {boolean} [options.isCode]  default: yes
 */
export function createValueField({ label, rows = 1, placeholder, isCode = true }) {
  const id = `valuefield-${fields += 1}`;
  const input = element('textarea', {
    class: 'valuefield__input',
    rows,
    spellcheck: String(!isCode),
    autocomplete: 'off',
    autocapitalize: 'off',
    placeholder,
    'data-code': isCode,
    'aria-label': label,
  });
  const problem = element('p', { class: 'valuefield__problem', id, role: 'alert', hidden: true });
  const root = element('div', { class: 'valuefield' }, input, problem);

  /** @param {FieldProblem | null} next */
  function showProblem(next) {
    setShown(problem, next !== null);
    setAttribute(input, 'aria-invalid', next ? 'true' : null);
    setAttribute(input, 'aria-describedby', next ? id : null);
    if (!next) return;
    const { message, position } = next;
    const hasPlace = position !== null && position <= input.value.length;
    problem.replaceChildren(message, ...(hasPlace ? [' ', excerptOf(input.value, position)] : []));
    if (hasPlace) input.setSelectionRange(position, position);
  }

  /** As many lines as the text has, within limits. */
  function fit() {
    input.rows = Math.max(rows, Math.min(8, input.value.split('\n').length));
  }

  input.addEventListener('input', () => {
    showProblem(null);
    fit();
  });
  return {
    element: root,
    input,
    showProblem,
    get text() {
      return input.value;
    },
    set text(text) {
      input.value = text;
      showProblem(null);
      fit();
    },
  };
}

/** @typedef {ReturnType<typeof createValueField>} ValueField */
