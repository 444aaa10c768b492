// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The order of calls. One program numbers its calls in the order of their starts (`seq`). In a fleet every process counts
// for itself, so that numbers repeat: there calls are ordered by their start, then by process and number.

import { parseInstant } from './instant.js';

/**
 * What rows are compared by: a number in a list of one process, a bigint in that of a fleet.
 * @typedef {number | bigint} Order
 *
 * A call in a request: its number, or in a fleet its whole id.
 * @typedef {number | string} CallName
 */

/** Bits of the parts of a bigint: start in microseconds, epoch, number, and room for what stands after the call. */
const EPOCH_BITS = 128n;
const NUMBER_BITS = 64n;
const AFTER_BITS = 2n;
const START_SHIFT = EPOCH_BITS + NUMBER_BITS + AFTER_BITS;
const EPOCH_CHARACTERS = Number(EPOCH_BITS / 8n);

/** @type {WeakMap<object, bigint>} */
const orders = new WeakMap();

/** The epoch in a call's or an event's id: it names the process.
 * @param {string | null | undefined} id */
export const epochOf = (id) => /^[0-9A-Za-z]+(?=-)/.exec(id ?? '')?.[0] ?? '';

/** @param {string} text  at most 16 characters count */
function textBits(text) {
  let bits = 0n;
  for (let index = 0; index < EPOCH_CHARACTERS; index += 1) {
    bits = (bits << 8n) | BigInt(text.charCodeAt(index) & 0xff || 0);
  }
  return bits;
}

/** @param {Pick<Invocation, 'id' | 'seq' | 'startedAt'>} call @returns {bigint} */
function fleetOrder({ id, seq, startedAt }) {
  const start = BigInt(parseInstant(startedAt) ?? 0) << START_SHIFT;
  return start | (textBits(epochOf(id)) << (NUMBER_BITS + AFTER_BITS)) | (BigInt(seq) << AFTER_BITS);
}

/** @param {Invocation} call @returns {Order} */
export function orderOf(call) {
  if (!call.process) return call.seq;
  let order = orders.get(call);
  if (order === undefined) orders.set(call, order = fleetOrder(call));
  return order;
}

/** The order of whatever starts after an instant, in a fleet.
 * @param {number} instant  microseconds since 1970 */
export const orderAfter = (instant) => BigInt(instant + 1) << START_SHIFT;

/** What a request calls a call.
 * @param {Invocation} call @returns {CallName} */
export const nameOf = (call) => (call.process ? call.id : call.seq);

/** A number by which places between known rows are estimated: `seq`, or the start in microseconds.
 * @param {Order} order */
export const scaleOf = (order) => (typeof order === 'bigint' ? Number(order >> START_SHIFT) : order);

/** After a call and the events that followed it, before the next call.
 * @param {Order} order */
export const gapAfter = (order) =>
  typeof order === 'bigint' ? ((order >> AFTER_BITS) << AFTER_BITS) + 2n : Math.floor(order) + 0.5;

/** After a call, before a gap behind it.
 * @param {Order} order */
export const justAfter = (order) => (typeof order === 'bigint' ? order + 1n : order + 0.25);

/** @param {Order} left @param {Order} right */
export const leastOf = (left, right) => (left < right ? left : right);
/** @param {Order} left @param {Order} right */
export const mostOf = (left, right) => (left > right ? left : right);

/** @param {Invocation} left @param {Invocation} right */
export function compareCalls(left, right) {
  const [one, other] = [orderOf(left), orderOf(right)];
  return one < other ? -1 : one > other ? 1 : 0;
}
