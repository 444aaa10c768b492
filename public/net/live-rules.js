// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The rules of the program as the page knows them: read when there are any, kept up to date by the stream.

import { isActing } from '../model/rules.js';

/** @typedef {{ kind: 'added' | 'changed' | 'removed' | 'exhausted', rule: Rule }} RuleEvent */

export class LiveRules {
  /** @type {Rule[]} in the order of their numbers */
  items = [];
  /** Whether the program lets clients change them. */
  allowed = false;
  /** Whether the list has been read. */
  isLoaded = false;

  #options;
  #isLoading = false;

  /** @param {{ api: Pick<import('./api.js').API, 'rules'>, onChange: () => void }} options */
  constructor(options) {
    this.#options = options;
  }

  /** How many may act.
   * @param {number} now  milliseconds since 1970 */
  acting(now) {
    return this.items.filter((rule) => isActing(rule, now)).length;
  }

  /** @param {Status | null} status */
  statusChanged(status) {
    if (status === null) return;
    const { rules } = status;
    this.allowed = rules?.allowed ?? false;
    if (!rules) this.#replace([], false);
    else if (rules.count !== this.items.length) void this.load();
  }

  async load() {
    if (this.#isLoading) return;
    this.#isLoading = true;
    const reply = await this.#options.api.rules().catch(() => null);
    this.#isLoading = false;
    if (reply) this.take(reply);
  }

  /** @param {RulesReply} reply */
  take({ items, allowed }) {
    this.allowed = allowed;
    this.#replace(items, true);
  }

  /** @param {RuleEvent} event */
  heard({ kind, rule }) {
    const others = this.items.filter(({ id }) => id !== rule.id);
    this.#replace(kind === 'removed' ? others : [...others, rule], this.isLoaded);
  }

  /** The connection is there again: rules may have changed meanwhile. */
  reconnected() {
    if (this.items.length > 0) void this.load();
  }

  /** @param {Rule[]} items @param {boolean} isLoaded */
  #replace(items, isLoaded) {
    const isSame = items.length === 0 && this.items.length === 0 && isLoaded === this.isLoaded;
    this.items = [...items].sort((left, right) => left.id - right.id);
    this.isLoaded = isLoaded;
    if (!isSame) this.#options.onChange();
  }
}
