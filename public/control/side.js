// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The details beside a tab: which of them belong there, and what is left of the page when they are closed.

/** @typedef {'call' | 'selector' | 'proxy' | 'compared' | 'protocol' | 'rule'} SideKind */

export class Side {
  #parts;

  /** @param {Pick<import('../app.js').Parts, 'views' | 'navigation' | 'opened' | 'server' | 'live'>} parts */
  constructor(parts) {
    this.#parts = parts;
  }

  /** What is shown.
   * @returns {SideKind | null} */
  get kind() {
    const { views, navigation } = this.#parts;
    const { tab, call, selector, proxy, protocol, rule } = navigation.state;
    if (tab === 'rules') return rule === 'new' || (rule && views.rules.rowWith(rule)) ? 'rule' : null;
    if (tab === 'protocols') return protocol && views.protocols.rowWith(protocol) ? 'protocol' : null;
    if (tab === 'selectors') return selector && views.selectors.rowWith(selector) ? 'selector' : null;
    if (tab === 'compare') return selector && views.compare.rowWith(selector) ? 'compared' : null;
    if (tab === 'proxies') return proxy && this.#isProxyKnown(proxy) ? 'proxy' : null;
    return call && tab !== 'unanswered' && tab !== 'calltree' ? 'call' : null;
  }

  /** @param {string} id */
  #isProxyKnown(id) {
    const { proxies, proxyDetails } = this.#parts.views;
    return proxies.rowWith(id) !== undefined || proxyDetails.isShowing(id);
  }

  draw() {
    const { views, navigation, opened, server } = this.#parts;
    const { kind } = this;
    const { selector, proxy, protocol, rule } = navigation.state;
    views.details.element.hidden = kind !== 'call';
    views.selectorDetails.element.hidden = kind !== 'selector';
    views.proxyDetails.element.hidden = kind !== 'proxy';
    views.compareDetails.element.hidden = kind !== 'compared';
    views.protocolDetails.element.hidden = kind !== 'protocol';
    views.ruleDetails.element.hidden = kind !== 'rule';
    if (kind === 'call') {
      views.details.update(opened, {
        marks: server.has('marks'),
        filter: server.has('filter'),
        backtraces: server.has('backtraces'),
        traceLink: server.status?.traceLink ?? null,
      });
    }
    if (kind === 'selector') {
      const row = views.selectors.rowWith(selector);
      if (row) views.selectorDetails.update(row);
    }
    if (kind === 'compared') {
      views.compare.setSelected(selector);
      const row = views.compare.rowWith(selector);
      if (row) views.compareDetails.update(row);
    }
    if (kind === 'proxy') {
      views.proxies.grid.setSelected(proxy);
      views.proxyDetails.showRow(views.proxies.rowWith(proxy));
    }
    if (kind === 'protocol') {
      views.protocols.setSelected(protocol);
      const row = views.protocols.rowWith(protocol);
      if (row) views.protocolDetails.showRow(row);
    }
    if (kind === 'rule') {
      views.rules.setSelected(rule === 'new' ? null : rule);
      views.ruleDetails.update(views.rules.rowWith(rule) ?? null, this.#parts.live.allowed);
    }
    views.split.update(kind !== null);
  }

  /** @returns {boolean} false when there is nothing to close */
  close() {
    const { kind } = this;
    const { views, navigation } = this.#parts;
    if (kind === null) return false;
    const hadFocus = views.side.contains(document.activeElement);
    navigation.go({ [kind === 'compared' ? 'selector' : kind]: null });
    if (hadFocus) views[navigation.state.tab].focus();
    return true;
  }
}
