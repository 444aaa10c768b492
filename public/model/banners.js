// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Which lines stand above the list, and what they say. Pure: the app runs the actions that they name.

import { escapeText } from './escape-text.js';
import { formatCount, formatQuantity } from './format.js';
import { localDateTime, parseInstant } from './instant.js';
import { listed } from './programs.js';

/**
 * @typedef {'closeFile' | 'reload' | 'retry' | 'dismissRestart' | 'record' | 'pause' | 'refreshSort' | 'unsort' |
 *   'showRules' | 'switchRulesOff' | 'focusHeld' | 'releaseAll' | 'showFlame' | 'showList' | 'leaveTrace' |
 *   'choosePrograms' | 'showAllPrograms'} BannerCommand
 * @typedef {{ text: string, detail?: string, tone: 'calm' | 'warning' | 'error', actions: { label: string,
 *   command: BannerCommand }[] }} Banner
 */

/**
 * What a sorted list consists of: the `shown` first ones of the calls that match, or the newest ones of them, sorted.
 * @typedef {{ shown: number, matched: number, column: string, isOfNewest: boolean, isComplete: boolean }} SortSummary
 */

/**
 * @typedef {object} BannerFacts
 * @property {{ phase: string, retryAt: number | null, farewell: string | null } | null} stream
 * @property {boolean} [isSilent]      the server did not answer when it was last asked how it is
 * @property {boolean} isLoaded
 * @property {boolean} isPaused
 * @property {number} waiting          calls that arrived while paused
 * @property {boolean | null} isRecording  null while the server has not told
 * @property {boolean} isReplay        the server shows a recording, which nothing is added to
 * @property {boolean} canRecord
 * @property {string | null} [failure]  why nothing is recorded although it was to be
 * @property {number} [unaccounted]    calls that ended and were neither recorded nor left out
 * @property {boolean} hasRestarted    the server has begun another epoch since the page was loaded
 * @property {string | null} problem   why the list cannot be shown
 * @property {string | null} [stale]   why some of what is shown may be old
 * @property {SortSummary | null} sorted
 * @property {{ name: string | null, epoch: string, count: number, filter: string, exportedAt: string | null,
 *   wayBack: string | null } | null} file  that is shown in place of others; `wayBack` names those, null when there are
 *   none
 * @property {{ acting: number, isAllowed: boolean, isShown: boolean }} [rules]  `isShown` where the list of rules is
 * @property {{ count: number, secondsLeft: number, isShown: boolean }} [held]  `isShown` where the held calls are
 * @property {{ id: string, isFlame: boolean } | null} [trace]  whose calls alone are shown; `isFlame` in the flame chart
 * @property {string[]} [programs]     names of the processes whose calls alone are shown; none when those of all are
 * @property {(BrokerState & { isBehind: boolean }) | null} [broker]  of a fleet; `isBehind` when messages keep waiting
 * @property {SpanSending | null} [spans]  to a receiver of OpenTelemetry
 * @property {number} now              milliseconds
 */

/** In the order in which they stand.
 * @type {Record<string, (facts: BannerFacts) => Banner | null>} */
