// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// What a person does to rules: adds, changes, switches, deletes, saves to a file and loads from one.

import { placeInField } from '../model/exact-json.js';
import { draftOf, EMPTY_DRAFT, fieldOfMember, ruleOf } from '../model/rule-draft.js';
import { readRulesFile, rulesFileText } from '../model/rules-file.js';
import { formatQuantity } from '../model/format.js';
import { refusalText, withoutComputed } from '../model/rules.js';
import { APIError, messageOf } from '../net/api.js';

const MOST_FILE_BYTES = 16 * 1024 * 1024;
const FILE_NAME = 'rules.json';

/** @param {unknown} error */
const textOf = (error) => (error instanceof APIError ? refusalText(error) : messageOf(error));

/**
 * @typedef {import('../model/rule-draft.js').RuleDraft} RuleDraft
 * @typedef {import('../model/rule-draft.js').DraftProblem} DraftProblem
 *
 * @typedef {object} RulesOptions
 * @property {Pick<import('../net/api.js').API, 'addRule' | 'replaceRule' | 'removeRule'>} api
 * @property {import('../net/live-rules.js').LiveRules} live
 * @property {import('./navigation.js').Navigation} navigation
 * @property {(text: string) => void} say
 * @property {(name: string, type: string, text: string) => void} saveFile
 * @property {(draft: RuleDraft) => void} openForm  of a new rule
 * @property {(problem: string | null) => void} showProblem  with a file
 */
export class Rules {
  #options;

  /** @param {RulesOptions} options */
  constructor(options) {
    this.#options = options;
  }

  /** Opens the form of a new rule.
   * @param {Partial<RuleDraft>} [known]  what it begins with */
  begin(known = {}) {
    this.#options.navigation.go({ tab: 'rules', rule: 'new' });
    this.#options.openForm({ ...EMPTY_DRAFT, ...known });
  }

  /** A copy, which is another rule once it is saved.
   * @param {Rule} rule */
  duplicate(rule) {
    this.begin(draftOf(rule));
  }

  /** @param {Rule | null} rule  null adds one @param {RuleDraft} draft @returns {Promise<DraftProblem | null>} */
  async save(rule, draft) {
    const { api, live, navigation, say } = this.#options;
    // Nothing in the form shows whether the rule is on, which may have changed since.
    const made = ruleOf(rule ? { ...draft, enabled: rule.enabled } : draft);
    if (made.problem) return made.problem;
    try {
      const saved = rule ? await api.replaceRule(rule.id, made.rule) : await api.addRule(made.rule);
      live.heard({ kind: 'changed', rule: saved });
      say(rule ? `Rule ${saved.id} saved` : `Rule ${saved.id} added`);
      if (!rule) navigation.replace({ rule: String(saved.id) });
      return null;
    } catch (error) {
      if (!(error instanceof APIError)) throw error;
      const isValue = error.code === 'invalidValue';
      const position = isValue ? placeInField(draft.value, error.position) : error.position;
      return { field: fieldOfMember(error.problem.member), message: refusalText(error), position };
    }
  }

  /** @param {Rule} rule @param {boolean} enabled */
  async switch(rule, enabled) {
    await this.#attempt(() => this.#setEnabled(rule, enabled));
  }

  /** @param {Rule} rule */
  async remove(rule) {
    await this.#attempt(async () => {
      await this.#delete(rule);
      this.#options.say(`Rule ${rule.id} deleted`);
    });
  }

  /** Each stays as it is otherwise, to be switched on again. One that can't be does not keep others on. */
  async switchAllOff() {
    const enabled = this.#options.live.items.filter((rule) => rule.enabled);
    /** @type {number[]} */
    const left = [];
    let problem = '';
    for (const rule of enabled) {
      try {
        await this.#setEnabled(rule, false);
      } catch (error) {
        problem ||= textOf(error);
        left.push(rule.id);
      }
    }
    const done = `${formatQuantity(enabled.length - left.length, 'rule')} switched off`;
    const rest = `${left.length === 1 ? 'rule' : 'rules'} ${left.join(', ')}`;
    this.#options.say(left.length === 0 ? done : `${done}, but not ${rest}: ${problem}`);
  }

  saveToFile() {
    this.#options.saveFile(FILE_NAME, 'application/json', rulesFileText(this.#options.live.items));
  }

  /** Adds the rules of a file that a person chooses. */
  chooseFile() {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = '.json,application/json';
    input.addEventListener('change', () => input.files?.[0] && this.load(input.files[0]));
    input.click();
  }

  /** All rules of a file are added, or none.
   * @param {Pick<File, 'name' | 'size' | 'text'>} file */
  async load(file) {
    const { say, showProblem } = this.#options;
    showProblem(null);
    try {
      if (file.size > MOST_FILE_BYTES) throw new Error('It is larger than 16 MiB.');
      const rules = readRulesFile(await file.text());
      await this.#addAll(rules);
      say(`${formatQuantity(rules.length, 'rule')} loaded`);
    } catch (error) {
      showProblem(`“${file.name}” was not loaded. ${messageOf(error)}`);
    }
  }

  /** @param {NewRule[]} rules */
  async #addAll(rules) {
    const { api, live } = this.#options;
    /** @type {Rule[]} */
    const added = [];
    for (const [index, rule] of rules.entries()) {
      try {
        added.push(await api.addRule(rule));
      } catch (error) {
        for (const each of added) await api.removeRule(each.id).catch(() => {});
        throw new Error(`Rule ${index + 1} of ${rules.length} was refused: ${textOf(error)}`);
      }
    }
    for (const rule of added) live.heard({ kind: 'added', rule });
  }

  /** @param {Rule} rule @param {boolean} enabled */
  async #setEnabled(rule, enabled) {
    const { api, live } = this.#options;
    const saved = await api.replaceRule(rule.id, { ...withoutComputed(rule), enabled });
    live.heard({ kind: 'changed', rule: saved });
  }

  /** @param {Rule} rule */
  async #delete(rule) {
    const { api, live, navigation } = this.#options;
    await api.removeRule(rule.id);
    live.heard({ kind: 'removed', rule });
    if (navigation.state.rule === String(rule.id)) navigation.replace({ rule: null });
  }

  /** @param {() => Promise<void>} run */
  async #attempt(run) {
    try {
      await run();
    } catch (error) {
      this.#options.say(textOf(error));
    }
  }
}
