// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The filter: one line of text, coloured behind the caret, with completion below it and errors underlined where they
// are.

import { completionsAt } from '../model/filter-completion.js';
import { filterTokens } from '../model/filter-tokens.js';
import { createCompletionList } from './completion-list.js';
import { element, setAttribute, setShown } from './dom.js';
import { icon } from './button.js';

const APPLY_MILLISECONDS = 300;
const PLACEHOLDER = 'Filter, for example selector:found* duration:>1ms';

/**
 * @typedef {object} FilterBoxOptions
 * @property {(text: string, isSettled: boolean) => void} onApply  the filter shall hold; called after a short rest, or
 *   settled on Enter
 * @property {() => void} onLeave              the field has lost the focus
 * @property {(anchor: HTMLElement) => void} [onMenu]  remembered filters are wanted; without it there are none
 * @property {string} [id]                     unique in the page
 * @property {string} [label]                  accessible name
 * @property {string} [placeholder]
 * @property {() => FilterKey[]} help
 * @property {(key: string) => string[]} seenValues
 * @property {(key: string) => string[]} seenNames
 */
/** @typedef {{ message: string, position: number | null, candidates: string[] }} FilterError */

export class FilterBox {
  #options;
  /** @type {FilterError | null} */
  #error = null;
  /** @type {string | null} the filter that the text was last the same as */
  #shown = null;
  #timer = 0;
  #placeholder;
  #list;
  #mirror = element('div', { class: 'filterbox__mirror', 'aria-hidden': 'true' });
  #input;
  #clear = element('button', {
    class: 'filterbox__button',
    type: 'button',
    'aria-label': 'Clear the filter',
    hidden: true,
    onclick: () => this.#replace(''),
  }, icon('close'));
  /** @type {HTMLButtonElement} */
  #menu = element('button', {
    class: 'filterbox__button',
    type: 'button',
    'aria-label': 'Saved and recent filters',
    title: 'Saved and recent filters',
    'aria-haspopup': 'menu',
    onclick: () => this.#options.onMenu?.(this.#menu),
  }, icon('history'));
  #message;

  /** @param {FilterBoxOptions} options */
  constructor(options) {
    const { id = 'filter', label = 'Filter', placeholder = PLACEHOLDER, onMenu } = options;
    this.#options = options;
    this.#placeholder = placeholder;
    this.#list = createCompletionList({ id: `${id}-completions`, onChoose: (item) => this.#accept(item) });
    this.#input = element('input', {
      class: 'filterbox__input',
      id,
      type: 'text',
      role: 'combobox',
      spellcheck: 'false',
      autocomplete: 'off',
      autocapitalize: 'off',
      placeholder,
      'aria-label': label,
      'aria-autocomplete': 'list',
      'aria-expanded': 'false',
      'aria-controls': `${id}-completions`,
      'aria-describedby': `${id}-error`,
    });
    this.#message = element('div', { class: 'filterbox__error', id: `${id}-error`, role: 'alert', hidden: true });
    const field = element('div', { class: 'filterbox__field' }, this.#mirror, this.#input);
    const parts = [icon('filter'), field, this.#clear, onMenu && this.#menu, this.#list.element, this.#message];
    this.element = element('div', { class: 'filterbox', role: onMenu ? 'search' : null }, ...parts);
    this.#listen();
  }

  /**
   * @param {object} facts
   * @param {string} facts.filter  the filter that holds; what is being typed is left alone
   * @param {string | null} facts.unavailable  why there is none here, which stands in its place; null when there is
   */
  update({ filter, unavailable }) {
    this.#input.disabled = unavailable !== null;
    this.#menu.disabled = unavailable !== null;
    this.#input.placeholder = unavailable ?? this.#placeholder;
    setAttribute(this.element, 'data-disabled', unavailable === null ? null : '');
    const shown = unavailable === null ? filter : '';
    // Text that was applied is not being typed any more, though the field may still have the focus.
    const isApplied = this.#timer === 0 && [this.#shown, shown].includes(this.#input.value.trim());
    const isTyping = unavailable === null && document.activeElement === this.#input && !isApplied;
    // Text that was typed and not applied stays, with its error, until another filter holds.
    if (isTyping || shown === this.#shown) return;
    this.#shown = shown;
    if (this.#input.value.trim() === shown) return;
    this.#cancelApplying();
    this.#list.hide();
    this.#tellList();
    this.#input.value = shown;
    this.#error = null;
    this.#draw();
  }

  /** The text as it stands, whether it was applied or not. */
  get text() {
    return this.#input.value;
  }

  /** Writes another text, whoever is typing.
   * @param {string} text */
  set text(text) {
    this.#cancelApplying();
    this.#shown = text;
    this.#input.value = text;
    this.#error = null;
    this.#draw();
  }

  /** @param {FilterError} problem what is wrong with the text */
  showError(problem) {
    this.#error = problem;
    this.#draw();
  }

  /** The filter holds.
   * @param {string} words what it means */
  showMeaning(words) {
    this.#error = null;
    this.#input.title = words;
    this.#draw();
  }

  /** What can be completed has changed. */
  complete() {
    if (document.activeElement === this.#input) this.#complete();
  }

  focus() {
    this.#input.focus();
    this.#input.select();
  }

  #listen() {
    const input = this.#input;
    input.addEventListener('input', () => {
      this.#error = null;
      this.#draw();
      this.#complete();
      this.#applyAfter(APPLY_MILLISECONDS);
    });
    input.addEventListener('scroll', () => this.#alignMirror());
    input.addEventListener('keydown', (event) => this.#keyPressed(event));
    input.addEventListener('click', () => this.#complete());
    input.addEventListener('focus', () => this.#complete());
    input.addEventListener('blur', () => {
      this.#list.hide();
      this.#tellList();
      this.#drawError();
      this.#options.onLeave();
    });
  }

  /** @param {number} delay  milliseconds @param {boolean} [isSettled] */
  #applyAfter(delay, isSettled = false) {
    this.#cancelApplying();
    this.#timer = setTimeout(() => {
      this.#timer = 0;
      this.#options.onApply(this.#input.value.trim(), isSettled);
    }, delay);
  }

  #cancelApplying() {
    clearTimeout(this.#timer);
    this.#timer = 0;
  }

  /** @param {string} text */
  #replace(text) {
    this.#input.value = text;
    this.#error = null;
    this.#draw();
    this.#applyAfter(0);
    this.#input.focus();
  }

  #complete() {
    const { value, selectionStart, selectionEnd } = this.#input;
    const { help, seenValues, seenNames } = this.#options;
    const items = selectionStart !== null && selectionStart === selectionEnd
      ? completionsAt(value, selectionStart, help(), seenValues, seenNames)
      : [];
    this.#list.update(items, this.#offsetOf(items[0]?.from ?? 0));
    this.#tellList();
    this.#drawError();
  }

  #tellList() {
    setAttribute(this.#input, 'aria-expanded', String(this.#list.isOpen));
    setAttribute(this.#input, 'aria-activedescendant', this.#list.activeId);
  }

  /** Pixels from the left of the field to a character.
   * @param {number} place */
  #offsetOf(place) {
    const range = document.createRange();
    range.selectNodeContents(this.#mirror);
    let left = place;
    for (const node of this.#mirror.childNodes) {
      const { length } = node.textContent ?? '';
      if (left <= length && node.firstChild) {
        range.setEnd(node.firstChild, left);
        break;
      }
      left -= length;
    }
    return Math.max(0, range.getBoundingClientRect().width - this.#input.scrollLeft);
  }

  /** @param {import('../model/filter-completion.js').Completion} item */
  #accept({ insert, from, to }) {
    this.#input.setRangeText(insert, from, to, 'end');
    this.#draw();
    this.#complete();
    this.#applyAfter(APPLY_MILLISECONDS);
  }

  /** @param {KeyboardEvent} event */
  #keyPressed(event) {
    if (event.isComposing || !this.#useKey(event)) return;
    event.preventDefault();
    event.stopPropagation();
    this.#tellList();
    this.#drawError();
  }

  /** @param {KeyboardEvent} event @returns {boolean} whether the key had a meaning here */
  #useKey(event) {
    if (this.#list.isOpen && this.#list.keyPressed(event)) return true;
    if (event.key === 'Enter') {
      this.#list.hide();
      this.#applyAfter(0, true);
    } else if (event.key === 'ArrowDown') this.#complete();
    else if (event.key === 'Escape') this.#input.blur();
    else return false;
    return true;
  }

  #draw() {
    const { value } = this.#input;
    const wrong = this.#error?.position ?? Infinity;
    const nodes = filterTokens(value).map(({ kind, text, start, end }) =>
      tokenNode(text, { 'data-kind': kind, 'data-wrong': wrong >= start && wrong < end })
    );
    // An error at the very end has no character to underline.
    if (this.#error && wrong >= value.length) nodes.push(tokenNode(' ', { 'data-wrong': true }));
    this.#mirror.replaceChildren(...nodes);
    setShown(this.#clear, value !== '');
    this.#alignMirror();
    this.#drawError();
  }

  #alignMirror() {
    this.#mirror.style.transform = `translateX(${-this.#input.scrollLeft}px)`;
  }

  #drawError() {
    // While there is something to complete, the text is not wrong but unfinished.
    const isTold = this.#error !== null && !this.#list.isOpen;
    setShown(this.#message, isTold);
    setAttribute(this.#input, 'aria-invalid', isTold ? 'true' : null);
    setAttribute(this.element, 'data-invalid', isTold ? '' : null);
    if (!this.#error) return;
    const { candidates } = this.#error;
    // What the message offers in words is offered below as buttons.
    const message = this.#error.message.replace(/ Did you mean [^?]*\?/, '');
    const offers = candidates.map((candidate) => this.#offerNode(candidate));
    this.#message.replaceChildren(message, ...(offers.length > 0 ? [' Did you mean ', ...offers, '?'] : []));
  }

  /** @param {string} candidate */
  #offerNode(candidate) {
    return element('button', {
      class: 'filterbox__offer',
      type: 'button',
      text: candidate,
      // The field keeps the focus, so that the message does not vanish under the pointer.
      onmousedown: (/** @type {Event} */ event) => event.preventDefault(),
      onclick: () => this.#takeOffer(candidate),
    });
  }

  /** @param {string} candidate */
  #takeOffer(candidate) {
    const position = this.#error?.position ?? Infinity;
    const { value } = this.#input;
    const token = filterTokens(value).find(({ start, end }) => position >= start && position < end);
    if (!token) return;
    const name = candidate.replace(/:$/, '');
    this.#replace(value.slice(0, token.start) + (token.kind === 'key' ? `${name}:` : name) + value.slice(token.end));
  }
}

/** @param {string} text @param {import('./dom.js').Attributes} attributes */
const tokenNode = (text, attributes) => element('span', { class: 'filterbox__token', ...attributes, text });
