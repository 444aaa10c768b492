// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The rules on live calls: what each does, how often it did, and a switch.

import { formatCount, formatQuantity } from '../model/format.js';
import { HOW_TO_ALLOW } from '../model/rules.js';
import { createButton, icon } from './button.js';
import { element, setAttribute, setShown, setText } from './dom.js';
import { ruleColumns } from './rule-columns.js';
import { createTableView } from './table-view.js';

const FORBIDDEN = `This program doesn’t let clients change its rules. ${HOW_TO_ALLOW}`;
const NO_PROCESS = 'A recording has no running program, and so no calls that a rule could act on.';
const HINT = 'A rule holds, answers, delays or changes calls that its filter selects. Begin with New rule, or with a ' +
  'right click on a call in Traffic.';

/**
 * @typedef {object} RulesViewOptions
 * @property {(rule: Rule) => void} onOpen
 * @property {() => void} onNew
 * @property {(rule: Rule, enabled: boolean) => Promise<void>} onSwitch
 * @property {() => Promise<void>} onSwitchAllOff
 * @property {() => void} onSaveFile
 * @property {() => void} onLoadFile
 */

/** @param {RulesViewOptions} options */
export function createRulesView({ onOpen, onNew, onSwitch, onSwitchAllOff, onSaveFile, onLoadFile }) {
  let allowed = false;
  const table = createTableView({
    id: 'rule-list',
    label: 'Rules',
    columns: ruleColumns((rule) => onSwitch(rule, !rule.enabled), () => allowed),
    sort: '',
    keyOf: ({ id }) => id,
    decorate: (rule, node) => setAttribute(node, 'data-off', rule !== undefined && !rule.enabled),
    onOpen,
  });
  const summary = element('span', { class: 'rules__summary', role: 'status' });
  const add = createButton({ icon: 'plus', label: 'Write a new rule', text: 'New rule', onClick: onNew });
  const off = element('button', { class: 'button', type: 'button', text: 'Switch all off', onclick: () => onSwitchAllOff() });
  const load = element('button', { class: 'button', type: 'button', text: 'Load from a file…', onclick: onLoadFile });
  const save = element('button', { class: 'button', type: 'button', text: 'Save to a file', onclick: onSaveFile });
  add.classList.replace('button--quiet', 'button--main');
  const forbiddenText = element('span');
  const forbidden = element(
    'p',
    { class: 'rules__note', role: 'status', hidden: true },
    icon('warning'),
    forbiddenText,
  );
  const problemText = element('span');
  const problem = element(
    'div',
    { class: 'rules__note', 'data-kind': 'problem', role: 'alert', hidden: true },
    icon('warning'),
    problemText,
    createButton({ icon: 'close', label: 'Dismiss', onClick: () => showProblem(null) }),
  );
  const root = element(
    'div',
    { class: 'stack rules' },
    element('div', { class: 'rules__bar' }, add, summary, off, load, save),
    forbidden,
    problem,
    table.element,
  );
  table.grid.element.addEventListener('keydown', (event) => {
    if (event.key !== ' ' || event.target !== table.grid.element) return;
    event.preventDefault();
    table.grid.partOfSelected('.switch')?.click();
  });

  /** @param {string | null} text */
  function showProblem(text) {
    setText(problemText, text ?? '');
    setShown(problem, text !== null);
  }

  return {
    element: root,
    showProblem,
    focus: table.focus,
    /** @param {string | null} id */
    rowWith: (id) => table.rowWith(Number(id)),
    /** @param {string | null} id */
    setSelected: (id) => table.grid.setSelected(id === null ? null : Number(id)),
    /**
     * @param {Rule[]} rules
     * @param {{ isAllowed: boolean, isLoaded: boolean, isReplay: boolean, acting: number }} facts
     */
    update(rules, { isAllowed, isLoaded, isReplay, acting }) {
      const isOther = isAllowed !== allowed;
      allowed = isAllowed;
      setShown(forbidden, isReplay || (isLoaded && !isAllowed));
      setText(forbiddenText, isReplay ? NO_PROCESS : FORBIDDEN);
      add.disabled = !isAllowed;
      load.disabled = !isAllowed;
      off.disabled = !isAllowed || !rules.some(({ enabled }) => enabled);
      save.disabled = rules.length === 0;
      setText(summary, isLoaded ? `${formatQuantity(rules.length, 'rule')}, ${formatCount(acting)} acting` : '');
      // The cells depend on more than their rule then.
      const words = isReplay ? '' : !isLoaded ? 'Reading the rules…' : isAllowed ? HINT : 'There are no rules.';
      table.update(isOther ? rules.map((rule) => ({ ...rule })) : rules, words);
    },
  };
}
