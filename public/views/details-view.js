// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// One call in full: who called whom, arguments, result or error, and its place among other calls.

import { callSummary, derivedOf, outcomeWord, threadName } from '../model/call.js';
import { escapeText } from '../model/escape-text.js';
import { formatCount, formatDuration, formatShare } from '../model/format.js';
import { localDateTime } from '../model/instant.js';
import { selectorTokens } from '../model/selector-tokens.js';
import { createBadge } from './badge.js';
import { createCallTree } from './call-tree.js';
import { element, setShown } from './dom.js';
import { icon } from './icons.js';
import { createValueTree } from './value-tree.js';

const PROBLEMS = {
  evicted: 'The server no longer stores this call. What you see is what this page had of it.',
  otherEpoch: 'This call belongs to an earlier run of the program; the server no longer has it.',
  missing: 'The server has never had such a call.',
  unreachable: 'The server does not answer; what you see may be incomplete.',
};

/**
 * @param {object} options
 * @param {() => void} options.onClose
 * @param {(id: string) => void} options.onGo       open another call
 * @param {(direction: 'previous' | 'next') => void} options.onStep  same selector
 * @param {(call: object, anchor: HTMLElement) => void} options.onCopy
 * @param {(id: string, index: number) => Promise<string>} options.onLoadText
 */
export function createDetailsView({ onClose, onGo, onStep, onCopy, onLoadText }) {
  let current = null;
  const title = element('h2', { class: 'details__selector', tabindex: '-1' });
  const facts = element('div', { class: 'details__facts' });
  const previous = button('previous', 'Previous call of this selector ( [ )', () => onStep('previous'));
  const next = button('next', 'Next call of this selector ( ] )', () => onStep('next'));
  const copy = button('copy', 'Copy ( c )', (event) => onCopy(current, event.currentTarget));
  const close = button('close', 'Close ( Esc )', onClose);
  const actions = element('div', { class: 'details__actions' }, previous, next, copy, close);
  const notice = element('p', { class: 'notice', role: 'status', hidden: true });
  const body = element('div', { class: 'details__body' });
  const callTree = createCallTree({ onGo });
  const root = element('section', { class: 'details', 'aria-label': 'Details of the call' },
    element('header', { class: 'details__header' },
      element('div', { class: 'details__heading' }, title, facts), actions),
    notice, body);

  function button(name, label, onclick) {
    return element('button', { class: 'button button--icon', type: 'button', title: label, 'aria-label': label, onclick }, icon(name));
  }

  async function loadText(index, control) {
    control.disabled = true;
    try {
      const text = await onLoadText(current.id, index);
      const block = element('pre', { class: 'tree__text', tabindex: '0', text: escapeLines(text) });
      control.closest('.tree__item').append(block);
      control.remove();
    } catch (error) {
      control.textContent = error.message;
    }
  }

  function draw(call) {
    title.replaceChildren(...selectorTokens(call.selector).map(({ text, isStrong }) =>
      element('span', { class: isStrong ? 'selector__telling' : 'selector__common', text })));
    facts.replaceChildren(
      createBadge(outcomeWord(call)),
      element('span', { text: formatDuration(call.durationNanoseconds) }),
      element('span', { text: threadName(call.thread) }),
      element('span', { text: localDateTime(derivedOf(call).start) }),
    );
    body.replaceChildren(
      section('Arguments', argumentsOf(call)),
      section(call.error ? 'Error' : 'Result', outcomeOf(call)),
      section('Timing', timingOf(call)),
      section('Call tree', callTree.element),
      section('About', aboutOf(call)),
      section('Comment', call.comment ? element('p', { class: 'details__text', text: escapeText(call.comment) }) : null),
      jsonSection(call),
    );
  }

  function argumentsOf(call) {
    const entries = (call.arguments ?? []).map((value, index) => ({
      name: value.label && value.name && value.label !== value.name ? `${value.label} ${value.name}` : value.label ?? value.name,
      value,
      index,
    }));
    if (entries.length === 0) return note('No arguments');
    return createValueTree({ label: 'Arguments', entries, onLoadText: loadText }).element;
  }

  return {
    element: root,
    /**
     * @param {import('../net/opened-call.js').OpenedCall} opened
     */
    update({ call, problem, isLoading }) {
      setShown(notice, problem !== null);
      notice.textContent = problem ? PROBLEMS[problem] : '';
      root.setAttribute('aria-busy', String(isLoading));
      previous.disabled = !call?.previous;
      next.disabled = !call?.next;
      copy.disabled = !call;
      if (!call) {
        title.textContent = problem ? 'Call not available' : 'Loading…';
        facts.replaceChildren();
        body.replaceChildren();
      } else if (call !== current) {
        callTree.update(call);
        draw(call);
        root.setAttribute('aria-label', `Details of ${callSummary(call)}`);
      }
      current = call;
    },
    focus: () => title.focus({ preventScroll: true }),
    destroy: () => callTree.destroy(),
  };
}

