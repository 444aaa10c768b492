// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The keyboard of a tree, as the ARIA pattern has it: up and down walk what is visible, right opens, left closes.

const isVisible = (item) => item.offsetParent !== null || item.getClientRects().length > 0;

function focusItem(root, item) {
  if (!item) return;
  root.querySelector('[role="treeitem"][tabindex="0"]')?.setAttribute('tabindex', '-1');
  item.setAttribute('tabindex', '0');
  item.focus();
}

const expand = (item, isOpen) => item.dispatchEvent(new CustomEvent('tree-expand', { detail: isOpen }));

/**
 * @param {HTMLElement} root the element with the role `tree`; its items listen for `tree-expand`
 * @param {KeyboardEvent} event
 */
export function handleTreeKey(root, event) {
  const item = event.target.closest('[role="treeitem"]');
  if (!item || event.target !== item || event.altKey || event.ctrlKey || event.metaKey) return;
  const items = [...root.querySelectorAll('[role="treeitem"]')].filter(isVisible);
  const place = items.indexOf(item);
  const isOpen = item.getAttribute('aria-expanded');
  const actions = {
    ArrowDown: () => focusItem(root, items[place + 1]),
    ArrowUp: () => focusItem(root, items[place - 1]),
    Home: () => focusItem(root, items[0]),
    End: () => focusItem(root, items.at(-1)),
    ArrowRight:
      () => (isOpen === 'false' ? expand(item, true) : isOpen === 'true' && focusItem(root, items[place + 1])),
    ArrowLeft: () =>
      isOpen === 'true' ? expand(item, false) : focusItem(root, item.parentElement.closest('[role="treeitem"]')),
    Enter: () => isOpen !== null && expand(item, isOpen === 'false'),
    ' ': () => isOpen !== null && expand(item, isOpen === 'false'),
  };
  if (!(event.key in actions)) return;
  event.preventDefault();
  event.stopPropagation();
  actions[event.key]();
}
