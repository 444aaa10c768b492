// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Where a proxy is, whether it sees the calls, who would answer each of its requirements, and what happened to it.

import { escapeText } from './escape-text.js';

/** @typedef {'installed' | 'overwritten' | 'wrapped' | 'uninstalled' | 'ownerGone' | 'standalone' | 'unknown' | 'recorded'} ProxyState */

/** What a proxy is known by: its number, which in a fleet counts within its process.
 * @param {{ id: number | string, epoch?: string }} proxy */
export const proxyKey = ({ id, epoch }) => (epoch ? `${epoch}-${id}` : String(id));

/** The parts of that.
 * @param {string} key @returns {{ epoch: string | null, number: string }} */
export function parseProxyKey(key) {
  const [number, epoch = null] = key.split('-').reverse();
  return { epoch, number };
}

/** Whether the parent object's property still holds the proxy.
 * @param {Proxy} proxy @returns {string} a `ProxyState`, or what a newer server tells */
export function stateOf({ state, property, isInstalled, isRecorded }) {
  if (isRecorded) return 'recorded';
  if (state) return state;
  if (isInstalled) return 'installed';
  return property === null || property === undefined ? 'standalone' : 'overwritten';
}

/** @type {Record<string, string>} */
const WORDS = { ownerGone: 'owner gone' };

/** The state in a cell.
 * @param {Proxy} proxy */
export function stateWord(proxy) {
  const state = stateOf(proxy);
  return WORDS[state] ?? escapeText(state);
}

/** Parent object and property, such as `XMLParser.delegate`.
 * @param {Proxy} proxy */
export function placeName({ owner, property }) {
  return escapeText([owner ?? '–', property].filter(Boolean).join('.'));
}

/** @param {string | null | undefined} type */
const variableName = (type) => {
  const name = /[\p{L}_][\p{L}\p{N}_]*$/u.exec(type ?? '')?.[0] ?? 'owner';
  return name.replace(/^\p{Lu}+(?=\p{Lu}\p{Ll}|$)|^\p{Lu}/u, (start) => start.toLowerCase());
};

/** The line of Swift that puts a proxy back into the property.
 * @param {Proxy} proxy */
function healingCode({ type, protocol, owner }) {
  return `try ${escapeText(type ?? `${protocol}Proxy`)}.proxy(for: ${escapeText(variableName(owner))})`;
}

/** @typedef {{ isProblem: boolean, text: string, code: string | null }} Notice */

/** @type {Record<string, (proxy: Proxy) => Notice>} */
const NOTICES = {
  overwritten: (proxy) => ({
    isProblem: true,
    text: `${placeName(proxy)} was set to ${
      proxy.overwrittenBy ? escapeText(proxy.overwrittenBy) : 'something else'
    }, so that this proxy sees no calls any more. Ask for the proxy again: it goes back into the property${
      proxy.overwrittenBy === 'nil'
        ? ', without a forward delegate'
        : `, and ${proxy.overwrittenBy ? 'that object' : 'what is there now'} becomes its forward delegate`
    }.`,
    code: healingCode(proxy),
  }),
  wrapped: (proxy) => ({
    isProblem: false,
    text: `${placeName(proxy)} holds ${
      proxy.overwrittenBy ? `a ${escapeText(proxy.overwrittenBy)}` : 'another object'
    } that passes its calls on to this proxy. What that object keeps for itself is not recorded.`,
    code: null,
  }),
  uninstalled: (proxy) => ({
    isProblem: false,
    text: `The proxy was taken out of ${placeName(proxy)} and sees no calls.`,
    code: healingCode(proxy),
  }),
  unknown: (proxy) => ({
    isProblem: false,
    text: `Whether ${placeName(proxy)} still holds the proxy cannot be told: the parent object keeps its delegate elsewhere than in its own stored properties.`,
    code: null,
  }),
  ownerGone: () => ({ isProblem: false, text: 'The parent object is gone: there will be no more calls.', code: null }),
  standalone: () => ({
    isProblem: false,
    text: 'The proxy has no parent object: the program hands it over as a delegate itself.',
    code: null,
  }),
};

