// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// One call in full: who called whom, arguments, result or error, and its place among other calls.

import { callSummary, derivedOf, outcomeWord, threadName } from '../model/call.js';
import { escapeText } from '../model/escape-text.js';
import { formatCount, formatDuration, formatShare } from '../model/format.js';
import { localDateTime } from '../model/instant.js';
import { createBadge } from './badge.js';
import { createButton } from './button.js';
import { createCallTree } from './call-tree.js';
import { element, setAttribute, setShown } from './dom.js';
import { createPane, createSection, pairs } from './pane.js';
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
 * @param {(anchor: HTMLElement) => void} options.onCopy
 * @param {() => void} options.onMark
 * @param {(key: string, value: string) => void} options.onFilter
 * @param {(id: string, index: number) => Promise<string>} options.onLoadText
 */
export function createDetailsView({ onClose, onGo, onStep, onCopy, onMark, onFilter, onLoadText }) {
  const pane = createPane({ label: 'Details of the call', onClose });
  const mark = createButton({ icon: 'star', label: 'Mark', key: 'm', onClick: onMark });
  const previous = createButton({
    icon: 'previous',
    label: 'Previous call of this selector',
    key: '[',
    onClick: () => onStep('previous'),
  });
  const next = createButton({
    icon: 'next',
    label: 'Next call of this selector',
    key: ']',
    onClick: () => onStep('next'),
  });
  const copy = createButton({ icon: 'copy', label: 'Copy', key: 'c', onClick: (event) => onCopy(event.currentTarget) });
  pane.actions.prepend(mark, previous, next, copy);
  const callTree = createCallTree({ onGo });
  let current = null;
  let can = { marks: false, filter: false };

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
    pane.setTitle(call.selector);
    pane.facts.replaceChildren(
      createBadge(outcomeWord(call)),
      element('span', { text: formatDuration(call.durationNanoseconds) }),
      element('span', { text: threadName(call.thread) }),
      element('span', { text: localDateTime(derivedOf(call).start) }),
    );
    pane.body.replaceChildren(...[
      createSection('Arguments', argumentsOf(call)),
      createSection(call.error ? 'Error' : 'Result', outcomeOf(call)),
      createSection('Timing', timingOf(call)),
      createSection('Call tree', callTree.element),
      createSection('About', aboutOf(call)),
      createSection(
        'Comment',
        call.comment ? element('p', { class: 'details__text', text: escapeText(call.comment) }) : null,
      ),
      jsonSection(call),
    ].filter(Boolean));
  }

  function argumentsOf(call) {
    const entries = (call.arguments ?? []).map((value, index) => ({
      name: value.label && value.name && value.label !== value.name
        ? `${value.label} ${value.name}`
        : value.label ?? value.name,
      value,
      index,
    }));
    if (entries.length === 0) return note('No arguments');
    return createValueTree({ label: 'Arguments', entries, onLoadText: loadText }).element;
  }

  function aboutOf(call) {
    const filterable = (key, value, shown = value) =>
      element('span', { class: 'pairs__value' }, escapeText(shown), can.filter ? filterButton(key, value) : null);
    return pairs([
      ['Protocol', filterable('protocol', call.protocol)],
      ['Selector', filterable('selector', call.selector)],
      ['Owner', call.owner ? filterable('owner', call.owner) : '–'],
      ['Target', call.target ? filterable('target', call.target) : 'none'],
      ['Proxy', call.proxy === undefined || call.proxy === null ? '–' : `#${call.proxy}`],
      [
        'Thread',
        filterable('thread', threadName(call.thread), `${threadName(call.thread)} (${call.thread?.id ?? '–'})`),
      ],
      ['Depth', formatCount(call.depth)],
      ['Id', escapeText(call.id)],
      [
        'Completed as',
        call.position === null || call.position === undefined ? '–' : `number ${formatCount(call.position)}`,
      ],
    ]);
  }

  function filterButton(key, value) {
    const button = createButton({
      icon: 'filter',
      label: `Show only calls with this ${key}`,
      onClick: () => onFilter(key, value),
    });
    button.classList.add('pairs__filter');
    return button;
  }

  function drawProblem(problem) {
    setShown(pane.notice, problem !== null);
    pane.notice.textContent = problem ? PROBLEMS[problem] : '';
  }

  return {
    element: pane.element,
    /**
     * @param {import('../net/opened-call.js').OpenedCall} opened
     * @param {{ marks: boolean, filter: boolean }} abilities of the server
     */
    update({ call, problem, isLoading }, abilities) {
      can = abilities;
      drawProblem(problem);
      pane.element.setAttribute('aria-busy', String(isLoading));
      previous.disabled = !call?.previous;
      next.disabled = !call?.next;
      copy.disabled = !call;
      setShown(mark, can.marks && Boolean(call));
      setAttribute(mark, 'aria-pressed', String(call?.marked === true));
      if (!call) {
        pane.title.textContent = problem ? 'Call not available' : 'Loading…';
        pane.facts.replaceChildren();
        pane.body.replaceChildren();
      } else if (call !== current) {
        callTree.update(call);
        draw(call);
        pane.element.setAttribute('aria-label', `Details of ${callSummary(call)}`);
      }
      current = call;
    },
    focus: pane.focus,
    get copyButton() {
      return copy;
    },
    destroy: () => callTree.destroy(),
  };
}

const note = (text) => element('p', { class: 'details__note', text });

function outcomeOf({ state, error, result, returnPath }) {
  if (state === 'running') return note('The call has not returned yet.');
  if (error) return createValueTree({ label: 'Error', entries: [{ name: null, value: error }] }).element;
  if (result) return createValueTree({ label: 'Result', entries: [{ name: null, value: result }] }).element;
  return note(returnPath === 'none' ? 'Nobody answered.' : 'Void');
}

function timingOf({ durationNanoseconds, targetNanoseconds }) {
  if (durationNanoseconds === null || durationNanoseconds === undefined) return null;
  const share = durationNanoseconds > 0 ? Math.min(1, (targetNanoseconds ?? 0) / durationNanoseconds) : 0;
  const inner = element('div', { class: 'timing__target' });
  inner.style.width = `${share * 100}%`;
  return element(
    'div',
    { class: 'timing' },
    element('div', { class: 'timing__bar', 'aria-hidden': 'true' }, inner),
    pairs([
      ['In the target', `${formatDuration(targetNanoseconds)} (${formatShare(share)})`],
      ['Around it', formatDuration(durationNanoseconds - (targetNanoseconds ?? 0))],
      ['Whole call', formatDuration(durationNanoseconds)],
    ]),
  );
}

function jsonSection(call) {
  const block = element('pre', { class: 'details__json', tabindex: '0' });
  const fold = element(
    'details',
    { class: 'details__section details__fold' },
    element('summary', { class: 'details__title', text: 'JSON' }),
    block,
  );
  fold.addEventListener('toggle', () => {
    if (fold.open) block.textContent = escapeLines(JSON.stringify(call, null, 2));
  });
  return fold;
}

/** Escapes what is invisible but keeps the lines. */
function escapeLines(text) {
  return text.split('\n').map(escapeText).join('\n');
}
