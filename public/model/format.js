// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Numbers, times and sizes as the page prints them. All of them tolerate null, which prints as a dash.

const GROUPED = new Intl.NumberFormat('en-US');
const NOTHING = '–';

/** @type {[number, string][]} */
const DURATION_UNITS = [
  [1e9, 's'],
  [1e6, 'ms'],
  [1e3, 'µs'],
];

/** Three significant digits, never in scientific notation.
 * @param {number} value */
function threeDigits(value) {
  if (value >= 100) return String(Math.round(value));
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

/**
 * @param {number | null | undefined} nanoseconds
 * @returns {string} such as `840 ns`, `1.84 µs`, `12.3 ms`, `2 min 05 s`
 */
export function formatDuration(nanoseconds) {
  if (nanoseconds === null || nanoseconds === undefined) return NOTHING;
  if (nanoseconds >= 59_950_000_000) return formatLongDuration(nanoseconds / 1e9);
  for (const [size, unit] of DURATION_UNITS) {
    // 999.6 µs would print as "1000 µs": it belongs to the next unit.
    if (nanoseconds >= size * 0.9995) return `${threeDigits(nanoseconds / size)} ${unit}`;
  }
  return `${Math.round(nanoseconds)} ns`;
}

/**
 * @param {number} seconds
 * @returns {string} the two largest units: `2 min 05 s`, `3 h 12 min`, `4 d 01 h`
 */
export function formatLongDuration(seconds) {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${whole} s`;
  /** @param {number} large @param {string} name @param {number} small @param {string} rest  units, and their names */
  const two = (large, name, small, rest) =>
    `${Math.floor(whole / large)} ${name} ${String(Math.floor((whole % large) / small)).padStart(2, '0')} ${rest}`;
  if (whole < 3600) return two(60, 'min', 1, 's');
  return whole < 86_400 ? two(3600, 'h', 60, 'min') : two(86_400, 'd', 3600, 'h');
}

/**
 * @param {number | null | undefined} count
 * @returns {string} with grouped thousands
 */
export function formatCount(count) {
  return count === null || count === undefined ? NOTHING : GROUPED.format(count);
}

/**
 * `formatCount` with its noun.
 * @param {number} count
 * @param {string} singular
 * @param {string} [plural]
 */
export function formatQuantity(count, singular, plural = `${singular}s`) {
  return `${formatCount(count)} ${count === 1 ? singular : plural}`;
}

/**
 * A count in at most four characters, for badges and axes.
 * @param {number} count
 */
export function formatShortCount(count) {
  if (count < 1000) return String(Math.round(count));
  if (count < 999_500) return `${threeDigits(count / 1e3).slice(0, 4).replace(/\.$/, '')}k`;
  if (count < 999_500_000) return `${threeDigits(count / 1e6).slice(0, 4).replace(/\.$/, '')}M`;
  return `${threeDigits(count / 1e9).slice(0, 4).replace(/\.$/, '')}G`;
}

/**
 * @param {number | null} rate  calls per second
 * @returns {string} one decimal while it is small
 */
export function formatRate(rate) {
  if (rate === null) return NOTHING;
  return rate === 0 || rate >= 9.95 ? formatCount(Math.round(rate)) : rate < 0.05 ? '< 0.1' : rate.toFixed(1);
}

/**
 * @param {number | null | undefined} bytes
 * @returns {string} in binary units
 */
export function formatBytes(bytes) {
  if (bytes === null || bytes === undefined) return NOTHING;
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1023.5 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return unit === 0 ? `${value} B` : `${threeDigits(value)} ${units[unit]}`;
}

/**
 * @param {number} share between 0 and 1
 */
export function formatShare(share) {
  if (share > 0 && share < 0.001) return '< 0.1 %';
  return `${(share * 100).toFixed(share >= 0.1 ? 0 : 1)} %`;
}
