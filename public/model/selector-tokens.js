// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// A selector in two strengths. In `parser(_:foundCharacters:)` the labels tell one call from the next and the base
// name is the same in every row; in `parserDidStartDocument(_:)` the base name tells.

import { escapeText } from './escape-text.js';

/**
 * @param {string} selector as Swift prints it
 * @returns {{ text: string, isStrong: boolean }[]}
 */
export function selectorTokens(selector) {
  const text = escapeText(selector);
  const match = /^([^(]*)\(((?:[^():]+:)+)\)(.*)$/.exec(text);
  if (!match) return [{ text, isStrong: true }];
  const [, name, labels, rest] = match;
  const lead = /^(?:_:)*/.exec(labels)[0];
  const telling = labels.slice(lead.length);
  if (telling === '') return [{ text: name, isStrong: true }, { text: `(${labels})${rest}`, isStrong: false }];
  return [
    { text: `${name}(${lead}`, isStrong: false },
    { text: telling, isStrong: true },
    { text: `)${rest}`, isStrong: false },
  ];
}
