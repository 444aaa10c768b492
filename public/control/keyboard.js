// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Shortcuts for the whole page. A key is taken only when nobody nearer to the focus has a use for it, and only then
// is the browser kept from acting on it.

import { shortcutOf } from '../model/shortcuts.js';

const TEXT_FIELDS = 'input, textarea, select, [contenteditable]';
const OWN_ARROWS = '[role="tree"], [role="tablist"], [role="menu"], [role="separator"], [role="img"], dialog, pre';
const NEEDS_NO_OTHER = new Set(['ArrowDown', 'ArrowUp']);

/**
 * @param {Record<string, (event: KeyboardEvent) => boolean | void>} commands  one returns false when it has nothing
 *   to do
 * @param {AbortSignal} signal
 */
export function listenForShortcuts(commands, signal) {
  addEventListener('keydown', (event) => {
    if (
      event.defaultPrevented || event.target.closest?.(TEXT_FIELDS) ||
      document.querySelector('dialog[open], [popover]:popover-open')
    ) return;
    if (NEEDS_NO_OTHER.has(event.key) && event.target.closest?.(OWN_ARROWS)) return;
    const command = commands[shortcutOf(event)?.command];
    if (command && command(event) !== false) event.preventDefault();
  }, { signal });
}
