// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The protocols of the process as rows of a list: what the server tells of them, their calls, and why they are
// recorded.

import { matchesPattern, reasonsOf } from './interposers.js';

/**
 * `recordedName` is the name that records of its calls have; `namesakes` are protocols of other modules with the same
 * one. `own` and `wider` are the interposers that select it.
 * @typedef {ProgramProtocol & { calls: number, rate: number | null, recordedName: string, namesakes: string[],
 *   own: Interposer[], wider: Interposer[] }} ProtocolRow
 */

/** Calls by the name of the protocol in their records.
 * @param {Pick<Selector, 'protocol' | 'calls'>[]} selectors */
export function callsByProtocol(selectors) {
  /** @type {Map<string, number>} */
  const calls = new Map();
  for (const row of selectors) calls.set(row.protocol, (calls.get(row.protocol) ?? 0) + row.calls);
  return calls;
}

/** The protocol with the calls that there are by now.
 * @param {WholeProtocol} whole @param {Pick<Selector, 'protocol' | 'selector' | 'calls'>[]} selectors
 * @returns {WholeProtocol} */
export function withCalls(whole, selectors) {
  const own = selectors.filter(({ protocol }) => protocol === whole.name || protocol === whole.protocol);
  /** @param {string} name */
  const callsOf = (name) =>
    own.filter(({ selector }) => selector === name).reduce((sum, { calls }) => sum + calls, 0);
  return { ...whole, requirements: whole.requirements.map((each) => ({ ...each, calls: callsOf(each.name) })) };
}

/**
 * @param {object} facts
 * @param {ProgramProtocol[]} facts.items
 * @param {Interposer[]} facts.interposers
 * @param {Map<string, number>} facts.calls  by the name in the records
 * @param {(name: string) => number | null} facts.rateOf
 * @returns {ProtocolRow[]}
 */
export function protocolRows({ items, interposers, calls, rateOf }) {
  /** @type {Map<string, string[]>} */
  const byName = new Map();
  for (const { name, protocol } of items) byName.set(name, [...(byName.get(name) ?? []), protocol]);
  return items.map((item) => {
    // Records have the name without the module, unless the program names its protocols otherwise.
    const recordedName = calls.has(item.protocol) ? item.protocol : item.name;
    const namesakes = recordedName === item.name ? byName.get(item.name) ?? [] : [];
    const { own, wider } = reasonsOf(item, interposers);
    return {
      ...item,
      // One that no type conforms to can be switched on all the same.
      interposed: item.interposed || own.length > 0,
      calls: calls.get(recordedName) ?? 0,
      rate: rateOf(recordedName),
      recordedName,
      namesakes: namesakes.filter((other) => other !== item.protocol),
      own,
      wider,
    };
  });
}

/** The rows that have each word in the name, the module or a type; a word with `*` is a pattern for one of them.
 * @param {ProtocolRow[]} rows @param {string} search */
export function matchingRows(rows, search) {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  /** @param {string} word @param {string} text */
  const isIn = (word, text) => (word.includes('*') ? matchesPattern(word, text) : text.toLowerCase().includes(word));
  return rows.filter(({ protocol, name, module, types }) =>
    words.every((word) => [protocol, name, module, ...types].some((text) => isIn(word, text)))
  );
}

const NAMES = new Intl.Collator('en', { numeric: true });

/**
 * Recorded protocols first, then those with most calls, then by name. Names that begin with an underscore, as those of
 * libraries' own protocols do, come last.
 * @param {ProtocolRow[]} rows
 * @param {string[]} [held]  full names of rows that keep their order, because somebody points at them
 * @returns {ProtocolRow[]}
 */
export function orderedRows(rows, held = []) {
  const places = new Map(held.map((protocol, place) => [protocol, place]));
  /** @param {ProtocolRow} row */
  const placeOf = ({ protocol }) => places.get(protocol) ?? held.length;
  return rows.toSorted((left, right) =>
    placeOf(left) - placeOf(right) ||
    Number(right.interposed) - Number(left.interposed) ||
    right.calls - left.calls ||
    Number(left.name.startsWith('_')) - Number(right.name.startsWith('_')) ||
    NAMES.compare(left.name, right.name) ||
    NAMES.compare(left.module, right.module)
  );
}
