// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Ids of the wire format: `<epoch>-<number>`, for records (the number is `seq`) and for stream events (`position`).

/**
 * @param {string | null | undefined} text
 * @returns {{ epoch: string, number: number } | null}
 */
export function parseEventId(text) {
  const match = /^([0-9A-Za-z]+)-(\d+)$/.exec(text ?? '');
  return match ? { epoch: match[1], number: Number(match[2]) } : null;
}

/** @returns {string} */
export function recordId(epoch, seq) {
  return `${epoch}-${seq}`;
}
