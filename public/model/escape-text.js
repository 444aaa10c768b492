// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Recorded text is hostile until proven otherwise: characters that are invisible, that move the caret or that turn the
// reading direction are replaced by the escape that Swift would print for them.

const NAMED = new Map([
  [0x00, '\\0'],
  [0x09, '\\t'],
  [0x0a, '\\n'],
  [0x0d, '\\r'],
]);

// C0 and C1 controls, soft hyphen, Arabic letter mark, zero-width space, direction marks and overrides, line and
// paragraph separators, word joiner and its invisible kin, byte order mark, annotation anchors, tag characters, lone
// surrogates. The zero-width joiners stay: emoji and several scripts need them.
const INVISIBLE = new RegExp(
  [
    '[\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u180e\\u200b\\u200e\\u200f]',
    '[\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb]',
    '[\\u{e0000}-\\u{e007f}]',
    '\\p{Surrogate}',
  ].join('|'),
  'gu',
);

/** The escape of one character, as a Swift string literal would spell it.
 * @param {string} character */
function escapeOf(character) {
  const code = character.codePointAt(0) ?? 0;
  return NAMED.get(code) ?? `\\u{${code.toString(16).toUpperCase()}}`;
}

/** Replaces what cannot be seen, or would change how the rest is seen, by a visible escape.
 * @param {unknown} text */
export function escapeText(text) {
  return String(text).replace(INVISIBLE, escapeOf);
}

/** The text as the inside of a Swift string literal: backslashes and quotes are escaped too.
 * @param {string} text */
export function escapeLiteral(text) {
  return escapeText(String(text).replace(/[\\"]/g, '\\$&'));
}

/** Escapes what is invisible but keeps the lines.
 * @param {string} text */
export function escapeLines(text) {
  return text.split('\n').map(escapeText).join('\n');
}
