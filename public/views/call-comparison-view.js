// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Two runs call by call, side by side. The server compares them when asked, not every few seconds: that takes it up to
// some seconds.

import {
  CALL_CHANGES,
  callComparisonText,
  comparedCallText,
  isDifference,
  laneText,
  stepped,
} from '../model/call-comparison.js';
import { escapeText } from '../model/escape-text.js';
import { formatCount } from '../model/format.js';
import { createButton } from './button.js';
import { element, setText } from './dom.js';

/**
 * @typedef {{ before: string, after: string, ignore: string }} Question
 * @typedef {object} CallComparisonOptions
 * @property {(question: Question, signal: AbortSignal) => Promise<CallComparison>} load
 * @property {(ignore: string) => void} onIgnore
 * @property {(id: string) => void} onOpen  a call of the run that the page shows
 */

export class CallComparisonView {
  #options;
  #question = { before: '', after: '', ignore: '' };
  #asked = '';
  /** @type {AbortController | null} */
  #loading = null;
  /** @type {string | null} the run whose calls the page can open */
  #present = null;
  /** @type {HTMLElement[]} the rows that differ, in their order */
  #differences = [];
  #chosen = -1;
  #status = element('span', { class: 'calls__summary', role: 'status' });
  #lanes = element('div', {
    class: 'calls__lanes',
    tabindex: '0',
    role: 'group',
    'aria-label': 'Calls of both runs',
    onkeydown: (/** @type {KeyboardEvent} */ event) => this.#pressed(event),
  });
  /** @type {HTMLInputElement} */
  #ignore = element('input', {
    class: 'calls__ignore',
    type: 'search',
    placeholder: 'such as protocol:XMLParser*',
    'aria-label': 'Calls to ignore',
    spellcheck: 'false',
    onchange: () => this.#options.onIgnore(this.#ignore.value.trim()),
  });

  /** @param {CallComparisonOptions} options */
  constructor(options) {
    this.#options = options;
    const previous = createButton({
      icon: 'previous',
      label: 'Previous difference',
      key: '↑',
      onClick: () => this.#choose(stepped(this.#differences.length, this.#chosen, -1)),
    });
    const next = createButton({
      icon: 'next',
      label: 'Next difference',
      key: '↓',
      onClick: () => this.#choose(stepped(this.#differences.length, this.#chosen, 1)),
    });
    const again = element('button', {
      class: 'button button--small',
      type: 'button',
      text: 'Compare again',
      onclick: () => this.#load(),
    });
    this.element = element(
      'div',
      { class: 'calls', hidden: true },
      element(
        'div',
        { class: 'calls__bar' },
        element('label', { class: 'calls__label' }, element('span', { text: 'Ignore' }), this.#ignore),
        previous,
        next,
        again,
        this.#status,
      ),
      this.#lanes,
    );
  }

  /** Shows the comparison of two runs, and asks for it if it is another one.
   * @param {Question} question @param {string | null} present  name of the run that the page shows */
  show(question, present) {
    this.#present = present;
    this.#question = question;
    if (document.activeElement !== this.#ignore) this.#ignore.value = question.ignore;
    const key = JSON.stringify(question);
    if (key === this.#asked || question.before === '' || question.after === '') return;
    this.#asked = key;
    void this.#load();
  }

  async #load() {
    this.#loading?.abort();
    const loading = new AbortController();
    this.#loading = loading;
    setText(this.#status, 'Comparing…');
    this.#lanes.setAttribute('aria-busy', 'true');
    try {
      const reply = await this.#options.load(this.#question, loading.signal);
      if (this.#loading === loading) this.#draw(reply);
    } catch (error) {
      if (this.#loading !== loading) return;
      this.#differences = [];
      this.#lanes.replaceChildren();
      setText(this.#status, escapeText(error instanceof Error ? error.message : String(error)));
    }
    if (this.#loading === loading) this.#lanes.setAttribute('aria-busy', 'false');
  }

  /** @param {CallComparison} reply */
  #draw(reply) {
    this.#differences = [];
    this.#chosen = -1;
    this.#lanes.replaceChildren(
      ...reply.lanes.filter(({ rows }) => rows.length > 0).map((lane) => this.#lane(lane)),
    );
    setText(this.#status, `${callComparisonText(reply)}.`);
    this.#choose(stepped(this.#differences.length, -1, 1));
  }

  /** @param {CallLane} lane */
  #lane(lane) {
    const title = escapeText(laneText(lane));
    const heads = ['Before', '', 'After'].map((text) =>
      text ? element('th', { scope: 'col', text }) : element('td', { class: 'calls__sign' })
    );
    return element(
      'section',
      { class: 'calls__lane' },
      element('h2', { class: 'calls__title', text: title }),
      element(
        'table',
        { class: 'calls__table', 'aria-label': title },
        element('thead', {}, element('tr', {}, ...heads)),
        element('tbody', {}, ...lane.rows.flatMap((row) => this.#row(row))),
      ),
    );
  }

  /** @param {ComparedCallRow} row @returns {HTMLElement[]} */
  #row(row) {
    if (row.change === 'skipped') {
      const text = `${formatCount(row.count ?? 0)} equal calls`;
      return [element('tr', { class: 'calls__skipped' }, element('td', { colspan: '3', text }))];
    }
    const { sign, words } = CALL_CHANGES[row.change] ?? { sign: '?', words: row.change };
    const mark = element('td', { class: 'calls__sign', title: words }, element('span', { 'aria-hidden': 'true', text: sign }),
      element('span', { class: 'calls__word', text: words }));
    const line = element('tr', { class: 'calls__row', 'data-change': row.change },
      this.#side(row.before), mark, this.#side(row.after));
    if (!isDifference(row)) return [line];
    const place = this.#differences.push(line) - 1;
    line.addEventListener('click', () => this.#choose(place));
    const fields = row.fields ?? [];
    if (fields.length === 0) return [line];
    return [line, ...fields.map(fieldRow)];
  }

  /** @param {ComparedCall | null | undefined} call */
  #side(call) {
    if (!call) return element('td', { class: 'calls__nothing', text: '–' });
    const number = `#${call.seq}`;
    const run = call.id.slice(0, call.id.lastIndexOf('-'));
    const open = run === this.#present
      ? element('button', {
        class: 'calls__open',
        type: 'button',
        title: 'Show this call',
        text: number,
        onclick: () => this.#options.onOpen(call.id),
      })
      : element('span', { class: 'calls__number', text: number });
    return element('td', {}, open, element('span', { class: 'calls__text', text: escapeText(comparedCallText(call)) }));
  }

  /** @param {number} place */
  #choose(place) {
    this.#differences[this.#chosen]?.removeAttribute('aria-current');
    this.#chosen = place;
    const row = this.#differences[place];
    if (!row) return;
    row.setAttribute('aria-current', 'true');
    row.scrollIntoView({ block: 'center' });
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : null;
    if (step === null || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    this.#choose(stepped(this.#differences.length, this.#chosen, step));
  }
}

/** @param {{ name: string, before: string | null, after: string | null }} field */
function fieldRow({ name, before, after }) {
  /** @param {string | null} text */
  const cell = (text) =>
    element('td', {}, element('span', { class: 'calls__field', text: `${name} ` }),
      element('span', { class: 'calls__value', text: text === null ? 'nothing' : escapeText(text) }));
  return element('tr', { class: 'calls__fields' }, cell(before), element('td', { class: 'calls__sign' }), cell(after));
}
