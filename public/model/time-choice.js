// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// What the time column counts from.

import { formatDuration } from './format.js';

/** @type {Record<string, { title: string, label: string }>} `title` heads the column, `label` is in its menu */
export const TIME_CHOICES = {
  clock: { title: 'Time', label: 'Time of day' },
  first: { title: 'Since first', label: 'Since the first call' },
  previous: { title: 'Since previous', label: 'Since the previous call' },
};

/** @param {unknown} stored @returns {string} a key of `TIME_CHOICES` */
export function validTimeChoice(stored) {
  return typeof stored === 'string' && Object.hasOwn(TIME_CHOICES, stored) ? stored : 'clock';
}

/**
 * @param {number | null} start      microseconds
 * @param {number | null} reference  microseconds
 * @returns {string} such as `+12.3 ms`; empty where there is nothing to count from
 */
export function relativeTime(start, reference) {
  if (start === null || reference === null) return '';
  return `${start < reference ? '−' : '+'}${formatDuration(Math.abs(start - reference) * 1000)}`;
}
