// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// One call in full: who called whom, arguments, result or error, and its place among other calls.

import { callSummary, derivedOf, outcomeWord, threadName } from '../model/call.js';
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
  findingsSection,
  jsonSection,
  outcomeSection,
  ruleSection,
  timingSection,
} from './call-sections.js';
import { createCommentEditor } from './comment-editor.js';
import { element, setAttribute, setShown } from './dom.js';
import { createBadge } from './names.js';
import { createPane, createSection } from './pane.js';
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
  #callTree;
  #comment;
  #buttons;
  /** @type {ShownCall | null} */
  #current = null;
  /** @type {Abilities} */
  #can = { marks: false, filter: false, backtraces: false, traceLink: null };

  /** @param {DetailsOptions} options */
  constructor(options) {
    const { onClose, onGo, onStep, onCopy, onMark, onComment } = options;
    this.#options = options;
    this.#pane = createPane({ label: 'Details of the call', onClose });
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
    options.backtraces.onChange = () => void (this.#current && this.#draw(this.#current));
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
    this.#pane.facts.replaceChildren();
    this.#pane.body.replaceChildren();
  }

  /** @param {ShownCall} call */
  #draw(call) {
    this.#callTree.update(call);
    this.#pane.setTitle(call.selector);
    this.element.setAttribute('aria-label', `Details of ${callSummary(call)}`);
    const facts = [
      formatDuration(call.durationNanoseconds),
      threadName(call.thread),
      localDateTime(derivedOf(call).start),
      ...(call.process ? [processName(call.process)] : []),
    ];
    this.#pane.facts.replaceChildren(
      createBadge(outcomeWord(call)),
      ...facts.map((text) => element('span', { text })),
    );
    if (this.#can.marks) this.#comment.update(call);
    const active = /** @type {HTMLElement | null} */ (document.activeElement);
    const focused = this.element.contains(active) ? active : null;
    const { onFilter, onShowTrace } = this.#options;
    const ways = this.#can.filter ? { onFilter, onShow: onShowTrace } : { onFilter: null, onShow: null };
    /** @type {[string, Node | null][]} */
    const sections = [
      ['Findings', findingsSection(call)],
      ['Arguments', argumentsSection(call, (index, button) => void this.#loadText(call.id, index, button))],
      [call.error ? 'Error' : 'Result', outcomeSection(call)],
      ['Rule', ruleSection(call, ways.onFilter)],
      ['Closures', completionSection(call)],
      ['Timing', timingSection(call)],
      ['Called by', backtraceSection(call, this.#can.backtraces ? this.#options.backtraces : null)],
      ['Call tree', this.#callTree.element],
      ['Trace', traceSection(call, { ...ways, link: this.#can.traceLink })],
      ['About', aboutSection(call, ways.onFilter)],
      ['Comment', this.#can.marks ? this.#comment.element : commentSection(call)],
    ];
    this.#pane.body.replaceChildren(
      ...sections.flatMap(([title, content]) => (content ? [createSection(title, content)] : [])),
      jsonSection(call),
    );
    // Parts that live on are moved, and lose the focus by it.
    if (focused?.isConnected && document.activeElement !== focused) focused.focus({ preventScroll: true });
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
