// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// What happens to the whole page: keys, files that are dropped on it, and being out of sight.

import { shortcutOf } from '../model/shortcuts.js';
import { targetOf } from '../views/dom.js';

const TEXT_FIELDS = 'input, textarea, select, [contenteditable]';
const OWN_ARROWS = '[role="tree"], [role="tablist"], [role="menu"], [role="separator"], [role="img"], dialog, pre';
const NEEDS_NO_OTHER = new Set(['ArrowDown', 'ArrowUp']);
const PATIENCE_MILLISECONDS = 30_000;

/**
 * A key is taken only when nobody nearer to the focus has a use for it, and only then is the browser kept from acting
 * on it.
 * @param {Record<string, (...values: any[]) => unknown>} commands  one gives false when it has nothing to do
 */
export function listenForShortcuts(commands) {
  addEventListener('keydown', (event) => {
    const target = targetOf(event);
    if (
      event.defaultPrevented || target.closest?.(TEXT_FIELDS) ||
      document.querySelector('dialog[open], [popover]:popover-open')
    ) return;
    if (NEEDS_NO_OTHER.has(event.key) && target.closest?.(OWN_ARROWS)) return;
    const command = commands[shortcutOf(event)?.command ?? ''];
    if (command && command(event) !== false) event.preventDefault();
  });
}

/** @param {(file: File) => void} onFile */
export function listenForFiles(onFile) {
  /** @param {DragEvent} event */
  const hasFile = ({ dataTransfer }) => [...(dataTransfer?.types ?? [])].includes('Files');
  addEventListener('dragover', (event) => hasFile(event) && event.preventDefault());
  addEventListener('drop', (event) => {
    if (!hasFile(event)) return;
    event.preventDefault();
    const [file] = event.dataTransfer?.files ?? [];
    if (file) onFile(file);
  });
}

/** A tab that nobody has seen for a while gives its connections back.
 * @param {{ onSleep: () => void, onWake: () => void }} options */
export function listenForVisibility({ onSleep, onWake }) {
  let timer = 0;
  let isAsleep = false;
  function changed() {
    clearTimeout(timer);
    if (document.hidden) {
      timer = setTimeout(() => {
        isAsleep = true;
        onSleep();
      }, PATIENCE_MILLISECONDS);
    } else if (isAsleep) {
      isAsleep = false;
      onWake();
    }
  }
  document.addEventListener('visibilitychange', changed);
  // A tab that was opened in the background is told of no change.
  changed();
}
