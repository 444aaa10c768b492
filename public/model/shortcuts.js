// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The keyboard map: one table for what the keys do and for the help that lists them.

/**
 * `keys` are `KeyboardEvent.key` values; rows without a command are handled by the grid and only listed.
 * @typedef {{ keys: string[], text: string, command?: string, group: string, shown?: string[] }} Shortcut
 */

/** @type {Shortcut[]} */
export const SHORTCUTS = [
  { group: 'List', keys: ['j', 'ArrowDown'], shown: ['j', '↓'], text: 'Next call', command: 'selectNext' },
  { group: 'List', keys: ['k', 'ArrowUp'], shown: ['k', '↑'], text: 'Previous call', command: 'selectPrevious' },
  { group: 'List', keys: [], shown: ['Home', 'End'], text: 'First and last call' },
  { group: 'List', keys: [], shown: ['Page Up', 'Page Down'], text: 'One screen up or down' },
  { group: 'List', keys: [], shown: ['Enter'], text: 'Open the selected call' },
  { group: 'List', keys: [], shown: ['Shift F10'], text: 'Menu of the call, as with the right button: filter, copy' },
  { group: 'List', keys: [], shown: ['Tab', '→', 'Enter'], text: 'Go to the titles of columns, along them, and sort' },
  { group: 'List', keys: [], shown: ['Space'], text: 'Switch the selected protocol or rule' },
  { group: 'List', keys: [], shown: ['Space', 'Shift ↓'], text: 'Select several programs' },
  { group: 'List', keys: [], shown: ['→', '←'], text: 'Open and close a row of the call tree' },
  { group: 'List', keys: [], shown: ['*'], text: 'Open the heaviest path of the call tree' },
  { group: 'List', keys: ['f'], text: 'Follow the newest call', command: 'follow' },
  { group: 'List', keys: ['p'], text: 'Pause and resume the list', command: 'pause' },
  { group: 'Call', keys: ['Escape'], shown: ['Esc'], text: 'Close the details', command: 'close' },
  { group: 'Call', keys: ['['], text: 'Previous call of the same selector', command: 'previousSame' },
  { group: 'Call', keys: [']'], text: 'Next call of the same selector', command: 'nextSame' },
  { group: 'Call', keys: ['m'], text: 'Mark: marked calls are evicted last', command: 'mark' },
  { group: 'Call', keys: ['c'], text: 'Copy: link, JSON, curl, text', command: 'copy' },
  { group: 'Held calls', keys: ['h'], text: 'Go to the first held call', command: 'focusHeld' },
  { group: 'Held calls', keys: [], shown: ['Enter'], text: 'Let it continue' },
  { group: 'Held calls', keys: [], shown: ['e'], text: 'Edit its arguments, or the result' },
  { group: 'Held calls', keys: [], shown: ['a'], text: 'Answer in place of the target' },
  { group: 'Held calls', keys: [], shown: ['t'], text: 'Throw an error' },
  { group: 'Held calls', keys: [], shown: ['s'], text: 'Skip the target' },
  { group: 'Held calls', keys: [], shown: ['Esc'], text: 'Cancel, then back to the list' },
  { group: 'Page', keys: ['/'], text: 'Go to the filter, or to the search in Protocols', command: 'focusFilter' },
  {
    group: 'Page',
    keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'],
    shown: ['1', '–', '9', '0'],
    text: 'Switch tabs: 0 is for the tenth',
    command: 'tab',
  },
  { group: 'Page', keys: ['?'], text: 'This help', command: 'help' },
];

/** @param {KeyboardEvent} event @returns {Shortcut | null} */
export function shortcutOf(event) {
  if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return null;
  return SHORTCUTS.find(({ keys, command }) => command && keys.includes(event.key)) ?? null;
}
