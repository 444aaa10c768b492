// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// What the copy menu puts on the clipboard.

import { escapeText } from './escape-text.js';
import { formatDuration } from './format.js';
import { argumentTokens, outcomeTokens, tokensText } from './value-tokens.js';

/** A word of a POSIX shell: single quotes protect everything but themselves. */
export function shellQuoted(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** @param {string} address absolute */
export function curlCommand(address) {
  return `curl -s ${shellQuoted(address)}`;
}

/** @param {object} call */
export function callJSON(call) {
  return JSON.stringify(call, null, 2);
}

/** The call as one line that reads like Swift, with what came of it. */
export function callText(call) {
  const name = escapeText(call.selector).replace(/\(.*$/s, '');
  const outcome = tokensText(outcomeTokens(call));
  const arrow = call.state === 'threw' ? ` throws ${outcome}` : outcome ? ` -> ${outcome}` : '';
  return `${name}(${tokensText(argumentTokens(call.arguments))})${arrow}  // ${
    formatDuration(call.durationNanoseconds)
  }`;
}
