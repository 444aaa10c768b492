// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Recorded values as a tree: a line for each, containers open on demand. Children are made when they are first shown.

import { escapeLiteral, escapeText } from '../model/escape-text.js';
import { formatCount, formatQuantity } from '../model/format.js';
import { describesItself, entriesOf, tokensText, valueTokens } from '../model/value-tokens.js';
import { element, targetOf, tokenNodes } from './dom.js';
import { icon } from './button.js';

const OPEN_LEVELS = 1;
/** Longer text is laid out only when somebody asks for it. */
const MOST_CHARACTERS = 10_000;

/**
 * @typedef {{ name: string | null, value: Value, index?: number }} Entry  `index` of an argument, whose whole text can be
 *   had
 * @typedef {(index: number, button: HTMLButtonElement) => void} LoadText  the whole text of a cut argument is wanted
 */

/** What a container's children are called, and the values behind the names.
 * @param {Value} container @returns {Entry[]} */
function childrenOf(container) {
  return entriesOf(container).map(({ key, label, value }, index) => ({
    name: key ? tokensText(valueTokens(key)) : label ?? String(index),
    value,
  }));
}

/** How much of a value was cut away when it was recorded; empty when nothing was.
 * @param {Value} whole */
function cutText({ kind, value, truncated, length, count, children }) {
  if (!truncated) return isLong(kind, value) ? `${formatQuantity(String(value).length, 'character')} in all` : '';
  if (length !== undefined) return `cut: ${formatQuantity(length, 'byte')} in all`;
  if (kind === 'bytes') return `cut: ${formatQuantity(count ?? 0, 'byte')} in all`;
  const kept = kind === 'map' ? (children ?? []).length / 2 : (children ?? []).length;
  return count === undefined ? 'cut' : `cut: ${formatCount(kept)} of ${formatCount(count)}`;
}

/** @param {string} kind @param {Value['value']} value */
const isLong = (kind, value) => kind === 'string' && String(value ?? '').length > MOST_CHARACTERS;

/** @param {Value} value */
function textOf(value) {
  if (value.kind === 'string') {
    const shown = String(value.value ?? '').slice(0, MOST_CHARACTERS);
    const tail = value.truncated || isLong('string', value.value) ? '…' : '';
    return [element('span', { class: 'token', 'data-role': 'string', text: `"${escapeLiteral(shown)}${tail}"` })];
  }
  if (describesItself(value)) return tokenNodes(valueTokens(value));
  // The name of a case stays beside its payload.
  if (value.kind === 'enum') return tokenNodes(valueTokens({ ...value, children: [] }));
  return tokenNodes(valueTokens(value, value.children?.length ? 1 : 0));
}

/** Beside an open value's parts: what it says of itself, and the name of its case.
 * @param {Value} value */
const isKept = (value) => value.kind === 'enum' || describesItself(value);

/**
 * @param {Entry} entry @param {number} level @param {number} openLevels @param {LoadText} [onLoadText]
 * @returns {HTMLElement}
 */
function createItem({ name, value, index }, level, openLevels, onLoadText) {
  const entries = childrenOf(value);
  const isContainer = entries.length > 0;
  const cut = cutText(value);
  const group = element('ul', { class: 'tree__group', role: 'group', hidden: true });
  const line = element(
    'div',
    { class: 'tree__line' },
    isContainer
      ? element('span', { class: 'tree__twisty', 'aria-hidden': 'true' }, icon('chevron'))
      : element('span', { class: 'tree__twisty' }),
    element(
      'div',
      { class: 'tree__content' },
      name === null ? null : element('span', { class: 'tree__name', text: `${escapeText(name)}:` }),
      element('span', { class: 'tree__value', 'data-kept': isKept(value) }, ...textOf(value)),
      value.type ? element('span', { class: 'tree__type', text: escapeText(value.type) }) : null,
      isContainer && element('span', { class: 'tree__count', text: formatCount(Math.max(value.count ?? 0, entries.length)) }),
      cut ? element('span', { class: 'tree__cut', text: cut }) : null,
      cut && index !== undefined && onLoadText ? createLoader(index, onLoadText) : null,
    ),
  );
  const item = element(
    'li',
    {
      class: 'tree__item',
      role: 'treeitem',
      tabindex: '-1',
      'aria-level': level,
      'aria-expanded': isContainer ? 'false' : null,
    },
    line,
    isContainer && group,
  );
  /** @param {boolean} isOpen */
  const expand = (isOpen) => {
    if (!isContainer) return;
    if (group.childElementCount === 0) {
      group.append(...entries.map((entry) => createItem(entry, level + 1, openLevels, onLoadText)));
    }
    group.hidden = !isOpen;
    item.setAttribute('aria-expanded', String(isOpen));
  };
  item.addEventListener('tree-expand', (event) => {
    event.stopPropagation();
    expand(event.detail);
  });
  line.addEventListener('click', (event) => {
    if (targetOf(event).closest('button') || String(getSelection()) !== '') return;
    expand(item.getAttribute('aria-expanded') !== 'true');
  });
  if (level <= openLevels && (value.count ?? entries.length) <= 20) expand(true);
  return item;
}