/**
 * What there is to say of a proxy's state, and what to do about it.
 * @param {Proxy} proxy
 * @returns {Notice | null}
 */
export function stateNotice(proxy) {
  return NOTICES[stateOf(proxy)]?.(proxy) ?? null;
}

/** What the words of the column “Answered by” mean, in the order in which they are explained.
 * @type {Record<string, string>} */
export const ANSWERERS = {
  handler: 'a closure of the program answers',
  target: 'the forward delegate implements it',
  'target?': 'the forward delegate conforms, but whether it has an implementation of its own or the empty default of ' +
    'the protocol answers cannot be told from outside',
  default: 'the forward delegate leaves it out: the declared default answers',
  nobody: 'neither a handler nor the forward delegate has it',
};

/**
 * Who would answer a requirement.
 * @param {Requirement} requirement
 * @param {boolean} hasTarget whether there is a forward delegate, and it is alive
 * @returns {{ word: string, meaning: string, isHarmless: boolean }} harmless is what was made to be left out: nobody
 *   waits for an answer
 */
export function answererOf({ hasHandler, isImplemented, isOptional, returnsValue }, hasTarget) {
  /** @param {string} word @param {string} [meaning] */
  const answer = (word, meaning = ANSWERERS[word]) => ({ word, meaning, isHarmless: false });
  if (hasHandler) return answer('handler');
  if (hasTarget && isImplemented === true) return answer('target');
  if (hasTarget && isImplemented !== false) return answer('target?');
  if (isOptional && returnsValue) return answer('default', hasTarget ? undefined : 'the declared default answers');
  const meaning = hasTarget ? ANSWERERS.nobody : 'there is no forward delegate';
  const isHarmless = Boolean(isOptional && !returnsValue);
  return { word: 'nobody', meaning: isHarmless ? `${meaning}; it may be left out` : meaning, isHarmless };
}

/** How many calls of a proxy went unanswered that should not have.
 * @param {Proxy} proxy */
export function harmfulUnanswered({ unanswered, requirements }) {
  if (!unanswered || !requirements) return unanswered ?? 0;
  const harmless = requirements.filter(({ isOptional, returnsValue }) => isOptional && !returnsValue);
  return Math.max(0, unanswered - harmless.reduce((sum, each) => sum + (each.unanswered ?? 0), 0));
}

/** @param {string | null | undefined} type */
const named = (type) => (type ? escapeText(type) : 'none');

/** @type {Record<string, (event: ProxyEvent) => string>} */
const SENTENCES = {
  installed: ({ target }) => `installed; forward delegate: ${named(target)}`,
  targetReplaced: ({ previousTarget, target }) =>
    `forward delegate replaced: ${named(previousTarget)} → ${named(target)}`,
  targetDied: ({ previousTarget, target }) => `forward delegate is gone: ${named(previousTarget ?? target)}`,
  healed: ({ target }) => `somebody had overwritten the property; the proxy went back, in front of ${named(target)}`,
  cycleRefused: () => 'a forward delegate was refused: it leads back to the proxy',
  neverFires: () => 'an observer will never be told',
  overwritten: () => 'the property was overwritten',
  wrapped: () => 'the property holds another object that passes its calls on to the proxy',
  ownerGone: () => 'the parent object is gone',
  uninstalled: () => 'uninstalled; the forward delegate went back into the property',
  gone: () => 'the proxy ended',
};

/** @param {ProxyEvent} event */
export function eventSentence(event) {
  const sentence = SENTENCES[event.what]?.(event) ?? escapeText(event.what ?? 'something happened');
  return event.detail ? `${sentence} (${escapeText(event.detail)})` : sentence;
}
