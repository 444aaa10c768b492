// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The entries of the page's menus.

import { callJSON, callText, curlCommand } from '../model/copy-text.js';
import { cellTerms, negated } from '../model/cell-terms.js';
import { isWanted } from '../model/columns.js';
import { FILE_FORMATS } from '../model/exported-file.js';
import { TIME_CHOICES } from '../model/time-choice.js';

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
    return present ? copyItems(present, { linkOf, addressOf, copy }) : [];
  };
}

function copyItems(present, { linkOf, addressOf, copy }) {
  return [
    { label: 'Copy as JSON', run: () => copy(callJSON(present), 'JSON') },
    { label: 'Copy as text', run: () => copy(callText(present), 'Text') },
    { label: 'Copy as curl', run: () => copy(curlCommand(addressOf(present)), 'curl command') },
    { label: 'Copy link', run: () => copy(linkOf(present), 'Link') },
    { label: 'Copy id', run: () => copy(present.id, 'Id') },
  ];
}

/** Columns whose values are worth a filter wherever the pointer was. */
const ALWAYS_OFFERED = ['selector', 'thread', 'proxy'];

/**
 * What can be done with one cell of the list: everything like it, everything but it, and the call as a whole.
 * @param {object} options
 * @param {object} options.call
 * @param {string | null} options.column  null when the menu was asked for by keyboard
 * @param {boolean} options.canFilter
 * @param {(key: string, term: string) => void} options.onOnly  a key's term takes the place of another one
 * @param {(term: string) => void} options.onHide
 * @param {{ label: string, run: () => void }[]} options.actions
 * @param {object} options.copying  what `copyMenuItems` needs
 * @returns {import('../views/menu-view.js').MenuItem[]}
 */
export function cellMenuItems({ call, column, canFilter, onOnly, onHide, actions, copying }) {
  const terms = cellTerms(column, call);
  const others = ALWAYS_OFFERED.flatMap((each) => cellTerms(each, call))
    .filter(({ term }) => terms.every((each) => each.term !== term));
  const only = [...terms, ...others].map(({ key, term, text }) => ({
    label: `Only ${text}`,
    note: term,
    run: () => onOnly(key, term),
  }));
  const hide = terms.filter(({ key }) => key !== 'seq').map(({ term, text }) => ({
    label: `Hide ${text}`,
    note: negated(term),
    run: () => onHide(negated(term)),
  }));
  const filters = canFilter ? [{ heading: 'Filter' }, ...only, ...hide] : [];
  return [...filters, { heading: 'Call' }, ...actions, ...copyItems(call, copying)];
}

/**
 * @param {object} options
 * @param {object[]} options.columns
 * @param {() => object} options.choice
 * @param {(id: string, isShown: boolean) => void} options.onToggle
 * @param {() => void} options.onReset
 * @param {() => string} options.time  what the time column counts from, a key of `TIME_CHOICES`
 * @param {(time: string) => void} options.onTime
 */
export function columnMenuItems({ columns, choice, onToggle, onReset, time, onTime }) {
  return () => [
    { heading: 'The time column shows' },
    ...Object.entries(TIME_CHOICES).map(([id, { label }]) => ({
      label,
      isChecked: time() === id,
      isOneOf: true,
      keepsOpen: true,
      run: () => onTime(id),
    })),
    { heading: 'Columns' },
    ...columns.map((column) => ({
      label: column.title === '#' ? 'Number' : column.title,
      isChecked: isWanted(column, choice()),
      keepsOpen: true,
      run: () => onToggle(column.id, !isWanted(column, choice())),
    })),
    { label: 'Columns as they were at first', run: onReset },
  ];
}

const SERVER_FORMATS = {
  ndjson: 'NDJSON, one call a line',
  csv: 'CSV',
  trace: 'Trace for Chromium and Perfetto',
  html: 'This page, with the calls in it',
};

/**
 * @param {object} options
 * @param {() => boolean} options.isFile   the calls come from a file, which the page saves itself
 * @param {() => boolean} options.canExport  the server exports
 * @param {(format: string) => string} options.exportAddress
 * @param {(format: string) => void} options.onSave
 * @param {() => void} options.onCopyCurl
 * @param {() => void} options.onOpenFile
 */
export function exportMenuItems({ isFile, canExport, exportAddress, onSave, onCopyCurl, onOpenFile }) {
  const saved = Object.entries(FILE_FORMATS).map(([id, { title }]) => ({ label: title, run: () => onSave(id) }));
  const linked = () =>
    Object.entries(SERVER_FORMATS).map(([id, label]) => ({ label, address: exportAddress(id) }));
  return () => [
    { heading: 'Export what the list shows' },
    ...(isFile() ? saved : canExport() ? linked() : []),
    ...(isFile() ? [] : [{ label: 'Copy as curl', run: onCopyCurl }]),
    { heading: 'Open' },
    { label: 'Open an exported file…', run: onOpenFile },
  ];
}

/**
 * @param {object} options
 * @param {import('./filtering.js').Filtering} options.filtering
 * @param {() => string} options.present  the filter that holds
 */
export function filterMenuItems({ filtering, present }) {
  return () => {
    const { saved, recent } = filtering.memory;
    const filter = present();
    const item = (text) => ({
      label: text,
      isCode: true,
      isChecked: text === filter,
      run: () => filtering.recall(text),
    });
    const isSaved = saved.includes(filter);
    return [
      {
        label: isSaved ? 'Forget this filter' : 'Save this filter',
        isDisabled: filter === '',
        run: () => filtering.keep(filter, !isSaved),
      },
      ...(saved.length > 0 ? [{ heading: 'Saved' }, ...saved.map(item)] : []),
      ...(recent.length > 0 ? [{ heading: 'Recent' }, ...recent.map(item)] : []),
    ];
  };
}
