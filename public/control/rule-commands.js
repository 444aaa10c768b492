// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Commands for rules and held calls.

/**
 * @param {Pick<import('../app.js').Parts, 'views' | 'navigation' | 'rules' | 'holding'> & {
 *   showCalls: (filter: string) => void, termsOf: (row: { protocol: string, selector: string }) => string }} parts
 */
export function createRuleCommands({ views, navigation, rules, holding, showCalls, termsOf }) {
  return {
    showRules: () => navigation.go({ tab: 'rules' }),
    switchRulesOff: () => rules.switchAllOff(),
    newRule: () => rules.begin(),
    /** Begins a rule for the calls of a selector.
     * @param {{ protocol: string, selector: string }} row @param {Partial<import('./rules.js').RuleDraft>} draft */
    newRuleFor: (row, draft) => rules.begin({ ...draft, filter: termsOf(row) }),
    /** @param {Rule} rule */
    openRule: ({ id }) => navigation.replace({ rule: String(id) }),
    /** @param {number} id */
    showRule: (id) => navigation.go({ tab: 'rules', rule: String(id) }),
    /** @param {Rule} rule */
    showCallsOfRule: ({ id }) => showCalls(`rule:${id}`),
    /** @param {Rule} rule @param {boolean} enabled */
    switchRule: (rule, enabled) => rules.switch(rule, enabled),
    /** @param {Rule} rule */
    duplicateRule: (rule) => rules.duplicate(rule),
    /** @param {Rule} rule */
    removeRule: (rule) => rules.remove(rule),
    /** @param {Rule | null} rule @param {import('./rules.js').RuleDraft} draft */
    saveRule: (rule, draft) => rules.save(rule, draft),
    saveRulesFile: () => rules.saveToFile(),
    loadRulesFile: () => rules.chooseFile(),
    /** Shows the held calls, and lets the keyboard decide on them. */
    focusHeld() {
      if (holding.calls.rows.length === 0) return false;
      navigation.go({ tab: 'traffic' });
      return views.held.focus();
    },
    leaveHeld: () => views.traffic.focus(),
    /** @param {number} id @param {HeldDecision} decision */
    decideHeld: (id, decision) => holding.decide(id, decision),
    releaseAll: () => holding.releaseAll(),
  };
}