function section(title, content) {
  if (!content) return '';
  return element('section', { class: 'details__section' }, element('h3', { class: 'details__title', text: title }), content);
}

const note = (text) => element('p', { class: 'details__note', text });

function outcomeOf({ state, error, result, returnPath }) {
  if (state === 'running') return note('The call has not returned yet.');
  if (error) return createValueTree({ label: 'Error', entries: [{ name: null, value: errorValue(error) }] }).element;
  if (result) return createValueTree({ label: 'Result', entries: [{ name: null, value: result }] }).element;
  return note(returnPath === 'none' ? 'Nobody answered.' : 'Void');
}

/** An error may come as a value of any kind, or as its type and description alone. */
function errorValue(error) {
  const description = error.description ?? error.message;
  if (!description) return { kind: 'struct', ...error };
  const children = [{ label: 'description', kind: 'string', type: 'String', value: description }, ...(error.children ?? [])];
  return { kind: 'struct', type: error.type, value: error.type, count: children.length, children };
}

function timingOf({ durationNanoseconds, targetNanoseconds }) {
  if (durationNanoseconds === null || durationNanoseconds === undefined) return null;
  const share = durationNanoseconds > 0 ? Math.min(1, (targetNanoseconds ?? 0) / durationNanoseconds) : 0;
  const inner = element('div', { class: 'timing__target' });
  inner.style.width = `${share * 100}%`;
  return element('div', { class: 'timing' },
    element('div', { class: 'timing__bar', 'aria-hidden': 'true' }, inner),
    pairs([
      ['In the target', `${formatDuration(targetNanoseconds)} (${formatShare(share)})`],
      ['Around it', formatDuration(durationNanoseconds - (targetNanoseconds ?? 0))],
      ['Whole call', formatDuration(durationNanoseconds)],
    ]));
}

function aboutOf(call) {
  return pairs([
    ['Protocol', escapeText(call.protocol)],
    ['Owner', escapeText(call.owner ?? '–')],
    ['Target', escapeText(call.target ?? 'none')],
    ['Proxy', call.proxy === undefined || call.proxy === null ? '–' : `#${call.proxy}`],
    ['Thread', `${threadName(call.thread)} (${call.thread?.id ?? '–'})`],
    ['Depth', formatCount(call.depth)],
    ['Id', escapeText(call.id)],
    ['Completed as', call.position === null || call.position === undefined ? '–' : `number ${formatCount(call.position)}`],
  ]);
}

function pairs(rows) {
  return element('dl', { class: 'pairs' }, ...rows.flatMap(([name, value]) => [
    element('dt', { text: name }),
    element('dd', { text: value }),
  ]));
}

function jsonSection(call) {
  const block = element('pre', { class: 'details__json', tabindex: '0' });
  const fold = element('details', { class: 'details__section details__fold' },
    element('summary', { class: 'details__title', text: 'JSON' }), block);
  fold.addEventListener('toggle', () => {
    if (fold.open) block.textContent = escapeLines(JSON.stringify(call, null, 2));
  });
  return fold;
}

/** Escapes what is invisible but keeps the lines. */
function escapeLines(text) {
  return text.split('\n').map(escapeText).join('\n');
}
