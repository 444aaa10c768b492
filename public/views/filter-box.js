// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The filter: one line of text, coloured behind the caret, with completion below it and errors underlined where they
// are.

import { completionsAt } from '../model/filter-completion.js';
import { filterTokens } from '../model/filter-tokens.js';
import { createCompletionList } from './completion-list.js';
import { element, setAttribute, setShown } from './dom.js';
import { icon } from './icons.js';

const APPLY_MILLISECONDS = 300;
const PLACEHOLDER = 'Filter, for example selector:found* duration:>1ms';

/**
 * @param {object} options
 * @param {(text: string) => void} options.onApply  the filter shall hold; called after a short rest or on Enter
 * @param {() => object[]} options.help           entries of `/api/v1/filter/help`
 * @param {(key: string) => string[]} options.seenValues
 */
export function createFilterBox({ onApply, help, seenValues }) {
  let error = null;
  let timer = 0;
  const list = createCompletionList({ id: 'filter-completions', onChoose: accept });
  const mirror = element('div', { class: 'filterbox__mirror', 'aria-hidden': 'true' });
  const input = element('input', {
    class: 'filterbox__input',
    type: 'text',
    id: 'filter',
    role: 'combobox',
    spellcheck: 'false',
    autocomplete: 'off',
    autocapitalize: 'off',
    'aria-label': 'Filter',
    'aria-autocomplete': 'list',
    'aria-expanded': 'false',
    'aria-controls': 'filter-completions',
    'aria-describedby': 'filter-error',
    placeholder: PLACEHOLDER,
  });
  const clear = element('button', {
    class: 'filterbox__clear',
    type: 'button',
    'aria-label': 'Clear the filter',
    hidden: true,
    onclick: () => replace(''),
  }, icon('close'));
  const message = element('div', { class: 'filterbox__error', id: 'filter-error', role: 'alert', hidden: true });
  const root = element(
    'div',
    { class: 'filterbox', role: 'search' },
    icon('filter'),
    element('div', { class: 'filterbox__field' }, mirror, input),
    clear,
    list.element,
    message,
  );

  input.addEventListener('input', () => {
    error = null;
    draw();
    complete();
    applySoon(APPLY_MILLISECONDS);
  });
  input.addEventListener('scroll', alignMirror);
  input.addEventListener('keydown', keyPressed);
  input.addEventListener('click', complete);
  input.addEventListener('blur', () => {
    list.hide();
    setAttribute(input, 'aria-expanded', 'false');
  });
  input.addEventListener('focus', complete);

  function applySoon(delay) {
    clearTimeout(timer);
    timer = setTimeout(() => onApply(input.value.trim()), delay);
  }

  function replace(text) {
    input.value = text;
    error = null;
    draw();
    applySoon(0);
    input.focus();
  }

  function complete() {
    const hasSelection = input.selectionStart !== input.selectionEnd;
    const items = hasSelection ? [] : completionsAt(input.value, input.selectionStart, help(), seenValues);
    list.update(items, offsetOf(items[0]?.from ?? 0));
    setAttribute(input, 'aria-expanded', String(list.isOpen));
    setAttribute(input, 'aria-activedescendant', list.activeId);
    drawError();
  }

  /** Pixels from the left of the field to a character. */
  function offsetOf(place) {
    const range = document.createRange();
    range.selectNodeContents(mirror);
    let left = place;
    for (const node of mirror.childNodes) {
      const length = node.textContent.length;
      if (left <= length && node.firstChild) {
        range.setEnd(node.firstChild, left);
        break;
      }
      left -= length;
    }
    return Math.max(0, range.getBoundingClientRect().width - input.scrollLeft);
  }

  function accept({ insert, from, to }) {
    const caret = from + insert.length;
    input.setRangeText(insert, from, to, 'end');
    input.setSelectionRange(caret, caret);
    draw();
    complete();
    applySoon(APPLY_MILLISECONDS);
  }

  function keyPressed(event) {
    if (event.isComposing) return;
    if (list.isOpen && list.keyPressed(event)) {
      event.preventDefault();
      event.stopPropagation();
      setAttribute(input, 'aria-activedescendant', list.activeId);
      setAttribute(input, 'aria-expanded', String(list.isOpen));
      return;
    }
    if (event.key === 'Enter') {
      list.hide();
      applySoon(0);
    } else if (event.key === 'ArrowDown') complete();
    else if (event.key === 'Escape') input.blur();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function draw() {
    const wrongFrom = error?.position ?? Infinity;
    mirror.replaceChildren(
      ...filterTokens(input.value).map(({ kind, text, start, end }) =>
        element('span', {
          class: 'filterbox__token',
          'data-kind': kind,
          'data-wrong': wrongFrom >= start && wrongFrom < end,
          text,
        })
      ),
    );
    // An error at the very end has no character to underline.
    if (error && wrongFrom >= input.value.length) {
      mirror.append(element('span', { class: 'filterbox__token', 'data-wrong': true, text: ' ' }));
    }
    setShown(clear, input.value !== '');
    setAttribute(input, 'aria-invalid', error ? 'true' : null);
    setAttribute(root, 'data-invalid', error ? '' : null);
    alignMirror();
    drawError();
  }

  function alignMirror() {
    mirror.style.transform = `translateX(${-input.scrollLeft}px)`;
  }

  function drawError() {
    setShown(message, error !== null && !list.isOpen);
    if (!error) return;
    const offers = error.candidates.map((candidate) =>
      element('button', {
        class: 'filterbox__offer',
        type: 'button',
        text: candidate,
        // The field keeps the focus, so that the message does not vanish under the pointer.
        onmousedown: (event) => event.preventDefault(),
        onclick: () => takeOffer(candidate),
      })
    );
    message.replaceChildren(error.message, ...(offers.length > 0 ? [' Did you mean ', ...offers, '?'] : []));
  }

  function takeOffer(candidate) {
    const token = filterTokens(input.value).find(({ start, end }) => error.position >= start && error.position < end);
    if (!token) return;
    const name = candidate.replace(/:$/, '');
    const text = token.kind === 'key' ? `${name}:` : name;
    replace(input.value.slice(0, token.start) + text + input.value.slice(token.end));
  }

  return {
    element: root,
    /**
     * @param {object} facts
     * @param {string} facts.filter     the filter that holds; what is being typed is left alone
     * @param {string | null} facts.unavailable  why there is no filter here, null when there is
     */
    update({ filter, unavailable }) {
      input.disabled = unavailable !== null;
      input.placeholder = unavailable ?? PLACEHOLDER;
      setAttribute(root, 'data-disabled', unavailable !== null ? '' : null);
      if (document.activeElement === input || input.value.trim() === filter) return;
      input.value = filter;
      error = null;
      draw();
    },
    /** @param {import('../net/api.js').APIError | null} problem what is wrong with the text, null when nothing is */
    showError(problem) {
      error = problem;
      draw();
    },
    /** What can be completed has changed. */
    complete: () => document.activeElement === input && complete(),
    focus() {
      input.focus();
      input.select();
    },
    destroy: () => clearTimeout(timer),
  };
}
