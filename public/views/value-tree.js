// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Recorded values as a tree: a line for each, containers open on demand. Children are made when they are first shown.

import { escapeLiteral, escapeText } from '../model/escape-text.js';
import { formatQuantity } from '../model/format.js';
import { valueTokens } from '../model/value-tokens.js';
import { element, tokenNodes } from './dom.js';
import { icon } from './icons.js';
import { handleTreeKey } from './tree-keys.js';

const OPEN_LEVELS = 1;

/**
 * @typedef {{ name: string | null, value: object, index?: number }} Entry
 */

/** What a container's children are called, and the values behind the names. @returns {Entry[]} */
function entriesOf(value) {
  return (value.children ?? []).map((child, index) => {
    if (value.kind === 'map') {
      const isPair = child.key === undefined && child.kind === 'tuple' && child.children?.length === 2;
      const key = isPair ? child.children[0] : child.key;
      const name = typeof key === 'object' && key !== null ? valueTokens(key).map(({ text }) => text).join('') : key;
      return { name: name ?? String(index), value: isPair ? child.children[1] : child };
    }
    return { name: child.label ?? child.name ?? String(index), value: child };
  });
}

/** How much of a value was cut away when it was recorded; empty when nothing was. */
function cutText({ kind, truncated, length, count, children }) {
  if (!truncated) return '';
  if (length !== undefined) return `cut: ${formatQuantity(length, kind === 'bytes' ? 'byte' : 'character')} in all`;
  if (count !== undefined) return `cut: ${(children ?? []).length} of ${count}`;
  return 'cut';
}

function textOf(value) {
  if (value.kind === 'string') return [element('span', { class: 'token', 'data-role': 'string', text: `"${escapeLiteral(value.value ?? '')}${value.truncated ? '…' : ''}"` })];
  return tokenNodes(valueTokens(value, value.children?.length ? 2 : 0));
}

function createItem({ name, value, index }, level, options) {
  const entries = entriesOf(value);
  const isContainer = entries.length > 0;
  const cut = cutText(value);
  const group = isContainer ? element('ul', { class: 'tree__group', role: 'group', hidden: true }) : null;
  const line = element('div', { class: 'tree__line' },
    isContainer ? element('span', { class: 'tree__twisty', 'aria-hidden': 'true' }, icon('chevron')) : element('span', { class: 'tree__twisty' }),
    name === null ? null : element('span', { class: 'tree__name', text: `${escapeText(name)}:` }),
    element('span', { class: 'tree__value' }, ...textOf(value)),
    value.type ? element('span', { class: 'tree__type', text: escapeText(value.type) }) : null,
    cut ? element('span', { class: 'tree__cut', text: cut }) : null,
    cut && index !== undefined && options.onLoadText
      ? element('button', { class: 'tree__load', type: 'button', tabindex: '-1', text: 'load all', onclick: (event) => options.onLoadText(index, event.currentTarget) })
      : null);
  const item = element('li', {
    class: 'tree__item', role: 'treeitem', tabindex: '-1', 'aria-level': level, 'aria-expanded': isContainer ? 'false' : null,
  }, line, group);
  const expand = (isOpen) => {
    if (!isContainer) return;
    if (group.childElementCount === 0) group.append(...entries.map((entry) => createItem(entry, level + 1, options)));
    group.hidden = !isOpen;
    item.setAttribute('aria-expanded', String(isOpen));
  };
  item.addEventListener('tree-expand', (event) => {
    event.stopPropagation();
    expand(event.detail);
  });
  line.addEventListener('click', (event) => {
    if (event.target.closest('button') || String(getSelection()) !== '') return;
    expand(item.getAttribute('aria-expanded') !== 'true');
  });
  if (level <= OPEN_LEVELS && (value.count ?? entries.length) <= 20) expand(true);
  return item;
}

/**
 * @param {object} options
 * @param {string} options.label  accessible name
 * @param {Entry[]} options.entries
 * @param {(index: number, button: HTMLElement) => void} [options.onLoadText]  the whole text of a cut argument is wanted
 */
export function createValueTree({ label, entries, onLoadText }) {
  const root = element('ul', { class: 'tree', role: 'tree', 'aria-label': label });
  root.addEventListener('keydown', (event) => handleTreeKey(root, event));

  function update(next) {
    root.replaceChildren(...next.map((entry) => createItem(entry, 1, { onLoadText })));
    root.querySelector('[role="treeitem"]')?.setAttribute('tabindex', '0');
  }

  update(entries);
  return { element: root, update, destroy() {} };
}
