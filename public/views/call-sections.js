// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The sections of a call's details.

import { completionText, findingsOf, outcomeWord, ruleText, taskName, threadName, timingOf } from '../model/call.js';
import { cellTerms } from '../model/cell-terms.js';
import { escapeLines, escapeText } from '../model/escape-text.js';
import { formatCount, formatDuration } from '../model/format.js';
import { serviceText } from '../model/process-name.js';
import { sentRecord } from '../net/opened-call.js';
import { createButton, icon } from './button.js';
import { element } from './dom.js';
import { createBadge } from './names.js';
import { pairs } from './pane.js';
import { createValueTree } from './value-tree.js';

/** @typedef {import('../net/opened-call.js').ShownCall} ShownCall
 * @typedef {(key: string, term: string, within?: { key: string, term: string }) => void} OnFilter */

/** @param {string} text */
const note = (text) => element('p', { class: 'details__note', text });

/** Label and parameter name, where they differ.
 * @param {Value} argument */
function argumentName({ label, name }) {
  return label && name && label !== name ? `${label} ${name}` : label || name || null;
}

/**
 * @param {ShownCall} call
 * @param {(index: number, button: HTMLButtonElement) => void} onLoadText the whole text of a cut argument is wanted
 */
export function argumentsSection(call, onLoadText) {
  const entries = (call.arguments ?? []).flatMap((value, index) => [
    { name: argumentName(value), value, index },
    ...(value.edited ? [{ name: `${argumentName(value) ?? index} for the target`, value: value.edited }] : []),
    // What an `inout` argument became is a line of its own, below what it was.
    ...(value.after ? [{ name: `${argumentName(value) ?? index} after the call`, value: value.after }] : []),
  ]);
  if (entries.length === 0) return note('No arguments');
  return createValueTree({ label: 'Arguments', entries, onLoadText });
}

/** What a rule did.
 * @param {ShownCall} call
 * @param {OnFilter | null} onFilter narrows the list to a value; null without a filter
 * @returns {HTMLElement | null} null when no rule acted
 */
export function ruleSection(call, onFilter) {
  const text = ruleText(call);
  if (text === null) return null;
  const buttons = onFilter ? cellTerms('rule', call).map((term) => filterButton(term, onFilter)) : [];
  return element('p', { class: 'pairs__value' }, text, ...buttons);
}

/** @param {ShownCall} call */
export function outcomeSection(call) {
  const own = call.targetError ?? call.targetResult;
  if (!own) return outcomeOf(call);
  const label = call.targetError ? 'Target’s error' : 'Target’s result';
  return element('div', {}, outcomeOf(call), createValueTree({ label, entries: [{ name: label, value: own }] }));
}

/** @param {ShownCall} call */
function outcomeOf({ state, error, result, returnPath }) {
  if (state === 'running') return note('The call has not returned yet.');
  const value = error ?? result;
  if (value) return createValueTree({ label: error ? 'Error' : 'Result', entries: [{ name: null, value }] });
  return note(returnPath === 'none' ? 'Nobody answered.' : 'Void');
}

/** What became of the closures that the call was given.
 * @param {ShownCall} call @returns {HTMLElement | null} null when it has none that are followed */
export function completionSection({ completions = [], arguments: args }) {
  if (completions.length === 0) return null;
  const parts = completions.flatMap((completion) => {
    const name = argumentName(args?.[completion.argument] ?? {}) ?? String(completion.argument);
    const head = element(
      'p',
      { class: 'details__note', 'data-completion': completion.state },
      element('strong', { text: escapeText(name) }),
      ` ${completionText(completion)}`,
    );
    return [head, ...completion.calls.map((call, index) => completionCall(completion, call, index))];
  });
  return element('div', { class: 'completions' }, ...parts);
}

/** One call of a closure: when, on which thread, and with what.
 * @param {Completion} completion @param {Completion['calls'][number]} call @param {number} index */
function completionCall({ count }, { afterNanoseconds, thread, arguments: args }, index) {
  /** @type {[string, string | Node][]} */
  const facts = [
    ...(count > 1 ? [/** @type {[string, string]} */ (['Call', `${index + 1} of ${formatCount(count)}`])] : []),
    ['After', `${formatDuration(afterNanoseconds)} since the start`],
    ['Thread', threadText(thread)],
  ];
  const entries = args.map((value, place) => ({ name: String(place), value }));
  const tree = entries.length > 0 ? [createValueTree({ label: 'Arguments of the closure', entries })] : [];
  return element('div', { class: 'completions__call' }, pairs(facts), ...tree);
}

/** @param {ShownCall} call @returns {HTMLElement | null} null while the call runs */
export function timingSection(call) {
  if (call.durationNanoseconds === null || call.durationNanoseconds === undefined) return null;
  const { share, parts } = timingOf(call);
  if (share === null) return pairs(parts);
  const inner = element('div', { class: 'timing__target' });
  inner.style.width = `${share * 100}%`;
  return element('div', {}, element('div', { class: 'timing__bar', 'aria-hidden': 'true' }, inner), pairs(parts));
}

/**
 * @param {ShownCall} call
 * @param {OnFilter | null} onFilter narrows the list to a value; null without a filter
 */