/** @param {number} index @param {LoadText} onLoadText */
function createLoader(index, onLoadText) {
  const attributes = { class: 'tree__load', type: 'button', tabindex: '-1', text: 'load all' };
  /** @type {HTMLButtonElement} */
  const button = element('button', { ...attributes, onclick: () => onLoadText(index, button) });
  return button;
}

/**
 * @param {object} options
 * @param {string} options.label  accessible name
 * @param {Entry[]} options.entries
 * @param {LoadText} [options.onLoadText]
 * @param {number} [options.openLevels]  how deep it is open at first; default: 1
 */
export function createValueTree({ label, entries, onLoadText, openLevels = OPEN_LEVELS }) {
  const root = element('ul', { class: 'tree', role: 'tree', 'aria-label': label });
  root.addEventListener('keydown', (event) => handleTreeKey(root, event));
  root.append(...entries.map((entry) => createItem(entry, 1, openLevels, onLoadText)));
  root.querySelector('[role="treeitem"]')?.setAttribute('tabindex', '0');
  return root;
}

/** @param {HTMLElement} item */
const isVisible = (item) => item.offsetParent !== null || item.getClientRects().length > 0;

/** @param {HTMLElement} root @param {HTMLElement | null | undefined} item */
function focusItem(root, item) {
  if (!item) return;
  root.querySelector('[role="treeitem"][tabindex="0"]')?.setAttribute('tabindex', '-1');
  item.setAttribute('tabindex', '0');
  item.focus();
}

/** @param {HTMLElement} item @param {boolean} isOpen */
const expand = (item, isOpen) => item.dispatchEvent(new CustomEvent('tree-expand', { detail: isOpen }));

/**
 * The keyboard of a tree, as the ARIA pattern has it: up and down walk what is visible, right opens, left closes.
 * @param {HTMLElement} root the element with the role `tree`; its items listen for `tree-expand`
 * @param {KeyboardEvent} event
 */
function handleTreeKey(root, event) {
  /** @type {HTMLElement | null} */
  const item = targetOf(event).closest('[role="treeitem"]');
  if (!item || event.target !== item || event.altKey || event.ctrlKey || event.metaKey) return;
  /** @type {NodeListOf<HTMLElement>} */
  const all = root.querySelectorAll('[role="treeitem"]');
  const items = [...all].filter(isVisible);
  const place = items.indexOf(item);
  const isOpen = item.getAttribute('aria-expanded');
  /** @type {HTMLButtonElement | null} */
  const loader = item.querySelector(':scope > .tree__line .tree__load');
  const toggle = () => (isOpen === null ? loader?.click() : expand(item, isOpen === 'false'));
  /** @type {Record<string, () => unknown>} */
  const actions = {
    ArrowDown: () => focusItem(root, items[place + 1]),
    ArrowUp: () => focusItem(root, items[place - 1]),
    Home: () => focusItem(root, items[0]),
    End: () => focusItem(root, items.at(-1)),
    ArrowRight:
      () => (isOpen === 'false' ? expand(item, true) : isOpen === 'true' && focusItem(root, items[place + 1])),
    ArrowLeft: () =>
      isOpen === 'true' ? expand(item, false) : focusItem(root, item.parentElement?.closest('[role="treeitem"]')),
    Enter: toggle,
    ' ': toggle,
  };
  const action = actions[event.key];
  if (!action) return;
  event.preventDefault();
  event.stopPropagation();
  action();
}
