// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Rules as a file: `{"version":1,"rules":[…]}`, without what the server works out.

import { jsonText, parseExactly, syntaxProblem } from './exact-json.js';
import { ACTIONS, POINTS, withoutComputed } from './rules.js';

const VERSION = 1;

/** @param {Rule[]} rules */
export const rulesFileText = (rules) =>
  `${jsonText({ version: VERSION, rules: rules.map((rule) => withoutComputed(rule)) }, 2)}\n`;

/** @param {string} text @param {number} position */
function placeText(text, position) {
  const lines = text.slice(0, position).split('\n');
  return `line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`;
}

/** What a rule must have before the server is asked.
 * @type {[string, (rule: any) => boolean, string][]} */
const CHECKS = [
  ['filter', ({ filter }) => typeof filter === 'string', 'must be a string'],
  ['point', ({ point }) => Object.hasOwn(POINTS, point), 'must be "before" or "after"'],
  ['action', ({ action }) => Object.hasOwn(ACTIONS, action), `must be one of ${Object.keys(ACTIONS).join(', ')}`],
  ['enabled', ({ enabled }) => ['boolean', 'undefined'].includes(typeof enabled), 'must be true or false'],
];

/** @param {any} rule @param {number} index @returns {NewRule} */
function checked(rule, index) {
  const number = `Rule ${index + 1}`;
  if (typeof rule !== 'object' || rule === null || Array.isArray(rule)) throw new Error(`${number} is not an object.`);
  const wrong = CHECKS.find(([, isRight]) => !isRight(rule));
  if (wrong) throw new Error(`${number}: “${wrong[0]}” ${wrong[2]}.`);
  return { ...withoutComputed(rule), enabled: rule.enabled ?? true };
}

/**
 * @param {string} text
 * @returns {NewRule[]}
 * @throws {Error} that says what is wrong, and where
 */
export function readRulesFile(text) {
  if (text.trim() === '') throw new Error('It is empty.');
  const wrong = syntaxProblem(text);
  if (wrong) throw new Error(`${wrong.message.replace(/\.$/, '')} (${placeText(text, wrong.position)}).`);
  const content = parseExactly(text);
  const isObject = typeof content === 'object' && content !== null && !Array.isArray(content);
  if (!isObject || !Array.isArray(content.rules)) throw new Error('It has no list of rules in “rules”.');
  if (content.version !== VERSION) {
    throw new Error(`Its version is ${jsonText(content.version ?? null)}; this page reads version ${VERSION}.`);
  }
  if (content.rules.length === 0) throw new Error('It has no rules.');
  return content.rules.map(checked);
}