export function aboutSection(call, onFilter) {
  /** @param {string} column @param {string} text */
  const value = (column, text) =>
    element(
      'span',
      { class: 'pairs__value' },
      text,
      ...(onFilter ? cellTerms(column, call).map((term) => filterButton(term, onFilter)) : []),
    );
  /** @param {number | null | undefined} number @param {string} text */
  const known = (number, text) => (number === null || number === undefined ? '–' : text);
  return pairs([
    ['Protocol', value('protocol', escapeText(call.protocol))],
    ['Selector', value('selector', escapeText(call.selector))],
    ['Owner', value('owner', escapeText(call.owner || '–'))],
    ['Target', value('target', escapeText(call.target ?? 'none'))],
    ['Proxy', value('proxy', known(call.proxy, call.proxy === 0 ? 'none, an interposer' : `#${call.proxy}`))],
    ['Thread', value('thread', threadText(call.thread))],
    ...processFacts(call, value),
    ...(call.task ? [/** @type {[string, Node]} */ (['Task', value('task', taskName(call.task))])] : []),
    ['Depth', formatCount(call.depth)],
    ['Id', escapeText(call.id)],
    ['Completed as', known(call.position, `number ${formatCount(call.position)}`)],
  ]);
}

/** The process of a fleet that the call was made in.
 * @param {ShownCall} call @param {(column: string, text: string) => Node} value @returns {[string, Node][]} */
function processFacts({ process }, value) {
  if (!process) return [];
  return [
    ['Service', value('service', escapeText(serviceText(process)))],
    ['Host', value('host', escapeText(process.host))],
    ['Process', value('process', `number ${process.id}`)],
  ];
}

/** The thread's name as the page says it, and what the system calls it.
 * @param {Thread | undefined} thread */
function threadText(thread) {
  if (!thread) return '–';
  const system = thread.isMain || !thread.name || threadName(thread) === thread.name ? '' : `“${thread.name}”, `;
  return `${threadName(thread)} (${escapeText(system)}number ${thread.id})`;
}

/** A button that narrows the list to a term.
 * @param {import('../model/cell-terms.js').CellTerm} term @param {OnFilter} onFilter */
export function filterButton({ key, term, text, within }, onFilter) {
  const button = createButton({ icon: 'filter', label: `Show only ${text}`, onClick: () => onFilter(key, term, within) });
  button.classList.add('pairs__filter');
  return button;
}

/** @param {ShownCall} call @returns {HTMLElement | null} null when nothing is odd about the call */
export function findingsSection(call) {
  const findings = findingsOf(call);
  if (findings.length === 0) return null;
  const lines = findings.map(({ text }) =>
    element('li', { class: 'finding' }, icon('warning'), element('span', { text }))
  );
  return element('ul', { class: 'findings' }, ...lines);
}

/** @param {ShownCall} call @returns {HTMLElement | null} null when nobody has commented the call */
export function commentSection({ comment }) {
  return comment ? element('p', { class: 'details__text', text: escapeLines(comment) }) : null;
}

/** The record as the server sent it; written only once it is opened. */
export function createJSONSection() {
  const block = element('pre', { class: 'details__json', tabindex: '0' });
  const title = element('summary', { class: 'details__title', text: 'JSON' });
  const fold = element('details', { class: 'details__section details__fold' }, title, block);
  /** @type {ShownCall | null} */
  let call = null;
  let written = '';

  function draw() {
    if (!call || !fold.open) return;
    const text = JSON.stringify(sentRecord(call), null, 2);
    if (text === written) return;
    written = text;
    block.replaceChildren(...text.split('\n').map(jsonLine));
  }

  fold.addEventListener('toggle', draw);

  return {
    element: fold,
    /** @param {ShownCall} next  another record of the same call */
    update(next) {
      call = next;
      draw();
    },
  };
}

/** A line that keeps its indent where it has to be wrapped.
 * @param {string} text */
function jsonLine(text) {
  const line = element('span', { class: 'details__jsonline', text: `${escapeText(text)}\n` });
  line.style.setProperty('--indent', `${text.length - text.trimStart().length}ch`);
  return line;
}

const MOST_CHILDREN = 200;

/** Where a call stands among others: the calls that led to it, itself, and the calls that it made.
 * @param {{ onGo: (id: string) => void }} options */
export function createCallTree({ onGo }) {
  const root = element('ol', { class: 'calltree' });

  /** @param {import('../net/opened-call.js').Relative} call @param {number} depth @param {boolean} isCurrent */
  function line(call, depth, isCurrent) {
    const item = element('li', { class: 'calltree__line', 'aria-current': isCurrent ? 'true' : null });
    item.style.setProperty('--depth', String(depth));
    const text = call.selector ? escapeText(call.selector) : escapeText(call.id);
    item.append(
      isCurrent
        ? element('span', { class: 'calltree__name', text })
        : element('button', { class: 'calltree__name', type: 'button', onclick: () => onGo(call.id), text }),
    );
    if (call.selector) {
      item.append(
        createBadge(outcomeWord(call)),
        element('span', { class: 'calltree__time', text: formatDuration(call.durationNanoseconds) }),
      );
    }
    return item;
  }

  return {
    element: root,
    /** @param {import('../net/opened-call.js').ShownCall} call */
    update(call) {
      const ancestors = call.ancestors ?? (call.parent ? [{ id: call.parent }] : []);
      const children = call.children ?? [];
      const lines = [...ancestors, call].map((each, depth) => line(each, depth, each === call));
      lines.push(...children.slice(0, MOST_CHILDREN).map((child) => line(child, ancestors.length + 1, false)));
      const left = children.length - MOST_CHILDREN;
      if (left > 0) lines.push(element('li', { class: 'calltree__line calltree__more', text: `and ${left} more` }));
      root.replaceChildren(...lines);
    },
  };
}
