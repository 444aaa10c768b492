// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// A menu that opens below a button or at a point. The browser's popover closes it on Escape and on a click elsewhere.

import { element, steppedTo } from './dom.js';

/** @typedef {{ left: number, top: number, bottom: number }} Box  pixels on the screen */

const ENTRIES = '.menu__item:not(:disabled)';

/**
 * @typedef {object} MenuEntry
 * @property {string} label
 * @property {string} [note]
 * @property {boolean} [isCode]      the label is code
 * @property {boolean} [isChecked]   set for an item that is a choice
 * @property {boolean} [isOneOf]     the choice is one of several that exclude each other
 * @property {boolean} [isDisabled]
 * @property {boolean} [keepsOpen]
 * @property {() => void} [run]
 * @property {string} [address]  of a file that the server makes; in place of `run`
 *
 * @typedef {MenuEntry | { heading: string }} MenuItem
 */

/**
 * @param {object} options
 * @param {string} options.label  accessible name
 * @param {() => MenuItem[]} [options.items]  asked for each time the menu is drawn
 */
export function createMenu({ label, items = () => [] }) {
  const root = element('div', { class: 'menu', role: 'menu', popover: 'auto', 'aria-label': label });
  /** @type {HTMLElement | null} */
  let opener = null;
  /** @type {() => MenuItem[]} */
  let entries = () => [];
  /** @type {Box | null} */
  let spot = null;

  function draw() {
    root.replaceChildren(
      ...entries().map((item) => {
        if ('heading' in item) return element('div', { class: 'menu__heading', role: 'presentation', text: item.heading });
        const isChoice = item.isChecked !== undefined;
        return element(
          item.address ? 'a' : 'button',
          {
            class: 'menu__item',
            type: item.address ? null : 'button',
            href: item.address,
            download: item.address ? '' : null,
            tabindex: '-1',
            disabled: item.isDisabled,
            role: isChoice ? (item.isOneOf ? 'menuitemradio' : 'menuitemcheckbox') : 'menuitem',
            'aria-checked': isChoice ? String(item.isChecked) : null,
            onclick: () => choose(item),
          },
          element('span', { class: 'menu__check', 'aria-hidden': 'true', text: item.isChecked ? '✓' : '' }),
          element('span', {
            class: 'menu__label',
            'data-code': item.isCode,
            text: item.label,
            title: item.isCode ? item.label : null,
          }),
          item.note ? element('span', { class: 'menu__note', text: item.note }) : null,
        );
      }),
    );
  }

  /** @param {MenuEntry} item */
  function choose(item) {
    if (!item.keepsOpen) {
      root.hidePopover();
      item.run?.();
      return;
    }
    item.run?.();
    redraw();
  }

  /** New elements take the place of those before, and of the one that has the focus. */
  function redraw() {
    const place = [...root.children].findIndex((child) => child === document.activeElement);
    draw();
    /** @type {HTMLElement | undefined} */ (root.children[place])?.focus();
  }

  function place() {
    const box = spot ?? opener?.getBoundingClientRect() ?? { left: 0, top: 0, bottom: 0 };
    const { offsetWidth, offsetHeight } = root;
    const left = Math.min(box.left, innerWidth - offsetWidth - 8);
    const isBelow = box.bottom + offsetHeight + 8 <= innerHeight;
    root.style.left = `${Math.max(8, left)}px`;
    root.style.top = `${isBelow ? box.bottom + 4 : Math.max(8, box.top - offsetHeight - 4)}px`;
  }

  root.addEventListener('keydown', (event) => {
    /** @type {NodeListOf<HTMLElement>} */
    const buttons = root.querySelectorAll(ENTRIES);
    const index = [...buttons].findIndex((button) => button === document.activeElement);
    const next = steppedTo(event.key, 'ArrowUp', 'ArrowDown', index, buttons.length);
    if (event.key === 'Tab') root.hidePopover();
    if (next === null) return;
    event.preventDefault();
    event.stopPropagation();
    buttons[next].focus();
  });
  root.addEventListener('toggle', ({ newState }) => {
    if (!spot) opener?.setAttribute('aria-expanded', String(newState === 'open'));
    if (newState === 'closed' && root.contains(document.activeElement)) opener?.focus();
  });

  /** @param {HTMLElement} from @param {Box | null} point @param {() => MenuItem[]} list */
  function show(from, point, list) {
    [opener, spot, entries] = [from, point, list];
    draw();
    root.showPopover();
    place();
    /** @type {HTMLElement | null} */ (root.querySelector(ENTRIES))?.focus();
  }

  return {
    element: root,
    /** @param {HTMLElement} button that the menu belongs to */
    open(button) {
      if (root.matches(':popover-open')) {
        root.hidePopover();
        return;
      }
      button.setAttribute('aria-haspopup', 'menu');
      show(button, null, items);
    },
    /**
     * @param {{ x: number, y: number }} point on the screen
     * @param {HTMLElement} origin  gets the focus back
     * @param {MenuItem[]} list     instead of `items`
     */
    openAt({ x, y }, origin, list) {
      if (root.matches(':popover-open')) root.hidePopover();
      show(origin, { left: x, top: y, bottom: y }, () => list);
    },
    update() {
      if (root.matches(':popover-open')) redraw();
    },
  };
}
