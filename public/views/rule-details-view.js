// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// One rule, or a new one: its form, what is to be known of it, and the requirements to which it applies. What was
// changed and not saved survives what arrives meanwhile, and other rules that are looked at.

import { escapeText } from '../model/escape-text.js';
import { formatCount } from '../model/format.js';
import { draftOf, EMPTY_DRAFT, isSameDraft } from '../model/rule-draft.js';
import { actionText, HOW_TO_ALLOW, notesOf, pointText } from '../model/rules.js';
import { createButton, icon } from './button.js';
import { element, setShown } from './dom.js';
import { wrappedSelectorNodes } from './names.js';
import { createPane, createSection, pairs } from './pane.js';
import { createRuleForm } from './rule-form.js';

/**
 * @typedef {import('../model/rule-draft.js').RuleDraft} RuleDraft
 *
 * @typedef {object} RuleDetailsOptions
 * @property {() => void} onClose
 * @property {(rule: Rule | null, draft: RuleDraft) => Promise<import('../model/rule-draft.js').DraftProblem | null>}
 *   onSave  null adds one
 * @property {(rule: Rule) => void} onDuplicate
 * @property {(rule: Rule) => void} onRemove
 * @property {(rule: Rule) => void} onShowCalls
 * @property {() => boolean} canFilter
 * @property {Omit<import('./rule-form.js').RuleFormOptions, 'onChange'>} form
 */

const NEW = 'new';
const MOST_SELECTORS = 200;

