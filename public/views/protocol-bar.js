// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// A chip for each protocol above the list: a click shows the calls of that protocol only, another click those of all.

import { escapeText } from '../model/escape-text.js';
import { formatCount, formatQuantity, formatShortCount } from '../model/format.js';
import { protocolChips } from '../model/protocol-chips.js';
import { element, setAttribute, setText } from './dom.js';

class ProtocolBar {
  element = element('div', { class: 'protocols', role: 'group', 'aria-label': 'Protocols' });
  #onToggle;
  #rows = [];
  #pressed = null;
  #isEnabled = true;
  /** @type {Map<string, { node: HTMLElement, label: HTMLElement, count: HTMLElement }>} */
  #chips = new Map();

  /** @param {{ onToggle: (protocol: string | null) => void }} options  null for all protocols */
  constructor({ onToggle }) {
    this.#onToggle = onToggle;
    this.element.addEventListener('wheel', (event) => this.#scroll(event), { passive: true });
  }

  /** @param {object[]} rows of `/api/v1/selectors` */
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

  destroy() {}

  /** A wheel that turns up and down moves the line sideways: it has no other way to go. */
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

/** @param {{ onToggle: (protocol: string | null) => void }} options */
export function createProtocolBar(options) {
  return new ProtocolBar(options);
}
