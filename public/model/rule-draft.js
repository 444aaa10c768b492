// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// A rule while it is being written: texts as they stand in the fields, and the rule that they make.

import { jsonText, syntaxProblem, Verbatim } from './exact-json.js';
import { instantText, parseInstant } from './instant.js';

/**
 * Lengths of time are texts: `deadline` in seconds, `milliseconds` as its name says. `until` is a local time.
 * @typedef {{ enabled: boolean, filter: string, point: RulePoint, action: RuleAction, value: string, argument: string,
 *   throwBy: 'text' | 'case', text: string, case: string, milliseconds: string, deadline: string,
 *   allowMainThread: boolean, allowTaskThreads: boolean, times: string, every: string, until: string,
 *   connectedOnly: boolean }} RuleDraft
 * @typedef {keyof RuleDraft} DraftField
 * @typedef {{ field: DraftField | null, message: string, position: number | null }} DraftProblem
 */

/** @type {Readonly<RuleDraft>} */
export const EMPTY_DRAFT = Object.freeze({
  enabled: true,
  filter: '',
  point: 'before',
  action: 'hold',
  value: '',
  argument: '',
  throwBy: 'text',
  text: '',
  case: '',
  milliseconds: '250',
  deadline: '10',
  allowMainThread: false,
  allowTaskThreads: false,
  times: '',
  every: '',
  until: '',
  connectedOnly: false,
});

/** Fields of each action, besides the filter, the point and the limits.
 * @type {Record<RuleAction, DraftField[]>} */
const FIELDS = {
  hold: ['deadline', 'allowMainThread', 'allowTaskThreads'],
  answer: ['value'],
  throw: ['throwBy'],
  delay: ['milliseconds', 'allowMainThread', 'allowTaskThreads'],
  edit: ['argument', 'value'],
  skip: [],
  mark: [],
  comment: ['text'],
  log: ['text'],
};

/** The fields that a draft needs; after the target, what is edited is the result.
 * @param {RuleDraft} draft @returns {Set<DraftField>} */
export function fieldsOf({ action, point, throwBy }) {
  const fields = new Set(FIELDS[action] ?? []);
  if (action === 'throw') fields.add(throwBy);
  if (point === 'after') fields.delete('argument');
  return fields;
}

/** A moment as `datetime-local` has it.
 * @param {string | undefined} text */
function localText(text) {
  const instant = parseInstant(text ?? null);
  if (instant === null) return '';
  const date = new Date(instant / 1000);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19).replace(/:00$/, '');
}

/** @param {number | undefined} number */
const numberText = (number) => (number === undefined ? '' : String(number));

/** @param {NewRule} rule @returns {RuleDraft} */
export function draftOf(rule) {
  const { limits = {} } = rule;
  return {
    ...EMPTY_DRAFT,
    enabled: rule.enabled,
    filter: rule.filter,
    point: rule.point,
    action: rule.action,
    value: 'value' in rule ? jsonText(rule.value) : '',
    argument: rule.argument ?? '',
    throwBy: rule.case === undefined ? 'text' : 'case',
    text: rule.text ?? '',
    case: rule.case ?? '',
    milliseconds: rule.milliseconds === undefined ? EMPTY_DRAFT.milliseconds : String(rule.milliseconds),
    deadline: rule.deadlineMilliseconds === undefined
      ? EMPTY_DRAFT.deadline
      : String(rule.deadlineMilliseconds / 1000),
    allowMainThread: rule.allowMainThread ?? false,
    allowTaskThreads: rule.allowTaskThreads ?? false,
    times: numberText(limits.times),
    every: numberText(limits.every),
    until: localText(limits.until),
    connectedOnly: limits.connectedOnly ?? false,
  };
}

/** @param {DraftField} field @param {string} message @param {number | null} [position] @returns {DraftProblem} */
const problemAt = (field, message, position = null) => ({ field, message, position });

/** @type {[DraftField, (text: string) => boolean, string][]} */
const CHECKS = [
  ['milliseconds', (text) => /^\d+(?:\.\d+)?$/.test(text), 'Write a number of milliseconds, at most 60000.'],
  ['deadline', (text) => /^\d+(?:\.\d+)?$/.test(text), 'Write a number of seconds, 0.1 to 600.'],
];

/** @type {[DraftField, string][]} */
const COUNTS = [
  ['times', 'Write how many times the rule may act, or nothing.'],
  ['every', 'Write a whole number, or nothing: 10 stands for one call in ten.'],
];

