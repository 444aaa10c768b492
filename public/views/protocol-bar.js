// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// A chip for each protocol above the list: a click shows the calls of that protocol only, another click those of all.

import { escapeText } from '../model/escape-text.js';
import { formatCount, formatQuantity, formatShortCount } from '../model/format.js';
import { protocolChips } from '../model/protocol-chips.js';
import { element, setAttribute, setText } from './dom.js';

/** @typedef {{ node: HTMLButtonElement, label: HTMLElement, count: HTMLElement }} Chip */

export class ProtocolBar {
  element = element('div', { class: 'protocols', role: 'group', 'aria-label': 'Protocols' });
  #onToggle;
  /** @type {{ protocol: string, calls: number }[]} */
  #rows = [];
  /** @type {string | null} */
  #pressed = null;
  #isEnabled = true;
  /** @type {Map<string, Chip>} */
  #chips = new Map();

  /** @param {{ onToggle: (protocol: string | null) => void }} options  null for all protocols */
  constructor({ onToggle }) {
    this.#onToggle = onToggle;
    this.element.addEventListener('wheel', (event) => this.#scroll(event), { passive: true });
  }

  /** @param {{ protocol: string, calls: number }[]} rows of `/api/v1/selectors` */
  update(rows) {
    this.#rows = rows;
    this.#draw();
  }

  /** @param {string | null} protocol that the filter asks for @param {boolean} isEnabled whether there is a filter */
  setPressed(protocol, isEnabled) {
    this.#pressed = protocol;
    this.#isEnabled = isEnabled;
    this.#draw();
  }

  /** A wheel that turns up and down moves the line sideways: it has no other way to go.
   * @param {WheelEvent} event */
  #scroll({ deltaX, deltaY }) {
    if (Math.abs(deltaY) > Math.abs(deltaX)) this.element.scrollLeft += deltaY;
  }

  #draw() {
    const chips = protocolChips(this.#rows, [...this.#chips.keys()]);
    for (const [name, { node }] of this.#chips) {
      if (chips.some(({ protocol }) => protocol === name)) continue;
      node.remove();
      this.#chips.delete(name);
    }
    chips.forEach((chip, place) => this.#drawChip(chip, place));
  }

  /** @param {import('../model/protocol-chips.js').ProtocolChip} chip @param {number} place */
  #drawChip({ protocol, label, calls }, place) {
    const chip = this.#chips.get(protocol) ?? this.#makeChip(protocol);
    if (this.element.children[place] !== chip.node) {
      this.element.insertBefore(chip.node, this.element.children[place] ?? null);
    }
    setText(chip.label, label);
    setText(chip.count, calls < 10_000 ? formatCount(calls) : formatShortCount(calls));
    setAttribute(chip.node, 'title', `${escapeText(protocol)}: ${formatQuantity(calls, 'call')} so far`);
    setAttribute(chip.node, 'aria-pressed', String(protocol === this.#pressed));
    chip.node.disabled = !this.#isEnabled;
  }

  /** @param {string} protocol */
  #makeChip(protocol) {
    const label = element('span');
    const count = element('span', { class: 'chip__count' });
    const toggle = () => this.#onToggle(protocol === this.#pressed ? null : protocol);
    const node = element(
      'button',
      { class: 'chip', type: 'button', 'data-protocol': protocol, onclick: toggle },
      label,
      count,
    );
    const chip = { node, label, count };
    this.#chips.set(protocol, chip);
    return chip;
  }
}
