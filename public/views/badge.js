// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The small word that tells who produced an answer. Readable without colour: it is a word.

import { meaningOf } from '../model/call.js';
import { element } from './dom.js';

/** @param {string} word `target`, `default`, `threw`, … */
export function createBadge(word) {
  return element('span', { class: 'badge', 'data-word': word, title: meaningOf(word), text: word });
}
