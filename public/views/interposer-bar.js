// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Above the list of protocols: the search, the present interposers as chips, and a field for another pattern.

import { escapeText } from '../model/escape-text.js';
import { formatCount, formatQuantity } from '../model/format.js';
import { hasOnly, selectionText } from '../model/interposers.js';
import { icon } from './button.js';
import { element, setAttribute, setShown, setText } from './dom.js';

const NONE = 'No protocol is recorded: switch one on, or add a pattern.';

/**
 * @typedef {object} InterposerBarOptions
 * @property {(text: string, isContinued: boolean) => void} onSearch  `isContinued` while the field keeps the focus
 * @property {() => void} onLeave  the list is wanted
 * @property {(pattern: string) => Promise<string | null>} onRecord  resolves to what is wrong with the pattern
 * @property {(interposer: Interposer) => unknown} onRemove
 * @property {(selection: InterposerSelection) => number} countOf  protocols that are selected
 */

/** @param {InterposerBarOptions} options */
export function createInterposerBar({ onSearch, onLeave, onRecord, onRemove, countOf }) {
  const search = createSearch({ onSearch, onLeave });
  const summary = element('span', { class: 'interposing__summary', role: 'status' });
  const adder = createAdder({ onRecord, countOf });
  const chips = createChips({ onRemove, countOf });
  const root = element(
    'div',
    { class: 'interposing__bar' },
    element('div', { class: 'interposing__search' }, search.element, summary),
    adder.element,
    chips.element,
  );

  return {
    element: root,
    search,
    /** @param {Interposer[]} interposers @param {string} text  how many protocols are shown */
    update(interposers, text) {
      setText(summary, text);
      adder.update(interposers);
      chips.update(interposers);
    },
  };
}

/** @param {Pick<InterposerBarOptions, 'onSearch' | 'onLeave'>} options */
function createSearch({ onSearch, onLeave }) {
  let isContinued = false;
  const input = element('input', {
    class: 'interposing__field',
    type: 'search',
    placeholder: 'Name, module or type',
    'aria-label': 'Search protocols',
    spellcheck: 'false',
    autocomplete: 'off',
  });

  function apply() {
    onSearch(input.value, isContinued);
    isContinued = true;
  }

  input.addEventListener('focus', () => (isContinued = false));
  input.addEventListener('input', apply);
  input.addEventListener('keydown', (event) => {
    if (event.isComposing || !['Enter', 'ArrowDown', 'Escape'].includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key !== 'Escape') return onLeave();
    input.value = '';
    apply();
  });

  return {
    element: input,
    focus() {
      input.focus();
      input.select();
    },
    /** @param {string} text */
    set(text) {
      if (input.value !== text) input.value = text;
    },
  };
}

/** @param {Pick<InterposerBarOptions, 'onRecord' | 'countOf'>} options */
function createAdder({ onRecord, countOf }) {
  /** @type {Interposer[]} */
  let interposers = [];
  const input = element('input', {
    class: 'interposing__field',
    type: 'text',
    placeholder: '*Delegate',
    'aria-describedby': 'interposing-hint',
    title: 'A name, alone or with its module, such as App.LampDelegate; * stands for any text',
    spellcheck: 'false',
    autocomplete: 'off',
    autocapitalize: 'off',
  });
  const add = element('button', { class: 'button', type: 'submit', disabled: true, text: 'Add' });
  const hint = element('span', { class: 'interposing__hint', id: 'interposing-hint', role: 'status' });
  const problem = element('span', { class: 'interposing__problem', role: 'alert', hidden: true });
  const label = element('label', { class: 'interposing__label' }, element('span', { text: 'Record pattern' }), input);
  const root = element('form', { class: 'interposing__adder' }, label, add, hint, problem);
  const pattern = () => input.value.trim();

  /** @param {string | null} message */
  function tell(message) {
    setText(problem, message ?? '');
    setShown(problem, message !== null);
    setShown(hint, message === null);
  }

  function draw() {
    add.disabled = pattern() === '';
    setText(hint, add.disabled ? '' : `matches ${formatCount(countOf({ protocols: [pattern()] }))}`);
  }

  input.addEventListener('input', () => {
    tell(null);
    draw();
  });
  root.addEventListener('submit', async (event) => {
    event.preventDefault();
    const wanted = pattern();
    if (wanted === '' || input.readOnly) return;
    if (interposers.some((each) => hasOnly(each, wanted))) return tell('This pattern is recorded already.');
    input.readOnly = true;
    const message = await onRecord(wanted);
    input.readOnly = false;
    if (message === null) input.value = '';
    tell(message);
    draw();
  });

  return {
    element: root,
    /** @param {Interposer[]} present */
    update(present) {
      interposers = present;
      draw();
    },
  };
}

/** @typedef {{ node: HTMLElement, count: HTMLElement }} Chip */

/** @param {Pick<InterposerBarOptions, 'onRemove' | 'countOf'>} options */
function createChips({ onRemove, countOf }) {
  const none = element('span', { class: 'interposing__none', text: NONE });
  const list = element('ul', { class: 'interposing__chips', 'aria-label': 'Recorded patterns' });
  /** @type {Map<number, Chip>} */
  const chips = new Map();

  /** @param {Interposer} interposer */
  function make(interposer) {
    const text = escapeText(selectionText(interposer));
    const count = element('span', { class: 'chip__count' });
    const remove = element('button', {
      class: 'chip__remove',
      type: 'button',
      'aria-label': `Remove ${text}`,
      title: `No longer record ${text}`,
      onclick: () => onRemove(interposer),
    }, icon('close'));
    const node = element('li', { class: 'chip' }, element('span', { class: 'chip__text', text }), count, remove);
    return { node, count };
  }

  return {
    element: element('div', { class: 'interposing__recorded' }, none, list),
    /** @param {Interposer[]} interposers */
    update(interposers) {
      setShown(none, interposers.length === 0);
      setShown(list, interposers.length > 0);
      for (const [id, { node }] of chips) {
        if (interposers.some((each) => each.id === id)) continue;
        node.remove();
        chips.delete(id);
      }
      // A chip stays while its numbers change, and its button keeps the focus.
      for (const interposer of interposers) {
        const chip = chips.get(interposer.id) ?? make(interposer);
        if (!chips.has(interposer.id)) list.append(chip.node);
        chips.set(interposer.id, chip);
        const { recorded, refused } = interposer;
        const protocols = countOf(interposer);
        const entries = `${formatQuantity(recorded, 'entry', 'entries')} recorded, ${formatCount(refused)} refused`;
        setText(chip.count, formatCount(protocols));
        setAttribute(chip.node, 'title', `${formatQuantity(protocols, 'protocol')}; ${entries}`);
      }
    },
  };
}
