// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Wall-clock instants of the wire format (RFC 3339, UTC, up to nanoseconds). They become whole microseconds since 1970,
// which a JavaScript number holds exactly until the year 2255.

const PATTERN = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/;

/**
 * @param {string | null | undefined} text
 * @returns {number | null} microseconds since 1970, or null for what is no instant
 */
export function parseInstant(text) {
  const match = PATTERN.exec(text ?? '');
  if (!match) return null;
  const seconds = Date.parse(match[1] + match[3]);
  if (Number.isNaN(seconds)) return null;
  return seconds * 1000 + Number((match[2] ?? '').slice(0, 6).padEnd(6, '0'));
}

/**
 * @param {number} microseconds
 * @returns {string} RFC 3339 in UTC with six decimals
 */
export function instantText(microseconds) {
  const whole = Math.round(microseconds);
  const seconds = Math.floor(whole / 1e6);
  const fraction = String(whole - seconds * 1e6).padStart(6, '0');
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}.${fraction}Z`;
}

/** @param {number} value */
const pad = (value) => String(value).padStart(2, '0');

/**
 * The local time of day, with `digits` decimals of the second.
 * @param {number | null} microseconds
 * @param {number} [digits] 0 to 6
 */
export function timeOfDay(microseconds, digits = 3) {
  if (microseconds === null) return '–';
  const date = new Date(Math.floor(microseconds / 1000));
  const clock = `${pad(date.getHours())}:${pad(date.getMinutes())}:${pad(date.getSeconds())}`;
  if (digits === 0) return clock;
  const fraction = String(((microseconds % 1e6) + 1e6) % 1e6).padStart(6, '0');
  return `${clock}.${fraction.slice(0, digits)}`;
}

/**
 * Local date and time with all digits, for details and tooltips.
 * @param {number | null} microseconds
 */
export function localDateTime(microseconds) {
  if (microseconds === null) return '–';
  const date = new Date(Math.floor(microseconds / 1000));
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())} ${timeOfDay(microseconds, 6)}`;
}
