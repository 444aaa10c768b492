// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The field that finds calls in a flame chart, and how many it found.

import { formatCount } from '../model/format.js';
import { element, setText } from './dom.js';

/**
 * @param {object} options
 * @param {() => void} options.onQuery  the text has changed
 * @param {(step: 1 | -1) => void} options.onStep  the next one, or the one before, is wanted
 */
export function createFlameSearchBox({ onQuery, onStep }) {
  const input = element('input', {
    class: 'flame__search',
    type: 'search',
    placeholder: 'Find a selector',
    'aria-label': 'Find in the chart',
    title: 'Enter goes to the next, Shift and Enter to the one before',
    spellcheck: 'false',
  });
  const count = element('span', { class: 'flame__found', role: 'status' });

  input.addEventListener('input', onQuery);
  input.addEventListener('keydown', (event) => {
    if (event.isComposing || !['Enter', 'Escape'].includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Enter') return onStep(event.shiftKey ? -1 : 1);
    input.value = '';
    onQuery();
  });

  return {
    elements: [count, input],
    get query() {
      return input.value.trim();
    },
    /** @param {number | null} found  null while nothing is looked for */
    update(found) {
      setText(count, found === null ? '' : `${formatCount(found)} found`);
    },
  };
}