/** The first instant whose year has more than four digits. */
const END_OF_YEARS = Date.UTC(10_000, 0);

/** What can't even be sent.
 * @param {RuleDraft} draft @returns {DraftProblem | null} */
function problemOf(draft) {
  const fields = fieldsOf(draft);
  if (fields.has('value')) {
    const wrong = draft.value.trim() === ''
      ? { message: 'Write a value as JSON: 42, true, "text", null, [1, 2] or {"name": 1}.', position: null }
      : syntaxProblem(draft.value);
    if (wrong) return problemAt('value', wrong.message, wrong.position);
  }
  const check = CHECKS.find(([field, isRight]) => fields.has(field) && !isRight(String(draft[field]).trim()));
  if (check) return problemAt(check[0], check[2]);
  const count = COUNTS.find(([field]) => !/^(?:[1-9]\d*)?$/.test(String(draft[field]).trim()));
  if (count) return problemAt(count[0], count[1]);
  // Beyond them, an instant is written in another form, which the server does not read.
  const isReadable = draft.until === '' || new Date(draft.until).getTime() < END_OF_YEARS;
  return isReadable ? null : problemAt('until', 'Write a time up to the year 9999, or nothing.');
}

/** @param {RuleDraft} draft @returns {NewRule['limits']} */
function limitsOf({ times, every, until, connectedOnly }) {
  const limits = {
    ...(times.trim() ? { times: Number(times) } : {}),
    ...(every.trim() ? { every: Number(every) } : {}),
    ...(until ? { until: instantText(new Date(until).getTime() * 1000) } : {}),
    ...(connectedOnly ? { connectedOnly } : {}),
  };
  return Object.keys(limits).length > 0 ? limits : undefined;
}

/** @type {Partial<Record<DraftField, (draft: RuleDraft) => Partial<NewRule>>>} */
const MEMBERS = {
  // As it was typed, so that a position in it is one in the field.
  value: ({ value }) => ({ value: new Verbatim(value) }),
  argument: ({ argument }) => ({ argument: argument.trim() }),
  text: ({ text }) => ({ text }),
  case: (draft) => ({ case: draft.case.trim().replace(/^\./, '') }),
  milliseconds: ({ milliseconds }) => ({ milliseconds: Number(milliseconds) }),
  deadline: ({ deadline }) => ({ deadlineMilliseconds: Number((Number(deadline) * 1000).toFixed(6)) }),
  allowMainThread: ({ allowMainThread }) => ({ allowMainThread }),
  allowTaskThreads: ({ allowTaskThreads }) => ({ allowTaskThreads }),
};

/**
 * @param {RuleDraft} draft
 * @returns {{ rule: NewRule, problem: null } | { rule: null, problem: DraftProblem }}
 */
export function ruleOf(draft) {
  const problem = problemOf(draft);
  if (problem) return { rule: null, problem };
  const { enabled, filter, point, action } = draft;
  const limits = limitsOf(draft);
  const members = [...fieldsOf(draft)].map((field) => MEMBERS[field]?.(draft) ?? {});
  const isResult = action === 'edit' && point === 'after';
  /** @type {NewRule} */
  const rule = Object.assign(
    { enabled, filter: filter.trim(), point, action },
    isResult ? { argument: 'result' } : {},
    ...members,
    limits ? { limits } : {},
  );
  return { rule, problem: null };
}

/** Whether two drafts say the same.
 * @param {RuleDraft} draft @param {RuleDraft} other */
export const isSameDraft = (draft, other) => JSON.stringify(draft) === JSON.stringify(other);

/** The field that a member of a rule is written in.
 * @param {string | undefined} member  such as `value` or `limits.times` @returns {DraftField | null} */
export function fieldOfMember(member) {
  const name = member?.split(/[./]/).find((part) => part !== 'limits' && part !== '') ?? '';
  if (name === 'deadlineMilliseconds') return 'deadline';
  return name in EMPTY_DRAFT ? /** @type {DraftField} */ (name) : null;
}

/** A recorded value as JSON, where it is one as it stands.
 * @param {Value | null | undefined} value @returns {string} empty for any other */
export function plainJSON(value) {
  if (value?.kind === 'nil') return 'null';
  if (!value || value.truncated || value.value === undefined) return '';
  // Integers beyond 2^53 come as texts.
  if (value.kind === 'scalar' && /^-?\d+$/.test(String(value.value))) return String(value.value);
  return value.kind === 'scalar' || value.kind === 'string' ? JSON.stringify(value.value) : '';
}
