// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The list of completions below a text field; the focus stays in the field.

import { element, setAttribute, setShown } from './dom.js';

/** @typedef {import('../model/filter-completion.js').Completion} Completion */

/** Pixels between the list and the edge of the window. */
const MARGIN = 8;

/** @param {{ id: string, onChoose: (item: Completion) => void }} options */
export function createCompletionList({ id, onChoose }) {
  const root = element('ul', { class: 'completions', id, role: 'listbox', 'aria-label': 'Completions', hidden: true });
  /** @type {Completion[]} */
  let items = [];
  let active = -1;

  // Without this the field would lose the focus before the click arrives.
  root.addEventListener('mousedown', (event) => event.preventDefault());

  /** @param {number} index */
  function mark(index) {
    active = index;
    [...root.children].forEach((node, place) => setAttribute(node, 'aria-selected', String(place === active)));
    root.children[active]?.scrollIntoView({ block: 'nearest' });
  }

  /** @param {number} index */
  function choose(index) {
    const item = items[index];
    hide();
    if (item) onChoose(item);
  }

  /** Whether Tab takes a completion: where nobody has begun a word or marked anything, it leaves the field. */
  function canTake() {
    return active >= 0 || items[0].from < items[0].to;
  }

  /** Below the word that is completed, or as far left of it as it takes to end in the window.
   * @param {number} left  pixels from the field's left edge to the word */
  function place(left) {
    root.style.left = '0';
    root.style.maxWidth = '';
    const room = innerWidth - MARGIN - root.getBoundingClientRect().left;
    if (root.offsetWidth > room) root.style.maxWidth = `${room}px`;
    root.style.left = `${Math.round(Math.max(0, Math.min(left, room - root.offsetWidth)))}px`;
  }

  function hide() {
    items = [];
    active = -1;
    setShown(root, false);
  }

  return {
    element: root,
    get isOpen() {
      return items.length > 0;
    },
    get activeId() {
      return active < 0 ? null : `${id}-${active}`;
    },
    /** What was marked stays so if it completes the same text: more completions may arrive between two keys.
     * @param {Completion[]} next @param {number} left pixels from the field's left edge to the word that is completed */
    update(next, left) {
      const marked = items[active];
      items = next;
      active = marked
        ? items.findIndex(({ insert, from, to }) => insert === marked.insert && from === marked.from && to === marked.to)
        : -1;
      setShown(root, items.length > 0);
      root.replaceChildren(
        ...items.map(({ label, note }, index) =>
          element(
            'li',
            {
              class: 'completions__item',
              id: `${id}-${index}`,
              role: 'option',
              'aria-selected': String(index === active),
              onclick: () => choose(index),
            },
            element('span', { class: 'completions__label', text: label }),
            note ? element('span', { class: 'completions__note', text: note }) : null,
          )
        ),
      );
      if (items.length > 0) place(left);
    },
    hide,
    /** @param {KeyboardEvent} event @returns {boolean} whether the key was meant for the list */
    keyPressed({ key, shiftKey }) {
      if (key === 'ArrowDown') mark((active + 1) % items.length);
      else if (key === 'ArrowUp') mark((active - 1 + items.length) % items.length);
      else if (key === 'Tab' && !shiftKey && canTake()) choose(Math.max(0, active));
      else if (key === 'Enter' && active >= 0) choose(active);
      else if (key === 'Escape') hide();
      else return false;
      return true;
    },
  };
}