const BANNERS = {
  file({ file }) {
    if (!file) return null;
    const origin = file.filter ? ` They passed the filter ${file.filter}.` : '';
    return {
      text: `${contentsOf(file)}${escapeText(origin)}`,
      detail: file.exportedAt ? `Exported ${localDateTime(parseInstant(file.exportedAt)).slice(0, 16)}.` : '',
      tone: 'calm',
      actions: file.wayBack === null ? [] : [{ label: `Back to ${file.wayBack}`, command: 'closeFile' }],
    };
  },
  problem({ problem }) {
    return problem === null
      ? null
      : { text: problem, tone: 'error', actions: [{ label: 'Try again', command: 'reload' }] };
  },
  stale({ stale }) {
    if (!stale) return null;
    return { text: 'Some of this may be old.', detail: escapeText(stale), tone: 'warning', actions: [] };
  },
  connection({ stream, isSilent, isLoaded, now }) {
    if (!isLoaded) return null;
    // The stream of a program that was stopped stays open: nothing comes, and nothing tells that.
    if (isSilent && stream?.phase === 'live') {
      return { text: 'The server does not answer. What you see may be old.', tone: 'warning', actions: [] };
    }
    if (stream?.phase !== 'waiting') return null;
    const seconds = Math.max(0, Math.ceil(((stream.retryAt ?? now) - now) / 1000));
    const lead = stream.farewell ? 'The program has ended its inspector.' : 'Disconnected.';
    return {
      text: `${lead} What you see stays readable.`,
      detail: `Next attempt in ${seconds} s.`,
      tone: 'warning',
      actions: [{ label: 'Try now', command: 'retry' }],
    };
  },
  held({ held }) {
    if (!held || held.count === 0 || held.isShown) return null;
    const verb = held.count === 1 ? 'is' : 'are';
    return {
      text: `${formatQuantity(held.count, 'call')} ${verb} held: the program waits for a decision.`,
      detail: `The first continues in ${held.secondsLeft} s.`,
      tone: 'warning',
      actions: [{ label: 'Decide', command: 'focusHeld' }, { label: 'Let all go on', command: 'releaseAll' }],
    };
  },
  rules({ rules }) {
    if (!rules || rules.acting === 0 || rules.isShown) return null;
    const verb = rules.acting === 1 ? 'acts' : 'act';
    return {
      text: `${formatQuantity(rules.acting, 'rule')} ${verb} on calls.`,
      tone: 'calm',
      actions: [
        { label: 'Show the rules', command: 'showRules' },
        ...(rules.isAllowed ? [{ label: 'Switch all off', command: /** @type {const} */ ('switchRulesOff') }] : []),
      ],
    };
  },
  broker({ broker }) {
    if (!broker || (broker.connected && !broker.isBehind)) return null;
    const action = { label: 'Programs', command: /** @type {const} */ ('choosePrograms') };
    const wait = `${formatQuantity(broker.behind, 'message')} ${broker.behind === 1 ? 'is' : 'are'} not read yet.`;
    const detail = broker.behind > 0 ? wait : '';
    return broker.connected
      ? { text: 'The newest calls are still being read from the broker.', detail, tone: 'calm', actions: [action] }
      : {
        text: 'The broker is not connected: new calls come once it is there again. What you see stays readable.',
        detail,
        tone: 'warning',
        actions: [action],
      };
  },
  restarted({ hasRestarted }) {
    if (!hasRestarted) return null;
    return {
      text: 'The program has been started anew: this is another run, and the calls of the one before are gone.',
      tone: 'calm',
      actions: [{ label: 'Dismiss', command: 'dismissRestart' }],
    };
  },
  failure({ failure, isReplay, canRecord }) {
    if (!failure || isReplay) return null;
    return {
      text: escapeText(failure),
      tone: 'error',
      actions: canRecord ? [{ label: 'Try again', command: 'record' }] : [],
    };
  },
  unaccounted({ unaccounted, isReplay }) {
    if (!unaccounted || isReplay) return null;
    const verb = unaccounted === 1 ? 'is' : 'are';
    return {
      text: `${formatQuantity(unaccounted, 'call')} ${verb} unaccounted for: records were lost.`,
      tone: 'warning',
      actions: [],
    };
  },
  spans({ spans }) {
    if (!spans || (spans.failure === null && spans.dropped === 0)) return null;
    const { endpoint, failure, dropped, waiting } = spans;
    const verb = dropped === 1 ? 'was' : 'were';
    const lost = dropped === 0 ? '' : `${formatQuantity(dropped, 'span')} ${verb} dropped`;
    const notice = { tone: /** @type {const} */ ('warning'), actions: [] };
    if (failure === null) return { ...notice, text: `${lost}: ${escapeText(endpoint)} did not take them in time.` };
    const detail = `${[lost, waiting === 1 ? '1 waits' : `${formatCount(waiting)} wait`].filter(Boolean).join(', ')}.`;
    return { ...notice, text: `Spans do not reach ${escapeText(endpoint)}: ${escapeText(failure)}`, detail };
  },
  recording({ isRecording, isReplay, canRecord, failure }) {
    if (isRecording !== false || isReplay || failure) return null;
    return {
      text: 'Recording is off: the program goes on, but its calls are not recorded.',
      tone: 'warning',
      actions: canRecord ? [{ label: 'Record', command: 'record' }] : [],
    };
  },
  paused({ isPaused, waiting }) {
    if (!isPaused) return null;
    const wait = waiting === 1 ? '1 call waits' : `${formatCount(waiting)} calls wait`;
    return {
      text: 'The list is paused.',
      detail: `${wait}.`,
      tone: 'calm',
      actions: [{ label: 'Resume', command: 'pause' }],
    };
  },
  trace({ trace }) {
    if (!trace) return null;
    const { id, isFlame } = trace;
    return {
      text: `Only the calls of trace ${id} are shown.`,
      tone: 'calm',
      actions: [
        isFlame ? { label: 'List', command: 'showList' } : { label: 'Flame chart', command: 'showFlame' },
        { label: 'Leave the trace', command: 'leaveTrace' },
      ],
    };
  },
  programs({ programs = [] }) {
    if (programs.length === 0) return null;
    return {
      text: `Only the calls of ${listed(programs)} are shown.`,
      tone: 'calm',
      actions: [
        { label: 'Choose programs', command: 'choosePrograms' },
        { label: 'Show all programs', command: 'showAllPrograms' },
      ],
    };
  },
  sorted({ sorted }) {
    if (!sorted) return null;
    const scope = sorted.shown < sorted.matched
      ? `the ${sorted.isOfNewest ? 'newest' : 'first'} ${formatCount(sorted.shown)} of ${formatQuantity(sorted.matched, 'call')}`
      : formatQuantity(sorted.shown, 'call');
    const gap = sorted.isComplete ? '' : ' The search took too long, so some may be missing.';
    return {
      text: `Sorted by ${sorted.column.toLowerCase()}: ${scope}.${gap} New calls are not added.`,
      tone: 'calm',
      actions: [{ label: 'Refresh', command: 'refreshSort' }, { label: 'Order of time', command: 'unsort' }],
    };
  },
};

/** What an exported page has in itself has no name.
 * @param {NonNullable<BannerFacts['file']>} file */
function contentsOf({ name, count, epoch }) {
  const calls = formatQuantity(count, 'call');
  if (name === null) return `This page contains ${calls} of run ${escapeText(epoch)}.`;
  return `You look at ${calls} of the file “${escapeText(name)}”.`;
}

/** @param {BannerFacts} facts @returns {Record<string, Banner | null>} null takes a banner away */
export const bannersOf = (facts) =>
  Object.fromEntries(Object.entries(BANNERS).map(([name, banner]) => [name, banner(facts)]));
