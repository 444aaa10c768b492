// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// What can be done with a held call, and the decision that a person's texts make.

import { jsonText, placeInField, syntaxProblem, Verbatim } from './exact-json.js';

/**
 * A text of the form. `key` names it in the decision and in the server's refusals; `initial` is what it begins with.
 * @typedef {{ key: string, label: string, type: string, initial: string, index: number | null }} DecisionField
 * @typedef {'edit' | 'answer' | 'throw'} FormKind
 * @typedef {{ key: string | null, message: string, position: number | null }} DecisionFault
 */

/** What can be done, in the order of its buttons. `form` needs more than a press.
 * @type {{ action: string, label: string, key: string, hint: string, form?: FormKind }[]} */
export const DECISIONS = [
  { action: 'continue', label: 'Continue', key: 'Enter', hint: 'Let the call continue unchanged' },
  { action: 'edit', label: 'Edit…', key: 'e', hint: 'Change what the target or the caller gets', form: 'edit' },
  { action: 'answer', label: 'Answer…', key: 'a', hint: 'Answer in place of the target', form: 'answer' },
  { action: 'throw', label: 'Throw…', key: 't', hint: 'Throw an error to the caller', form: 'throw' },
  { action: 'skip', label: 'Skip', key: 's', hint: 'Return without calling the target' },
];

/** Why something can't be done with a held call; null when it can, or when nothing is to be said of it.
 * @param {Held} held @param {string} action */
export function reasonAgainst({ can, point, arguments: args, answerType, answerReason, throwReason }, action) {
  if (can.includes(action)) return null;
  // A call without a result has nothing to change any more; the server's reason is about what could be done before.
  if (point === 'after' && answerType === null && action !== 'throw') return null;
  const editReason = point === 'after' ? answerReason : args.find(({ reason }) => reason)?.reason;
  return { edit: editReason, answer: answerReason, throw: throwReason }[action] ?? null;
}

/** @param {Held['arguments']} args @param {Held['arguments'][number]} argument */
const keyOf = (args, { name, index }) =>
  name && args.filter((each) => each.name === name).length === 1 ? name : String(index);

/** @param {unknown} json */
const textOf = (json) => (json === undefined ? '' : jsonText(json));

/** The arguments that can be edited, or the one value that can be given.
 * @param {Held} held @param {FormKind} kind @returns {DecisionField[]} */
export function fieldsOfDecision(held, kind) {
  const { point, arguments: args, answerType, answerJSON } = held;
  if (kind === 'throw') return [];
  if (kind === 'edit' && point === 'before') {
    return args.filter(({ editable }) => editable).map((argument) => ({
      key: keyOf(args, argument),
      label: argument.name || String(argument.index),
      type: argument.type,
      initial: textOf(argument.json),
      index: argument.index,
    }));
  }
  const key = kind === 'edit' ? 'result' : 'value';
  const initial = textOf(answerJSON);
  return [{ key, label: kind === 'edit' ? 'Result' : 'Answer', type: answerType ?? 'Void', initial, index: null }];
}

/**
 * @param {FormKind} kind @param {DecisionField[]} fields @param {Record<string, string>} texts  by key
 * @returns {{ decision: HeldDecision, fault: null } | { decision: null, fault: DecisionFault }}
 */
export function decisionOf(kind, fields, texts) {
  const isArguments = kind === 'edit' && fields.every(({ index }) => index !== null);
  const changed = isArguments ? fields.filter(({ key, initial }) => texts[key].trim() !== initial) : fields;
  if (changed.length === 0) {
    const message = 'Nothing has changed. Edit an argument, or let the call continue.';
    return { decision: null, fault: { key: null, message, position: null } };
  }
  for (const { key, type } of changed) {
    const empty = { message: `Write a value of type ${type} as JSON.`, position: null };
    const wrong = texts[key].trim() === '' ? empty : syntaxProblem(texts[key]);
    if (wrong) return { decision: null, fault: { key, ...wrong } };
  }
  const values = Object.fromEntries(changed.map(({ key }) => [key, new Verbatim(texts[key])]));
  return { decision: { action: kind, ...(isArguments ? { arguments: values } : values) }, fault: null };
}

/** @param {string} errorCase  empty to throw a text @param {string} text @returns {HeldDecision} */
export const throwOf = (errorCase, text) =>
  errorCase ? { action: 'throw', case: errorCase } : { action: 'throw', text };

/** The field that the server's refusal is about.
 * @param {DecisionField[]} fields @param {string | null} member  such as `bytes` or `arguments.bytes` */
export function fieldOfMember(fields, member) {
  const parts = (member ?? '').split(/[./[\]]/).filter(Boolean);
  return fields.find(({ key, index }) => parts.includes(key) || (index !== null && parts.includes(String(index)))) ??
    (fields.length === 1 && fields[0].index === null ? fields[0] : undefined);
}

/** The place in a field of the server's refusal of the value in it.
 * @param {HeldDecision} decision @param {string | null} member @param {number | null} position */
export function placeOfRefusal(decision, member, position) {
  const values = Object.entries(decision.arguments ?? decision).filter(([, value]) => value instanceof Verbatim);
  const parts = (member ?? '').split(/[./[\]]/);
  const [, value] = values.find(([key]) => parts.includes(key)) ?? (values.length === 1 ? values[0] : []);
  return value instanceof Verbatim ? placeInField(value.text, position) : null;
}
