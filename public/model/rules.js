// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Rules on live calls in words: what they do, when, how often, and what is to be said of them.

import { escapeText } from './escape-text.js';
import { jsonText } from './exact-json.js';
import { formatCount, formatDuration, formatQuantity } from './format.js';
import { localDateTime, parseInstant } from './instant.js';

/** How a program lets clients change its rules. */
export const HOW_TO_ALLOW =
  'Start the program with --allow-rules, or set allowsRules in its InspectorServerConfiguration.';

export const MOST_RULES = 256;

/** @type {Record<RulePoint, string>} */
export const POINTS = { before: 'before the target', after: 'after the target' };

/** Actions by what a person calls them.
 * @type {Record<RuleAction, string>} */
export const ACTIONS = {
  hold: 'Hold',
  answer: 'Answer',
  throw: 'Throw an error',
  delay: 'Delay',
  edit: 'Edit',
  skip: 'Skip the target',
  mark: 'Mark',
  comment: 'Comment',
  log: 'Log',
};

const LONGEST_VALUE = 80;

/** @param {string | undefined} text */
const quoted = (text) => `“${escapeText(text ?? '')}”`;

/** @param {unknown} value */
function valueText(value) {
  const text = escapeText(jsonText(value ?? null));
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text;
}

/** @param {number | undefined} milliseconds */
const timeText = (milliseconds) => formatDuration((milliseconds ?? 0) * 1e6).replace(/\.0+(?= )/, '');

const DEFAULT_DEADLINE = 10_000;

/** @type {Record<RuleAction, (rule: NewRule) => string>} */
const ACTION_TEXTS = {
  hold: ({ deadlineMilliseconds }) =>
    `hold for a decision, at most ${timeText(deadlineMilliseconds ?? DEFAULT_DEADLINE)}`,
  answer: ({ value }) => `answer ${valueText(value)}`,
  throw: (rule) => (rule.case === undefined ? `throw ${quoted(rule.text)}` : `throw .${escapeText(rule.case)}`),
  delay: ({ milliseconds }) => `delay by ${timeText(milliseconds)}`,
  edit: ({ argument, value }) => `set ${editedText(argument)} to ${valueText(value)}`,
  skip: () => 'skip the target',
  mark: () => 'mark',
  comment: ({ text }) => `comment ${quoted(text)}`,
  log: ({ text }) => (text ? `log ${quoted(text)}` : 'log'),
};

/** @param {string | undefined} argument */
const editedText = (argument) => (argument === 'result' ? 'the result' : escapeText(argument ?? ''));

/** What a rule does, such as `set bytes to 42`.
 * @param {NewRule} rule */
export const actionText = (rule) => ACTION_TEXTS[rule.action]?.(rule) ?? escapeText(rule.action);

/** @param {NewRule} rule */
export const pointText = ({ point }) => POINTS[point] ?? escapeText(point);

/** When a rule acts, besides its filter; empty for one that always does.
 * @param {NewRule} rule */
export function limitsText({ limits }) {
  const { times, every, until, connectedOnly } = limits ?? {};
  return [
    ...(times ? [`at most ${formatQuantity(times, 'time')}`] : []),
    ...(every && every > 1 ? [`1 call in ${formatCount(every)}`] : []),
    ...(until ? [`until ${localDateTime(parseInstant(until)).slice(0, 16)}`] : []),
    ...(connectedOnly ? ['while somebody is connected'] : []),
  ].join(', ');
}

/** The calls of a rule below the word “Calls”: the words of its filter, or the filter.
 * @param {Pick<Rule, 'words' | 'filter'>} rule */
export const callsText = ({ words, filter }) =>
  escapeText(words?.replace(/^calls (?=whose |that )/, '') || filter || 'every call');

/** What is to be known of a rule: whether it is over, what the server warns of, and where it can't act.
 * @param {Rule} rule @param {number} now  milliseconds since 1970
 * @returns {{ text: string, kind: 'over' | 'warning' | 'refused' }[]} */
export function notesOf(rule, now) {
  const { warnings = [], refused = [] } = rule;
  const isOver = rule.enabled && !isActing(rule, now);
  return [
    ...(isOver ? [{ text: 'Its limit is reached: it no longer acts.', kind: /** @type {const} */ ('over') }] : []),
    ...warnings.map((text) => ({ text: escapeText(text), kind: /** @type {const} */ ('warning') })),
    ...refused.map(({ selector, reason }) => ({
      text: `${escapeText(selector)}: ${escapeText(reason)}`,
      kind: /** @type {const} */ ('refused'),
    })),
  ];
}

/** Whether a rule may still act.
 * @param {Rule} rule @param {number} now  milliseconds since 1970 */
export function isActing({ enabled, limits, applied }, now) {
  if (!enabled) return false;
  if (limits?.times && (applied ?? 0) >= limits.times) return false;
  return !limits?.until || (parseInstant(limits.until) ?? Infinity) / 1000 > now;
}

const COMPUTED = new Set(['id', 'words', 'seen', 'applied', 'failed', 'selectors', 'refused', 'warnings']);

/** A rule as it is sent and saved: without what the server works out.
 * @param {Partial<Rule>} rule @returns {NewRule} */
export const withoutComputed = (rule) =>
  /** @type {NewRule} */ (Object.fromEntries(Object.entries(rule).filter(([name]) => !COMPUTED.has(name))));

/** @type {Record<string, string>} */
const REFUSALS = {
  rulesNotAllowed: `The program doesn’t let clients change its rules. ${HOW_TO_ALLOW}`,
  tooManyRules: `There are ${MOST_RULES} rules, and no more are possible. Delete one first.`,
  unknownRule: 'The rule no longer exists.',
  unknownHeld: 'The call is no longer held.',
  alreadyReleased: 'The call was released before this decision.',
};

/** Why a request about rules was refused, in words.
 * @param {{ code?: string | null, message: string, problem?: Problem }} error */
export function refusalText({ code, message, problem }) {
  const own = REFUSALS[code ?? ''];
  if (code === 'rulesNotAllowed') return own;
  return problem?.detail ?? own ?? message;
}
