// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// What happened to a proxy, in words.

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
  overwritten: () => 'the property was overwritten',
  wrapped: () => 'the property holds another object that passes its calls on to the proxy',
  ownerGone: () => 'the parent object is gone',
  uninstalled: () => 'uninstalled; the forward delegate went back into the property',
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
