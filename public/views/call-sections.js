// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The sections of a call's details.

import { threadName } from '../model/call.js';
import { cellTerms } from '../model/cell-terms.js';
import { escapeText } from '../model/escape-text.js';
import { findingsOf } from '../model/findings.js';
import { formatCount, formatDuration, formatShare } from '../model/format.js';
import { createButton } from './button.js';
import { element } from './dom.js';
import { icon } from './icons.js';
import { pairs } from './pane.js';
import { createValueTree } from './value-tree.js';

const note = (text) => element('p', { class: 'details__note', text });

/** Label and parameter name, where they differ. */
function argumentName({ label, name }) {
  return label && name && label !== name ? `${label} ${name}` : label ?? name;
}

/** @param {(index: number, button: HTMLElement) => void} onLoadText the whole text of a cut argument is wanted */
export function argumentsSection(call, onLoadText) {
  const entries = (call.arguments ?? []).flatMap((value, index) => [
    { name: argumentName(value), value, index },
    // What an `inout` argument became is a line of its own, below what it was.
    ...(value.after ? [{ name: `${argumentName(value) ?? index} after the call`, value: value.after }] : []),
  ]);
  if (entries.length === 0) return note('No arguments');
  return createValueTree({ label: 'Arguments', entries, onLoadText }).element;
}

export function outcomeSection(call) {
  const { targetError, targetResult } = call;
  const outcome = outcomeOf(call);
  if (!targetError && !targetResult) return outcome;
  const [label, value] = targetError ? ['Target’s error', targetError] : ['Target’s result', targetResult];
  const own = createValueTree({ label, entries: [{ name: label, value }] }).element;
  return element('div', {}, outcome, own);
}

function outcomeOf({ state, error, result, returnPath }) {
  if (state === 'running') return note('The call has not returned yet.');
  if (error) return createValueTree({ label: 'Error', entries: [{ name: null, value: error }] }).element;
  if (result) return createValueTree({ label: 'Result', entries: [{ name: null, value: result }] }).element;
  return note(returnPath === 'none' ? 'Nobody answered.' : 'Void');
}

/** @returns {HTMLElement | null} null while the call runs */
export function timingSection({ durationNanoseconds, targetNanoseconds }) {
  if (durationNanoseconds === null || durationNanoseconds === undefined) return null;
  const inTarget = targetNanoseconds ?? 0;
  const share = durationNanoseconds > 0 ? Math.min(1, inTarget / durationNanoseconds) : 0;
  const inner = element('div', { class: 'timing__target' });
  inner.style.width = `${share * 100}%`;
  const rows = pairs([
    ['In the target', `${formatDuration(targetNanoseconds)} (${formatShare(share)})`],
    ['Observers and proxy', formatDuration(Math.max(0, durationNanoseconds - inTarget))],
    ['Whole call', formatDuration(durationNanoseconds)],
  ]);
  return element('div', {}, element('div', { class: 'timing__bar', 'aria-hidden': 'true' }, inner), rows);
}

/**
 * @param {object} call
 * @param {((key: string, term: string) => void) | null} onFilter narrows the list to a value; null without a filter
 */
export function aboutSection(call, onFilter) {
  const value = (column, text) =>
    element(
      'span',
      { class: 'pairs__value' },
      text,
      ...(onFilter ? cellTerms(column, call).map((term) => filterButton(term, onFilter)) : []),
    );
  const known = (number, text) => (number === null || number === undefined ? '–' : text);
  return pairs([
    ['Protocol', value('protocol', escapeText(call.protocol))],
    ['Selector', value('selector', escapeText(call.selector))],
    ['Owner', value('owner', escapeText(call.owner ?? '–'))],
    ['Target', value('target', escapeText(call.target ?? 'none'))],
    ['Proxy', value('proxy', known(call.proxy, `#${call.proxy}`))],
    ['Thread', value('thread', threadText(call.thread))],
    ['Depth', formatCount(call.depth)],
    ['Id', escapeText(call.id)],
    ['Completed as', known(call.position, `number ${formatCount(call.position)}`)],
  ]);
}

/** The thread's name as the page says it, and what the system calls it. */
function threadText(thread) {
  if (!thread) return '–';
  const system = thread.isMain || !thread.name || threadName(thread) === thread.name ? '' : `“${thread.name}”, `;
  return `${threadName(thread)} (${escapeText(system)}number ${thread.id})`;
}

function filterButton({ key, term, text }, onFilter) {
  const button = createButton({ icon: 'filter', label: `Show only ${text}`, onClick: () => onFilter(key, term) });
  button.classList.add('pairs__filter');
  return button;
}

/** @returns {HTMLElement | null} null when nothing is odd about the call */
export function findingsSection(call) {
  const findings = findingsOf(call);
  if (findings.length === 0) return null;
  const line = ({ text }) => element('li', { class: 'finding' }, icon('warning'), element('span', { text }));
  return element('ul', { class: 'findings' }, ...findings.map(line));
}

/** @returns {HTMLElement | null} null when nobody has commented the call */
export function commentSection({ comment }) {
  return comment ? element('p', { class: 'details__text', text: escapeLines(comment) }) : null;
}

/** The record as the server sent it; written only once it is opened. */
export function jsonSection(call) {
  const block = element('pre', { class: 'details__json', tabindex: '0' });
  const title = element('summary', { class: 'details__title', text: 'JSON' });
  const fold = element('details', { class: 'details__section details__fold' }, title, block);
  fold.addEventListener('toggle', () => {
    if (fold.open) block.replaceChildren(...JSON.stringify(call, null, 2).split('\n').map(jsonLine));
  });
  return fold;
}

/** A line that keeps its indent where it has to be wrapped. */
function jsonLine(text) {
  const line = element('span', { class: 'details__jsonline', text: `${escapeText(text)}\n` });
  line.style.setProperty('--indent', `${/^ */.exec(text)[0].length}ch`);
  return line;
}

/** Escapes what is invisible but keeps the lines. */
export function escapeLines(text) {
  return text.split('\n').map(escapeText).join('\n');
}
