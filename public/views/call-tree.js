// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Where a call stands among others: the calls that led to it, itself, and the calls that it made.

import { outcomeWord } from '../model/call.js';
import { escapeText } from '../model/escape-text.js';
import { formatDuration } from '../model/format.js';
import { createBadge } from './badge.js';
import { element } from './dom.js';

const MOST_CHILDREN = 200;

/**
 * @param {{ onGo: (id: string) => void }} options
 */
export function createCallTree({ onGo }) {
  const root = element('ol', { class: 'calltree' });

  function line(call, depth, isCurrent) {
    const item = element('li', { class: 'calltree__line', 'aria-current': isCurrent ? 'true' : null });
    item.style.setProperty('--depth', depth);
    const text = call.selector ? escapeText(call.selector) : escapeText(call.id);
    item.append(
      isCurrent
        ? element('span', { class: 'calltree__name', text })
        : element('button', { class: 'calltree__name', type: 'button', onclick: () => onGo(call.id), text }),
    );
    if (call.selector) {
      item.append(
        createBadge(outcomeWord(call)),
        element('span', { class: 'calltree__time', text: formatDuration(call.durationNanoseconds) }),
      );
    }
    return item;
  }

  return {
    element: root,
    /** @param {object} call with `ancestors` and `children` once they are known */
    update(call) {
      const ancestors = call.ancestors ?? (call.parent ? [{ id: call.parent }] : []);
      const children = call.children ?? [];
      const lines = [...ancestors, call].map((each, depth) => line(each, depth, each === call));
      lines.push(...children.slice(0, MOST_CHILDREN).map((child) => line(child, ancestors.length + 1, false)));
      const left = children.length - MOST_CHILDREN;
      if (left > 0) lines.push(element('li', { class: 'calltree__line calltree__more', text: `and ${left} more` }));
      root.replaceChildren(...lines);
    },
    destroy() {},
  };
}
