// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// One call in full: who called whom, arguments, result or error, and its place among other calls.

import { callSummary, derivedOf, findingsOf, outcomeWord, ruleText, threadName, timingOf } from '../model/call.js';
import { escapeLines } from '../model/escape-text.js';
import { formatDuration, formatQuantity } from '../model/format.js';
import { localDateTime } from '../model/instant.js';
import { processName } from '../model/process-name.js';
import { argumentAddress, messageOf } from '../net/api.js';
import { backtraceSection } from './backtrace-section.js';
import { createButton } from './button.js';
import {
  aboutSection,
  argumentsSection,
  commentSection,
  completionSection,
  createCallTree,
  createJSONSection,
  findingsSection,
  outcomeSection,
  ruleSection,
  timingSection,
} from './call-sections.js';
import { createCommentEditor } from './comment-editor.js';
import { element, setAttribute, setShown } from './dom.js';
import { createBadge } from './names.js';
import { createMemory, createPane, createSections } from './pane.js';
import { traceSection } from './trace-section.js';

/** @type {Record<import('../net/opened-call.js').Trouble, string>} */
const PROBLEMS = {
  evicted: 'The server no longer stores this call. What you see is what this page had of it.',
  otherEpoch: 'This call belongs to an earlier run of the program; the server no longer has it.',
  missing: 'The server has never had such a call.',
  unreachable: 'The server does not answer; what you see may be incomplete.',
};

/** What a browser lays out without a pause. */
const MOST_CHARACTERS = 300_000;

/** @param {string} text @param {string} address */
const restText = ({ length }, address) =>
  `${formatQuantity(length - MOST_CHARACTERS, 'more character')}. All of them are at ${address}.`;

/** What sections of their own show, and what changes after a call has returned. */
const APART = new Set([
  ...['arguments', 'result', 'error', 'targetResult', 'targetError', 'ancestors', 'children', 'backtrace'],
  ...['findings', 'completion', 'completions', 'marked', 'comment'],
]);

/** All else that is known of a call, which is short.
 * @param {ShownCall} call */
const factsOf = (call) => Object.fromEntries(Object.entries(call).filter(([name]) => !APART.has(name)));

/**
 * @typedef {import('../net/opened-call.js').OpenedCall} OpenedCall
 * @typedef {import('../net/opened-call.js').ShownCall} ShownCall
 *
 * What the server can do; `traceLink` is the template of the address of a trace.
 * @typedef {{ marks: boolean, filter: boolean, backtraces: boolean, traceLink: string | null }} Abilities
 *
 * @typedef {object} DetailsOptions
 * @property {() => void} onClose
 * @property {(id: string) => void} onGo  open another call
 * @property {(direction: 'previous' | 'next') => void} onStep  same selector
 * @property {(anchor: HTMLElement) => void} onCopy
 * @property {() => void} onMark
 * @property {(text: string) => Promise<unknown>} onComment
 * @property {import('./call-sections.js').OnFilter} onFilter
 * @property {(traceId: string) => void} onShowTrace
 * @property {(id: string, index: number) => Promise<string>} onLoadText
 * @property {import('../net/backtrace-choice.js').BacktraceChoice} backtraces
 */
export class DetailsView {
  #options;
  #pane;
  #sections;
  #drawn = createMemory();
  #callTree;
  #json = createJSONSection();
  #comment;
  #buttons;
  /** Counts the answers about backtraces: after each, the button is drawn anew. */
  #choices = 0;
  /** @type {ShownCall | null} */
  #current = null;
  /** @type {Abilities} */
  #can = { marks: false, filter: false, backtraces: false, traceLink: null };

  /** @param {DetailsOptions} options */
  constructor(options) {
    const { onClose, onGo, onStep, onCopy, onMark, onComment } = options;
    this.#options = options;
    this.#pane = createPane({ label: 'Details of the call', onClose });
    this.#sections = createSections(this.#pane.body);
    this.#callTree = createCallTree({ onGo });
    this.#comment = createCommentEditor({ onSave: onComment });
    /** @param {'previous' | 'next'} direction @param {string} label @param {string} key */
    const step = (direction, label, key) =>
      createButton({ icon: direction, label, key, onClick: () => onStep(direction) });
    this.#buttons = {
      mark: createButton({ icon: 'star', label: 'Mark', key: 'm', onClick: onMark }),
      previous: step('previous', 'Previous call of this selector', '['),
      next: step('next', 'Next call of this selector', ']'),
      copy: createButton({ icon: 'copy', label: 'Copy', key: 'c', onClick: (event) => onCopy(event.currentTarget) }),
    };
    this.#pane.actions.prepend(...Object.values(this.#buttons));
    options.backtraces.onChange = () => {
      this.#choices += 1;
      if (this.#current) this.#draw(this.#current);
    };
  }

  get element() {
    return this.#pane.element;
  }

  get copyButton() {
    return this.#buttons.copy;
  }

