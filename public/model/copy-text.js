// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// What the copy menu puts on the clipboard.

import { escapeText } from './escape-text.js';
import { formatDuration } from './format.js';
import { argumentTokens, outcomeTokens, tokensText } from './value-tokens.js';

/** A word of a POSIX shell: single quotes protect everything but themselves.
 * @param {string} text */
export function shellQuoted(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** @param {string} address absolute */
export function curlCommand(address) {
  return `curl -s ${shellQuoted(address)}`;
}

/** The call as one line that reads like Swift, with what came of it.
 * @param {Invocation} call */
export function callText(call) {
  const [, name = '', , accessor = ''] = /^([^(.]*)(\([^)]*\))?(\.(?:get|set))?/.exec(escapeText(call.selector)) ?? [];
  const outcome = tokensText(outcomeTokens(call));
  const arrow = call.state === 'threw' ? ` throws ${outcome}` : outcome ? ` -> ${outcome}` : '';
  const list = `(${tokensText(argumentTokens(call.arguments))})`;
  // A getter has no parentheses, a subscript has them before its accessor.
  const isSubscript = call.selector.includes('(');
  const signature = !accessor || isSubscript ? name + list + accessor : name + accessor + (list === '()' ? '' : list);
  return `${signature}${arrow}  // ${formatDuration(call.durationNanoseconds)}`;
}
