// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Colours of the style sheet for drawing on a canvas, which does not know custom properties.

import { element } from './dom.js';

/**
 * @param {HTMLElement} parent whose theme counts
 * @param {string[]} names of custom properties, without their dashes
 * @returns {Record<string, string>}
 */
export function readPalette(parent, names) {
  const probe = element('span', { hidden: true });
  parent.append(probe);
  const palette = Object.fromEntries(names.map((name) => {
    probe.style.color = `var(--${name})`;
    return [name, getComputedStyle(probe).color];
  }));
  probe.remove();
  return palette;
}
