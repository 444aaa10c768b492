// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// What the page derives from the record of one call.

import { callName, callTokens } from './call-line.js';
import { escapeText } from './escape-text.js';
import { formatDuration, formatShare } from './format.js';
import { parseInstant } from './instant.js';
import { argumentTokens, rowOutcomeTokens } from './value-tokens.js';

/** @type {WeakMap<Invocation, Derived>} */
const derived = new WeakMap();

/** Worked out when first asked for: most of the calls that are held are never drawn. */
class Derived {
  #call;
  /** @type {string | undefined} */
  #name;
  /** @type {import('./value-tokens.js').Token[] | undefined} */
  #line;
  /** @type {import('./value-tokens.js').Token[] | undefined} */
  #arguments;
  /** @type {import('./value-tokens.js').Token[] | undefined} */
  #outcome;

  /** @param {Invocation} call */
  constructor(call) {
    this.#call = call;
    /** Microseconds since 1970, or null. */
    this.start = parseInstant(call.startedAt);
  }

  /** What the call is called in a row. */
  get name() {
    return (this.#name ??= callName(this.#call));
  }

  /** The call in one line, as tokens. */
  get line() {
    return (this.#line ??= callTokens(this.#call));
  }

  /** Whether it was told of an error. */
  get isFailing() {
    return this.line.some(({ role }) => role === 'error');
  }

  get arguments() {
    return (this.#arguments ??= argumentTokens(this.#call.arguments));
  }

  get outcome() {
    return (this.#outcome ??= rowOutcomeTokens(this.#call));
  }
}

/** Computed once for each record.
 * @param {Invocation} call @returns {Derived} */
export function derivedOf(call) {
  let value = derived.get(call);
  if (!value) derived.set(call, value = new Derived(call));
  return value;
}

/**
 * The one word for how a call ended: `threw`, `running`, or who produced the answer.
 * @param {Partial<Pick<Invocation, 'state' | 'returnPath'>>} call
 */
export function outcomeWord({ state, returnPath }) {
  if (state === 'threw' || state === 'running') return state;
  return returnPath ?? 'none';
}

/** @type {Record<string, string>} */
const WORD_MEANINGS = {
  target: 'answered by the forward delegate',
  handler: 'answered by a closure of the program',
  intercept: 'answered by a person while the call was held',
  stub: 'answered by a rule',
  default: 'answered by the declared default',
  none: 'nobody answered',
  threw: 'ended with an error',
  running: 'has not returned yet',
  held: 'held by a rule: press h to decide',
};

/** What a badge's word means, for its tooltip.
 * @param {string} word */
export function meaningOf(word) {
  return WORD_MEANINGS[word] ?? word;
}

/** What the measured part of a call was spent on: forwarding it ends in a default where nobody implements it.
 * @type {Record<string, string>} */
const FORWARDED = { default: 'In the default', none: 'Looking for an answer' };

/**
 * What the time of a call was spent on, as names and texts.
 * @param {Pick<Invocation, 'durationNanoseconds' | 'targetNanoseconds' | 'returnPath' | 'targetResult' |
 *   'targetError' | 'proxy' | 'heldNanoseconds'>} call  that has ended
 * @returns {{ share: number | null, parts: [string, string][] }} `share` of the measured part; null when none is
 */
export function timingOf(call) {
  const { durationNanoseconds, targetNanoseconds: inner, returnPath, targetResult, targetError, proxy } = call;
  const whole = durationNanoseconds ?? 0;
  /** @type {[string, string]} */
  const last = ['Whole call', formatDuration(whole)];
  const held = call.heldNanoseconds ?? 0;
  /** @type {[string, string][]} */
  const wait = call.heldNanoseconds === undefined ? [] : [['Held', formatDuration(held)]];
  if (inner === null || inner === undefined) {
    const wasAsked = targetResult !== undefined || targetError !== undefined;
    const parts = wasAsked ? [['In the target', 'not measured beside a handler'], ...wait, last] : [...wait, last];
    return { share: null, parts: /** @type {[string, string][]} */ (parts) };
  }
  // An interposer measures nothing but the target.
  if (proxy === 0) return { share: null, parts: [...wait, last] };
  const share = whole > 0 ? Math.min(1, inner / whole) : 0;
  return {
    share,
    parts: [
      [FORWARDED[returnPath] ?? 'In the target', `${formatDuration(inner)} (${formatShare(share)})`],
      ...wait,
      ['Observers and proxy', formatDuration(Math.max(0, whole - inner - held))],
      last,
    ],
  };
}

// The kernel keeps 15 bytes of a thread's name, and the library behind dispatch queues gives it the last ones:
// `com.apple.root.default-qos` arrives as `oot.default-qos`.
const SHARED_QUEUE = /(maintenance|background|utility|default|initiated|interactive)-qos$|-qos\.(overcommit)$/;
const KEPT_NAME_LENGTH = 15;

/**
 * What a person calls a thread: `main`, its name, or its number. Threads of the shared dispatch queues have all the
 * same name, so that they get their number too.
 * @param {Thread | undefined} thread
 * @returns {string}
 */
export function threadName(thread) {
  if (!thread) return '–';
  if (thread.isMain) return 'main';
  if (!thread.name) return `thread ${thread.id}`;
  const shared = SHARED_QUEUE.exec(thread.name);
  if (shared) return `${shared[1] ?? shared[2]} ${thread.id}`;
  const isTail = thread.name.length === KEPT_NAME_LENGTH && thread.name.includes('.');
  return `${isTail ? '…' : ''}${escapeText(thread.name)}`;
}

/**
 * A thread's name in two parts: when room gets short the first one is cut and the last one stays, because its digits
 * tell one thread of a pool from the next.
 * @param {Thread | undefined} thread
 * @returns {{ head: string, tail: string }}
 */
export function threadNameParts(thread) {
  const name = threadName(thread);
  const end = /[^\p{L}\p{N}]?\p{N}+[^\p{L}\p{N}]*$/u.exec(name);
  return end && end.index > 0 ? { head: name.slice(0, end.index), tail: end[0] } : { head: name, tail: '' };
}

/** What the system calls a thread, and its number.
 * @param {Thread | undefined} thread */
export function threadHint(thread) {
  if (!thread) return '';
  return `${thread.name ? `“${escapeText(thread.name)}”, ` : ''}thread number ${thread.id}`;
}

/** A task's number, and its name if it has one: `#12 “loader”`.
 * @param {Task} task */
export const taskName = ({ id, name }) => (name === undefined ? `#${id}` : `#${id} “${escapeText(name)}”`);

/** One of eight steady hues for a thread that is not the main one; null for the main thread.
 * @param {Thread | undefined} thread */
export function threadHue(thread) {
  return !thread || thread.isMain ? null : Math.abs(Number(thread.id) % 8);
}

/** @param {Invocation} call */
export const durationText = ({ durationNanoseconds: duration }) =>
  duration === null ? 'running' : formatDuration(duration);

/** What a screen reader or a tooltip says of a call in one line.
 * @param {Invocation} call */
export function callSummary(call) {
  const word = outcomeWord(call);
  return [callName(call), ...(word === 'running' ? [] : [word]), durationText(call)].join(', ');
}

/**
 * The parts of an id, which is `<epoch>-<number>`: of a record (the number is `seq`), or of an event (`position`).
 * @param {string | null | undefined} text
 * @returns {{ epoch: string, number: number } | null}
 */
export function parseEventId(text) {
  const match = /^([0-9A-Za-z]+)-(\d+)$/.exec(text ?? '');
  return match ? { epoch: match[1], number: Number(match[2]) } : null;
}

/**
 * The parts of a stream's resume point: the position of a call, and perhaps the number of an event after it.
 * @param {string | null | undefined} text
 * @returns {{ epoch: string, number: number } | null} `number` is the position
 */
export const parseResumePoint = (text) => parseEventId(text?.replace(/\.\d+$/, ''));

/** @type {Record<string, string>} */
const FINDINGS = {
  off_main: 'The call came on another thread than the main one, to which this proxy belongs.',
  target_gone: 'The forward delegate was gone when the call came.',
};

/** What is odd about the closures of a call.
 * @type {Record<string, string>} */
const ODD_COMPLETIONS = {
  twice: 'A closure of the call was called more than once.',
  never: 'No closure of the call was called, and none can be any more: whoever waits for the answer waits for ever.',
};

/** What is odd about a call, in words.
 * @param {Pick<Invocation, 'findings' | 'completion'>} call @returns {{ id: string, text: string }[]} */
export function findingsOf({ findings, completion = '' }) {
  const odd = (findings ?? []).map((id) => ({ id, text: FINDINGS[id] ?? id.replaceAll('_', ' ') }));
  const text = ODD_COMPLETIONS[completion];
  return text ? [...odd, { id: `completion_${completion}`, text }] : odd;
}

/** What became of one closure, in a line.
 * @param {Completion} completion */
export function completionText({ state, count, releasedAfterNanoseconds }) {
  if (state === 'pending') return 'Not called yet.';
  if (state === 'never') return `Released without a call ${formatDuration(releasedAfterNanoseconds)} after the start.`;
  return count === 1 ? 'Called once.' : `Called ${count} times.`;
}

/** What a rule did to a call, in words; null where none acted.
 * @param {Pick<Invocation, 'rule' | 'returnPath' | 'state' | 'heldNanoseconds'>} call @returns {string | null} */
export function ruleText({ rule, returnPath, state, heldNanoseconds }) {
  if (rule === undefined || rule === null) return null;
  const did = state === 'threw' ? 'threw the error' : 'answered';
  if (returnPath === 'intercept') return `A person ${did}: rule ${rule} held the call.`;
  if (returnPath === 'stub') return `Rule ${rule} ${did}.`;
  return heldNanoseconds === undefined ? `Rule ${rule} acted on the call.` : `Rule ${rule} held the call.`;
}
