// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// What a cell of a call means as a term of a filter: the way from something seen to everything like it.

import { outcomeWord, taskName, threadName } from './call.js';
import { epochOf } from './call-order.js';
import { exactTerm, filterTerm } from './filter-tokens.js';
import { formatDuration } from './format.js';
import { escapeText } from './escape-text.js';
import { processTerm } from './programs.js';
import { serviceText } from './process-name.js';
import { traceTerm } from './trace.js';

/**
 * `text` says in words what the term asks for. `within` narrows what it is asked of: numbers count within a process.
 * @typedef {{ key: string, term: string, text: string, within?: { key: string, term: string } }} CellTerm
 */

const MOST_ARGUMENTS = 4;
const LONGEST_VALUE = 60;

/** @param {string} key @param {string | null | undefined} value @param {string} noun @returns {CellTerm[]} */
const exact = (key, value, noun) =>
  value ? [{ key, term: exactTerm(key, value), text: `this ${noun}` }] : [];

/** A thread by its number, because names repeat; the main thread has a name of its own. Without `=`, the term would
 * also hold for names that contain the number.
 * @param {Invocation} call */
function threadTerms({ thread }) {
  if (!thread) return [];
  return [{
    key: 'thread',
    term: thread.isMain ? 'thread:main' : `thread:=${thread.id}`,
    text: `thread “${threadName(thread)}”`,
  }];
}

/** @param {Invocation} call */
function targetTerms({ target }) {
  return target ? exact('target', target, 'target') : [{ key: 'has', term: '-has:target', text: 'no target' }];
}

/** @param {Pick<Invocation, 'state' | 'returnPath'>} call */
function outcomeTerms(call) {
  const word = outcomeWord(call);
  const key = word === 'threw' || word === 'running' ? 'state' : 'path';
  return [{ key, term: `${key}:${word}`, text: `“${word}”` }];
}

/** A value that can be written down whole; anything else has no term.
 * @param {Value} value */
function plainValue({ kind, value, truncated }) {
  if (truncated || value === undefined || !['string', 'scalar'].includes(kind) || String(value).length > LONGEST_VALUE) return null;
  return typeof value === 'string' && value.trim() === '' ? null : value;
}

/** @param {Invocation} call @returns {CellTerm[]} */
function argumentTerms({ arguments: args }) {
  return (args ?? []).flatMap((argument, index) => {
    const value = plainValue(argument);
    if (value === null) return [];
    const name = [argument.name, argument.label].find((each) => /^[\p{L}_][\p{L}\p{N}_]*$/u.test(each ?? '')) ?? index;
    return [{ key: `arg.${name}`, term: exactTerm(`arg.${name}`, value), text: `${name} ${escapeText(value)}` }];
  }).slice(0, MOST_ARGUMENTS);
}

/** @param {Invocation} call */
function durationTerms({ durationNanoseconds: duration }) {
  if (duration === null || duration === undefined) return outcomeTerms({ state: 'running', returnPath: '' });
  return [{ key: 'duration', term: `duration:>=${duration}ns`, text: `at least ${formatDuration(duration)}` }];
}

/** Which process the call belongs to: its service, its host, and itself.
 * @type {Record<string, (call: Invocation) => CellTerm[]>} */
const PROCESS_TERMS = {
  service({ process }) {
    if (!process) return [];
    const text = escapeText(process.service);
    const any = { key: 'service', term: exactTerm('service', process.service), text: `service ${text}` };
    if (!process.version) return [any];
    const term = exactTerm('service', serviceText(process));
    return [
      { key: 'service', term, text: `service ${text}, version ${escapeText(process.version)}` },
      { ...any, text: `service ${text}, any version` },
    ];
  },
  host: ({ process }) =>
    process ? [{ key: 'host', term: exactTerm('host', process.host), text: `host ${escapeText(process.host)}` }] : [],
  process: ({ id, process }) =>
    process
      ? [{ key: 'process', term: processTerm(epochOf(id)), text: `process ${process.id} on ${escapeText(process.host)}` }]
      : [],
};

/** What counts within a process is asked for within that of the call.
 * @param {(call: Invocation) => CellTerm[]} terms @returns {(call: Invocation) => CellTerm[]} */
const inProcess = (terms) => (call) => {
  const [own] = PROCESS_TERMS.process(call);
  return terms(call).map((each) => (own ? { ...each, within: { key: own.key, term: own.term } } : each));
};

/** @param {Invocation} call */
const orderTerms = ({ seq }) => [
  { key: 'seq', term: `seq:>=${seq}`, text: 'from this call on' },
  { key: 'seq', term: `seq:<=${seq}`, text: 'up to this call' },
];

/** @type {Record<string, (call: Invocation) => CellTerm[]>} */
const BY_COLUMN = {
  seq: inProcess(orderTerms),
  time: inProcess(orderTerms),
  waterfall: inProcess(orderTerms),
  ...PROCESS_TERMS,
  thread: (call) => (call.thread?.isMain ? threadTerms(call) : inProcess(threadTerms)(call)),
  task: inProcess(({ task }) =>
    task ? [{ key: 'task', term: `task:=${task.id}`, text: `task ${taskName(task)}` }] : []
  ),
  protocol: ({ protocol }) => exact('protocol', protocol, 'protocol'),
  selector: ({ selector }) => exact('selector', selector, 'selector'),
  owner: ({ owner }) => exact('owner', owner, 'owner'),
  target: targetTerms,
  proxy: inProcess(({ proxy }) => {
    if (proxy === null || proxy === undefined) return [];
    // A call that an interposer has recorded has no proxy.
    if (proxy === 0) return [{ key: 'via', term: 'via:interposer', text: 'calls recorded without a proxy' }];
    return [{ key: 'proxy', term: filterTerm('proxy', proxy), text: 'this proxy' }];
  }),
  call: (call) => [...exact('selector', call.selector, 'selector'), ...argumentTerms(call)],
  arguments: argumentTerms,
  result: outcomeTerms,
  rule: inProcess(({ rule }) => (rule ? [{ key: 'rule', term: `rule:${rule}`, text: `calls of rule ${rule}` }] : [])),
  trace: ({ trace }) => (trace ? [{ key: 'trace', term: traceTerm(trace.traceId), text: 'this trace' }] : []),
  duration: durationTerms,
};

/**
 * @param {string | null} column  id of a column of the traffic list, `proxy` or `task`; null for none
 * @param {Invocation} call
 * @returns {CellTerm[]} none for a cell that nothing can be asked about
 */
export function cellTerms(column, call) {
  return BY_COLUMN[column ?? '']?.(call) ?? [];
}

/** The whole of what a cell asks for.
 * @param {CellTerm} cell */
export const wholeTerm = ({ term, within }) => (within ? `${term} ${within.term}` : term);

/** The same term, asked the other way round; of two, that not both hold.
 * @param {string} term */
export function negated(term) {
  return term.startsWith('-') ? term.slice(1) : `-${term}`;
}
