// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The entries of the page's menus.

import { callJSON, callText, curlCommand } from '../model/copy-text.js';
import { isWanted } from '../model/columns.js';
import { EXPORT_FORMATS } from '../model/export.js';

/**
 * @param {object} options
 * @param {() => object | null} options.call  the opened call
 * @param {(call: object) => string} options.linkOf
 * @param {(call: object) => string} options.addressOf  of its record in the API
 * @param {(text: string, what: string) => void} options.copy
 * @returns {() => import('./views/menu-view.js').MenuItem[]}
 */
export function copyMenuItems({ call, linkOf, addressOf, copy }) {
  return () => {
    const present = call();
    if (!present) return [];
    return [
      { label: 'Copy as JSON', run: () => copy(callJSON(present), 'JSON') },
      { label: 'Copy as text', run: () => copy(callText(present), 'Text') },
      { label: 'Copy as curl', run: () => copy(curlCommand(addressOf(present)), 'curl command') },
      { label: 'Copy link', run: () => copy(linkOf(present), 'Link') },
      { label: 'Copy id', run: () => copy(present.id, 'Id') },
    ];
  };
}

/**
 * @param {object} options
 * @param {object[]} options.columns
 * @param {() => object} options.choice
 * @param {(id: string, isShown: boolean) => void} options.onToggle
 * @param {() => void} options.onReset
 */
export function columnMenuItems({ columns, choice, onToggle, onReset }) {
  return () => [
    ...columns.map((column) => ({
      label: column.title === '#' ? 'Number' : column.title === 'Δ' ? 'Δ (since the call before)' : column.title,
      isChecked: isWanted(column, choice()),
      keepsOpen: true,
      run: () => onToggle(column.id, !isWanted(column, choice())),
    })),
    { label: 'Columns as they were at first', run: onReset },
  ];
}

/**
 * @param {object} options
 * @param {(format: string) => void} options.onExport
 * @param {() => void} options.onCopyCurl
 */
export function exportMenuItems({ onExport, onCopyCurl }) {
  return () => [
    ...Object.entries(EXPORT_FORMATS).map(([id, { title }]) => ({ label: title, run: () => onExport(id) })),
    { label: 'Copy as curl', run: onCopyCurl },
  ];
}
