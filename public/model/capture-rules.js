// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Which calls are recorded: patterns that calls must match, and patterns that they must not match.

/** @typedef {{ include: string[], exclude: string[] }} CaptureRules */

/** The rules that a server is known to have.
 * @param {Status | null} status @returns {CaptureRules} */
export const rulesOf = (status) => ({ include: status?.include ?? [], exclude: status?.exclude ?? [] });

/** @param {CaptureRules} rules */
export const isSelective = ({ include, exclude }) => include.length + exclude.length > 0;

/** The patterns in a text with one on each line.
 * @param {string} text */
export const patternLines = (text) => text.split('\n').map((line) => line.trim()).filter((line) => line !== '');

/** The pattern for the calls of one selector.
 * @param {{ protocol: string, selector: string }} call */
export const selectorPattern = ({ protocol, selector }) => `${protocol}.${selector}`;

/** The list without the pattern if it has it, otherwise with it.
 * @param {string[]} patterns @param {string} pattern */
export const toggled = (patterns, pattern) =>
  patterns.includes(pattern) ? patterns.filter((each) => each !== pattern) : [...patterns, pattern];
