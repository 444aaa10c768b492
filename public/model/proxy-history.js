// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// What happened to a proxy, and what its delegate can do, in words.

import { escapeText } from './escape-text.js';

const named = (type) => (type ? escapeText(type) : 'none');

const SENTENCES = {
  installed: ({ target }) => `installed; forward delegate: ${named(target)}`,
  targetReplaced: ({ previousTarget, target }) =>
    `forward delegate replaced: ${named(previousTarget)} → ${named(target)}`,
  targetDied: ({ previousTarget, target }) => `forward delegate is gone: ${named(previousTarget ?? target)}`,
  healed: ({ target }) => `somebody had overwritten the property; the proxy went back, in front of ${named(target)}`,
  cycleRefused: () => 'a forward delegate was refused: it leads back to the proxy',
  neverFires: () => 'an observer will never be told',
  gone: () => 'the proxy ended',
};

/**
 * @param {{ what: string, target?: string, previousTarget?: string, detail?: string }} event  of `/api/v1/proxies/{id}`
 *   or of the stream
 * @returns {string}
 */
export function eventSentence(event) {
  const sentence = SENTENCES[event.what]?.(event) ?? escapeText(event.what ?? 'something happened');
  return event.detail ? `${sentence} (${escapeText(event.detail)})` : sentence;
}

/**
 * Who would answer a requirement.
 * @param {{ hasHandler?: boolean, isImplemented?: boolean | null }} requirement
 * @param {boolean} hasTarget whether there is a forward delegate, and it is alive
 * @returns {{ word: string, meaning: string }}
 */
export function answererOf({ hasHandler, isImplemented }, hasTarget) {
  if (hasHandler) return { word: 'handler', meaning: 'a closure of the program answers' };
  if (!hasTarget) return { word: 'nobody', meaning: 'there is no forward delegate' };
  if (isImplemented === true) return { word: 'target', meaning: 'the forward delegate implements it' };
  if (isImplemented === false) return { word: 'nobody', meaning: 'neither a handler nor the forward delegate has it' };
  return { word: 'target?', meaning: 'cannot be told: a default body looks like an implementation' };
}

/**
 * Whether the parent object's property still holds the proxy.
 * @returns {'installed' | 'overwritten' | 'standing in' | 'recorded'}
 */
export function placeOf({ property, isInstalled, isRecorded }) {
  if (isRecorded) return 'recorded';
  if (isInstalled) return 'installed';
  return property === null || property === undefined ? 'standing in' : 'overwritten';
}
