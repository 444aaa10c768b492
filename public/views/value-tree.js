// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Recorded values as a tree: a line for each, containers open on demand. Children are made when they are first shown.

import { escapeLiteral, escapeText } from '../model/escape-text.js';
import { formatCount, formatQuantity } from '../model/format.js';
import { describesItself, entriesOf, tokensText, valueTokens } from '../model/value-tokens.js';
import { element, tokenNodes } from './dom.js';
import { icon } from './icons.js';
import { handleTreeKey } from './tree-keys.js';

const OPEN_LEVELS = 1;
/** Longer text is laid out only when somebody asks for it. */
const MOST_CHARACTERS = 10_000;

/**
 * @typedef {{ name: string | null, value: object, index?: number }} Entry
 */

/** What a container's children are called, and the values behind the names. @returns {Entry[]} */
function childrenOf(container) {
  return entriesOf(container).map(({ key, label, value }, index) => ({
    name: key ? tokensText(valueTokens(key)) : label ?? String(index),
    value,
  }));
}

/** How much of a value was cut away when it was recorded; empty when nothing was. */
function cutText({ kind, value, truncated, length, count, children }) {
  if (!truncated) return isLong(kind, value) ? `${formatQuantity(value.length, 'character')} in all` : '';
  if (length !== undefined) return `cut: ${formatQuantity(length, 'byte')} in all`;
  if (kind === 'bytes') return `cut: ${formatQuantity(count, 'byte')} in all`;
  const kept = kind === 'map' ? (children ?? []).length / 2 : (children ?? []).length;
  return count === undefined ? 'cut' : `cut: ${formatCount(kept)} of ${formatCount(count)}`;
}

const isLong = (kind, value) => kind === 'string' && value?.length > MOST_CHARACTERS;

function textOf(value) {
  if (value.kind === 'string') {
    const shown = (value.value ?? '').slice(0, MOST_CHARACTERS);
    const tail = value.truncated || isLong('string', value.value) ? '…' : '';
    return [element('span', { class: 'token', 'data-role': 'string', text: `"${escapeLiteral(shown)}${tail}"` })];
  }
  if (describesItself(value)) return tokenNodes(valueTokens(value));
  // The name of a case stays beside its payload.
  if (value.kind === 'enum') return tokenNodes(valueTokens({ ...value, children: [] }));
  return tokenNodes(valueTokens(value, value.children?.length ? 1 : 0));
}

/** Beside an open value's parts: what it says of itself, and the name of its case. */
const isKept = (value) => value.kind === 'enum' || describesItself(value);

function createItem({ name, value, index }, level, options) {
  const entries = childrenOf(value);
  const isContainer = entries.length > 0;
  const cut = cutText(value);
  const group = isContainer ? element('ul', { class: 'tree__group', role: 'group', hidden: true }) : null;
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
      isContainer ? element('span', { class: 'tree__count', text: formatCount(Math.max(value.count ?? 0, entries.length)) }) : null,
      cut ? element('span', { class: 'tree__cut', text: cut }) : null,
      cut && index !== undefined && options.onLoadText
        ? element('button', {
          class: 'tree__load',
          type: 'button',
          tabindex: '-1',
          text: 'load all',
          onclick: (event) => options.onLoadText(index, event.currentTarget),
        })
        : null,
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
    group,
  );
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
 * @param {(index: number, button: HTMLElement) => void} [options.onLoadText]  the whole text of a cut argument is
 *   wanted
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
