// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// What is odd about a call, in words.

const SENTENCES = {
  off_main: 'The call came on another thread than the main one, to which this proxy belongs.',
  target_gone: 'The forward delegate was gone when the call came.',
};

/** @returns {{ id: string, text: string }[]} one for each finding of a call */
export function findingsOf({ findings }) {
  return (findings ?? []).map((id) => ({ id, text: SENTENCES[id] ?? id.replaceAll('_', ' ') }));
}