  /**
   * @param {Pick<OpenedCall, 'call' | 'problem' | 'isLoading'>} opened
   * @param {Abilities} abilities of the server
   */
  update({ call, problem, isLoading }, abilities) {
    const { backtraces, traceLink } = this.#can;
    const isSameServer = abilities.backtraces === backtraces && abilities.traceLink === traceLink;
    const isNew = call !== this.#current || !isSameServer;
    this.#can = abilities;
    if (abilities.backtraces) this.#options.backtraces.loadOnce();
    this.#drawState(call, problem, isLoading);
    if (!call) this.#drawNothing(problem);
    else if (isNew) this.#draw(call);
    this.#current = call;
  }

  /** @param {ShownCall | null} call @param {OpenedCall['problem']} problem @param {boolean} isLoading */
  #drawState(call, problem, isLoading) {
    const { mark, previous, next, copy } = this.#buttons;
    setShown(this.#pane.notice, problem !== null);
    this.#pane.notice.textContent = problem ? PROBLEMS[problem] : '';
    this.element.setAttribute('aria-busy', String(isLoading || (!call && !problem)));
    previous.disabled = !call?.previous;
    next.disabled = !call?.next;
    copy.disabled = !call;
    setShown(mark, this.#can.marks && Boolean(call));
    setAttribute(mark, 'aria-pressed', String(call?.marked === true));
  }

  /** @param {OpenedCall['problem']} problem */
  #drawNothing(problem) {
    this.#pane.title.textContent = problem ? 'Call not available' : 'Loading…';
    this.#drawn(this.#pane.facts, null, () => []);
    this.#sections.clear();
  }

  /** What stays the same of a call that is shown already stays as it is: somebody may be reading there.
   * @param {ShownCall} call */
  #draw(call) {
    if (call.id !== this.#current?.id) {
      this.#pane.setTitle(call.selector);
      this.#json = createJSONSection();
    }
    this.element.setAttribute('aria-label', `Details of ${callSummary(call)}`);
    const facts = [
      formatDuration(call.durationNanoseconds),
      threadName(call.thread),
      localDateTime(derivedOf(call).start),
      ...(call.process ? [processName(call.process)] : []),
    ];
    this.#drawn(this.#pane.facts, [outcomeWord(call), facts], () => [
      createBadge(outcomeWord(call)),
      ...facts.map((text) => element('span', { text })),
    ]);
    if (this.#can.marks) this.#comment.update(call);
    this.#json.update(call);
    this.#sections.update(this.#sectionsOf(call), this.#json.element);
  }

  /** @param {ShownCall} call @returns {import('./pane.js').SectionContent[]} */
  #sectionsOf(call) {
    const { marks, filter, backtraces, traceLink } = this.#can;
    const { onFilter, onShowTrace } = this.#options;
    const ways = filter ? { onFilter, onShow: onShowTrace } : { onFilter: null, onShow: null };
    const choice = backtraces ? this.#options.backtraces : null;
    const known = [factsOf(call), filter];
    const { id, arguments: args, state, error, result, targetError, targetResult, returnPath } = call;
    return [
      { title: 'Findings', data: [findingsOf(call)], draw: () => findingsSection(call) },
      {
        title: 'Arguments',
        data: [id, args],
        draw: () => argumentsSection(call, (index, button) => void this.#loadText(id, index, button)),
      },
      {
        title: error ? 'Error' : 'Result',
        data: [id, state, error, result, targetError, targetResult, returnPath],
        draw: () => outcomeSection(call),
      },
      { title: 'Rule', data: [ruleText(call), ...known], draw: () => ruleSection(call, ways.onFilter) },
      { title: 'Closures', data: [id, call.completions, args], draw: () => completionSection(call) },
      { title: 'Timing', data: [timingOf(call), ...known], draw: () => timingSection(call) },
      {
        title: 'Called by',
        data: [id, call.backtrace, backtraces, choice?.has(call), this.#choices],
        draw: () => backtraceSection(call, choice),
      },
      {
        title: 'Call tree',
        data: [call.ancestors, call.children, ...known],
        draw: () => {
          this.#callTree.update(call);
          return this.#callTree.element;
        },
      },
      { title: 'Trace', data: [traceLink, ...known], draw: () => traceSection(call, { ...ways, link: traceLink }) },
      { title: 'About', data: known, draw: () => aboutSection(call, ways.onFilter) },
      {
        title: 'Comment',
        data: marks ? [marks] : [marks, call.comment],
        draw: () => (marks ? this.#comment.element : commentSection(call)),
      },
    ];
  }

  /** @param {string} id @param {number} index @param {HTMLButtonElement} button */
  async #loadText(id, index, button) {
    button.disabled = true;
    try {
      const text = await this.#options.onLoadText(id, index);
      const block = element('pre', {
        class: 'tree__text',
        tabindex: '0',
        text: escapeLines(text.slice(0, MOST_CHARACTERS)),
      });
      button.closest('.tree__item')?.append(block);
      if (text.length > MOST_CHARACTERS) {
        block.after(
          element('p', { class: 'details__note', text: restText(text, argumentAddress(id, index)) }),
        );
      }
      button.remove();
    } catch (error) {
      button.textContent = messageOf(error);
    }
  }
}
