// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The processes of a fleet as the page tells of them, and the filter that shows the calls of some of them.

import { escapeText } from './escape-text.js';
import { anyOf, filterTerm, termValues, withTerm } from './filter-tokens.js';
import { formatDuration, formatLongDuration, formatQuantity } from './format.js';
import { parseInstant } from './instant.js';
import { processName, serviceText } from './process-name.js';

const KEY = 'process';
/** Clocks that differ by more decide what comes before what. */
const NOTABLE_SKEW_NANOSECONDS = 1e6;
const MOST_NAMES = 3;

/** One process, whatever number it has: numbers are used again.
 * @param {string} epoch */
export const processTerm = (epoch) => filterTerm(KEY, epoch);

/** Epochs, or numbers, of the processes that a filter asks for; none when it asks for all.
 * @param {string} filter */
export const filteredProcesses = (filter) => termValues(filter, KEY);

/** The filter for the calls of these processes, whichever it was for before.
 * @param {string} filter @param {string[]} epochs  none: those of all processes */
export const withProcesses = (filter, epochs) =>
  withTerm(filter, KEY, epochs.length === 0 ? null : anyOf(epochs.map(processTerm)));

/** @param {FleetProgram} program */
export const programName = ({ service, version, host, processID }) =>
  processName({ service, version, host, id: processID });

/** @type {Record<string, string>} */
const STATES = {
  running: 'It answers its relay.',
  ended: 'It has ended and said so. Its calls stay.',
  lost: 'The process does not exist any more and has not said that it would end. Its calls stay.',
  unreachable: 'The process exists, but does not answer its relay. Its calls stay, and later ones follow once it answers.',
};

/** @param {FleetProgram} program @returns {{ word: string, reason: string, meaning: string }} */
export function stateOf({ state, reason }) {
  return { word: escapeText(state), reason: escapeText(reason ?? ''), meaning: STATES[state] ?? '' };
}

/** Of others it is not known how many calls they make.
 * @param {FleetProgram} program */
export const isRunning = ({ state }) => state === 'running';

/** How far the clock of a program's host is from the broker's, and how exactly that is known: `+2.30 ms ± 120 µs`.
 * @param {FleetProgram} program */
export function skewText({ skewNanoseconds: skew, skewErrorNanoseconds: error }) {
  if (skew === null || skew === undefined) return '–';
  const text = `${skew < 0 ? '−' : '+'}${formatDuration(Math.abs(skew))}`;
  return error === null || error === undefined ? text : `${text} ± ${formatDuration(error)}`;
}

/** Whether two clocks surely differ by more than matters: a busy machine measures inexactly.
 * @param {FleetProgram} program */
export const isSkewed = ({ skewNanoseconds: skew, skewErrorNanoseconds: error }) =>
  Math.abs(skew ?? 0) - (error ?? 0) > NOTABLE_SKEW_NANOSECONDS;

/** @param {FleetProgram} program @returns {string} empty where nothing is known */
export function skewHint(program) {
  if (program.skewNanoseconds === null || program.skewNanoseconds === undefined) return '';
  const measured = 'The clock of its host against that of the broker, as its relay measured it.';
  return isSkewed(program) ? `${measured} Clocks differ: order between hosts is only that exact.` : measured;
}

/** How long ago, in its largest unit alone: what is exact is in the tooltip.
 * @param {string | null | undefined} instant @param {number} now  milliseconds */
export function agoText(instant, now) {
  const at = parseInstant(instant);
  if (at === null) return '–';
  return `${formatLongDuration((now - at / 1000) / 1000).split(' ', 2).join(' ')} ago`;
}

/** @param {FleetProgram} program  for sorting */
export const serviceOf = ({ service, version }) => serviceText({ service, version });

/** What the clocks of all hosts do to the order of calls; empty while they agree.
 * @param {FleetProgram[]} programs */
export function clocksText(programs) {
  const skews = programs.filter(isSkewed).map(({ skewNanoseconds: skew }) => Math.abs(skew ?? 0));
  if (skews.length === 0) return '';
  return `Clocks differ by up to ${formatDuration(Math.max(...skews))}: order between hosts is only that exact`;
}

/** How many there are, and what became of them.
 * @param {FleetProgram[]} programs */
export function programsText(programs) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { state } of programs) counts.set(state, (counts.get(state) ?? 0) + 1);
  const words = [...new Set([...Object.keys(STATES), ...counts.keys()])];
  const parts = words.flatMap((word) => (counts.has(word) ? `${counts.get(word)} ${escapeText(word)}` : []));
  return [formatQuantity(programs.length, 'program'), parts.join(', ')].filter(Boolean).join(': ');
}

/** Whether everything that the broker has is in the recording.
 * @param {BrokerState} broker */
export function brokerText({ connected, behind }) {
  const wait = `${formatQuantity(behind, 'message')} ${behind === 1 ? 'is' : 'are'} not read yet`;
  if (!connected) return behind > 0 ? `Broker not connected, ${wait}` : 'Broker not connected';
  return behind > 0 ? `Broker connected, ${wait}` : 'Broker connected';
}

/** `a`, `a and b`, `a, b and 3 more`.
 * @param {string[]} names */
export function listed(names) {
  if (names.length < 2) return names.join('');
  const shown = names.length > MOST_NAMES ? names.slice(0, MOST_NAMES - 1) : names.slice(0, -1);
  const last = names.length > MOST_NAMES ? `${names.length - shown.length} more` : names[names.length - 1];
  return `${shown.join(', ')} and ${last}`;
}
