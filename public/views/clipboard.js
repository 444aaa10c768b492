// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Putting text on the clipboard. Browsers only offer the modern way on loopback and over TLS.

import { element } from './dom.js';

/** @param {string} text @returns {Promise<boolean>} whether the text is on the clipboard */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** @param {string} text */
function copyBySelection(text) {
  const field = element('textarea', { class: 'offscreen', 'aria-hidden': 'true', tabindex: '-1' });
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  field.value = text;
  document.body.append(field);
  field.select();
  const hasCopied = document.execCommand('copy');
  field.remove();
  focused?.focus?.({ preventScroll: true });
  return hasCopied;
}

/** Offers text as a file to save.
 * @param {string} name @param {string} type @param {string} text */
export const saveFile = (name, type, text) => saveBlob(name, new Blob([text], { type }));

/** @param {string} name @param {Blob} content */
export function saveBlob(name, content) {
  const address = URL.createObjectURL(content);
  const link = element('a', { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