/** @param {RuleDetailsOptions} options */
export function createRuleDetailsView(options) {
  const { onClose, onSave, onDuplicate, onRemove, onShowCalls, canFilter } = options;
  const pane = createPane({ label: 'Details of the rule', onClose });
  /** @param {(rule: Rule) => void} run */
  const withRule = (run) => () => shown && run(shown);
  const buttons = {
    calls: createButton({
      icon: 'filter',
      label: 'Show the calls on which this rule acted last',
      text: 'Show calls',
      onClick: withRule(onShowCalls),
    }),
    duplicate: createButton({ icon: 'copy', label: 'Duplicate the rule', onClick: withRule(onDuplicate) }),
    remove: createButton({ icon: 'trash', label: 'Delete the rule', onClick: withRule(onRemove) }),
  };
  pane.actions.prepend(...Object.values(buttons));
  const form = createRuleForm({ ...options.form, onChange: keep });
  const save = element('button', { class: 'button button--main', type: 'submit', text: 'Save' });
  const revert = element('button', { class: 'button', type: 'button', text: 'Revert', onclick: () => void restore() });
  const fields = element(
    'form',
    { class: 'details__section', 'aria-label': 'Rule', novalidate: true },
    form.element,
    element('div', { class: 'ruleform__actions' }, save, revert),
  );
  const notes = element('div');
  const facts = element('div');
  pane.body.append(notes, fields, facts);
  /** @type {Rule | null} null while a new one is written */
  let shown = null;
  /** @type {string | null} */
  let key = null;
  /** What the fields begin with. */
  let base = EMPTY_DRAFT;
  /** @type {Map<string, RuleDraft>} changed and not saved */
  const drafts = new Map();
  let allowed = false;

  fields.addEventListener('submit', (event) => {
    event.preventDefault();
    void commit();
  });
  fields.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.isComposing) return;
    event.preventDefault();
    fields.requestSubmit();
  });

  function keep() {
    const { draft } = form;
    if (key !== null && !isSameDraft(draft, base)) drafts.set(key, draft);
    else if (key !== null) drafts.delete(key);
    drawButtons();
  }

  function restore() {
    if (key !== null) drafts.delete(key);
    form.draft = base;
    drawButtons();
  }

  async function commit() {
    if (save.disabled) return;
    const [saved, written] = [key, form.draft];
    save.disabled = true;
    /** @type {Awaited<ReturnType<typeof onSave>>} */
    let problem;
    try {
      problem = await onSave(shown, written);
    } finally {
      drawButtons();
    }
    // A saved rule has other texts than were typed, and another number than none.
    if (problem === null && saved !== null) drafts.delete(saved);
    if (saved !== key) return;
    form.showProblem(problem);
    if (problem === null && shown) show(shown);
    drawButtons();
  }

  function drawButtons() {
    const isChanged = key !== null && drafts.has(key);
    save.textContent = shown ? 'Save' : 'Add the rule';
    revert.textContent = shown ? 'Revert' : 'Clear';
    save.disabled = !allowed || (shown !== null && !isChanged);
    setShown(revert, isChanged);
    for (const button of Object.values(buttons)) setShown(button, shown !== null);
    setShown(buttons.calls, shown !== null && canFilter());
    buttons.duplicate.disabled = !allowed;
    buttons.remove.disabled = !allowed;
  }

  /** @param {Rule | null} rule */
  function show(rule) {
    base = rule ? draftOf(rule) : EMPTY_DRAFT;
    form.draft = drafts.get(key ?? '') ?? base;
  }

  /** @param {Rule} rule */
  function drawFacts(rule) {
    pane.facts.replaceChildren(
      ...[rule.enabled ? 'on' : 'off', pointText(rule), actionText(rule)].map((text) => element('span', { text })),
    );
    const selectors = rule.selectors ?? [];
    const lines = selectors.slice(0, MOST_SELECTORS).map((each) => element('li', {}, ...wrappedSelectorNodes(each)));
    const left = selectors.length - lines.length;
    facts.replaceChildren(
      createSection(
        'Calls so far',
        pairs([
          ['Seen', formatCount(rule.seen ?? 0)],
          ['Applied', formatCount(rule.applied ?? 0)],
          ['Failed', formatCount(rule.failed ?? 0)],
        ]),
      ),
      createSection(
        'Applies to',
        selectors.length > 0
          ? element('ul', { class: 'rules__selectors' }, ...lines, left > 0 && element('li', { text: `and ${left} more` }))
          : element('p', { class: 'details__note', text: 'No requirement of a live proxy at this moment.' }),
      ),
    );
  }

  /** @param {Rule | null} rule */
  function drawNotes(rule) {
    const all = rule ? notesOf(rule, Date.now()) : [];
    const forbidden = allowed ? [] : [{ text: `Rules can’t be changed here. ${HOW_TO_ALLOW}`, kind: 'warning' }];
    notes.replaceChildren(
      ...[...forbidden, ...all].map(({ text, kind }) =>
        element('p', { class: 'rules__note', 'data-kind': kind }, icon('warning'), element('span', { text }))
      ),
    );
  }

  return {
    element: pane.element,
    /** The draft of a new rule.
     * @param {RuleDraft} draft */
    open(draft) {
      drafts.set(NEW, draft);
      key = null;
      this.update(null, allowed);
      // It stands in sight wherever the form is scrolled to; the filter should be too.
      if (!form.focus()) save.focus({ preventScroll: true });
    },
    /** @param {Rule | null} rule  null for a new one @param {boolean} isAllowed  whether it can be changed */
    update(rule, isAllowed) {
      const next = rule ? String(rule.id) : NEW;
      if (rule === shown && next === key && isAllowed === allowed) return;
      const isOther = next !== key;
      [shown, key, allowed] = [rule, next, isAllowed];
      pane.setTitle(rule ? `Rule ${rule.id}` : 'New rule');
      const isUntouched = !drafts.has(next);
      const isKnown = isSameDraft(base, rule ? draftOf(rule) : EMPTY_DRAFT);
      if (isOther || (isUntouched && !isKnown)) show(rule);
      form.setDisabled(!isAllowed);
      drawNotes(rule);
      if (rule) drawFacts(rule);
      else {
        pane.facts.replaceChildren();
        facts.replaceChildren();
      }
      drawButtons();
    },
    get heading() {
      return pane.title;
    },
  };
}
