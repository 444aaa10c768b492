// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// One held call: what it is, the time that is left, and what can be done with it, by buttons and by keys.

import { callName, wholeCallText } from '../model/call-line.js';
import { derivedOf } from '../model/call.js';
import { escapeText } from '../model/escape-text.js';
import { DECISIONS, reasonAgainst } from '../model/held-decision.js';
import { remainingMilliseconds, remainingText } from '../model/held-calls.js';
import { pointText } from '../model/rules.js';
import { outcomeTokens } from '../model/value-tokens.js';
import { createSmallButton } from './button.js';
import { element, setAttribute, setShown, setText, targetOf, tokenNodes } from './dom.js';
import { createHeldPanel } from './held-panel.js';

/**
 * @typedef {import('../model/held-calls.js').HeldRow} HeldRow
 *
 * @typedef {object} HeldRowOptions
 * @property {(id: number, decision: HeldDecision) => Promise<import('../control/holding.js').DecisionProblem | null>}
 *   onDecide
 * @property {(rule: number) => void} onOpenRule
 * @property {(id: number, step: number) => void} onStep  to another row
 * @property {() => void} onLeave
 */

/** @param {HeldRow} first @param {HeldRowOptions} options */
export function createHeldRow(first, { onDecide, onOpenRule, onStep, onLeave }) {
  const { id } = first.held;
  const { held } = first;
  const total = Math.max(1, first.deadlineAt - first.arrivedAt);
  const rule = element('button', {
    class: 'held__rule',
    type: 'button',
    title: `Open rule ${held.rule}`,
    text: `rule ${held.rule}`,
    onclick: () => onOpenRule(held.rule),
  });
  const where = element('span', {
    class: 'held__point',
    title: pointText(/** @type {NewRule} */ ({ point: held.point })),
    text: held.point,
  });
  const outcome = outcomeTokens(held.call);
  const arrow = held.point === 'after' && outcome.length > 0 ? [' → ', ...tokenNodes(outcome)] : [];
  const call = element(
    'span',
    { class: 'held__call', title: wholeCallText(held.call) },
    ...tokenNodes(derivedOf(held.call).line),
    ...arrow,
  );
  const bar = element('span', { class: 'held__left' });
  const time = element('span', { class: 'held__seconds' });
  const farewell = element('span', { class: 'held__farewell', role: 'status' });
  const clock = element('span', { class: 'held__time', title: 'Then the call continues unchanged' }, time,
    element('span', { class: 'held__track', 'aria-hidden': 'true' }, bar));
  const buttons = DECISIONS.map(({ action, label, key, hint, form }) => {
    const reason = reasonAgainst(held, action);
    const button = createSmallButton(label, () => (form ? open(form) : void decide({ action })));
    button.title = reason === null ? `${hint} (${key})` : escapeText(reason);
    button.disabled = !held.can.includes(action);
    // Its place stays, so that the buttons of all rows stand below each other.
    setAttribute(button, 'data-absent', button.disabled && reason === null);
    button.dataset.action = action;
    if (form) button.setAttribute('aria-expanded', 'false');
    return button;
  });
  const actions = element('span', { class: 'held__actions' }, ...buttons);
  const problem = element('p', { class: 'valuefield__problem held__problem', role: 'alert', hidden: true });
  const row = element(
    'div',
    { class: 'held__row', role: 'group', tabindex: '0', 'aria-label': labelOf(held) },
    rule,
    where,
    call,
    clock,
    farewell,
    actions,
  );
  const root = element('li', { class: 'held__item' }, row, problem);
  /** @type {import('./held-panel.js').HeldPanel | null} */
  let panel = null;
  let isOver = false;
  let isDeciding = false;

  row.addEventListener('keydown', (event) => {
    if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey || !used(event)) return;
    event.preventDefault();
    event.stopPropagation();
  });

  /** @param {KeyboardEvent} event @returns {boolean} whether the key has a meaning here */
  function used({ key, repeat, target }) {
    if (key === 'Escape') onLeave();
    else if (key === 'ArrowDown' || key === 'j') onStep(id, 1);
    else if (key === 'ArrowUp' || key === 'k') onStep(id, -1);
    else {
      const decision = DECISIONS.find((each) => each.key === key);
      const button = buttons.find(({ dataset }) => dataset.action === decision?.action);
      if (!decision) return false;
      // The focus goes on to the next call: a key that is held down would decide on calls that nobody has looked at.
      if (repeat) return true;
      // On a button, Enter presses the button.
      if (key === 'Enter' && target !== row) return false;
      if (button && !isOver) button.click();
    }
    return true;
  }

  /** @param {import('../model/held-decision.js').FormKind} kind */
  function open(kind) {
    if (isDeciding) return;
    const isSame = buttons.find(({ dataset }) => dataset.action === kind)?.getAttribute('aria-expanded') === 'true';
    close();
    if (isSame) return;
    panel = createHeldPanel({ held, kind, onDecide: decide, onClose: leavePanel });
    root.append(panel.element);
    buttons.find(({ dataset }) => dataset.action === kind)?.setAttribute('aria-expanded', 'true');
    panel.focus();
  }

  function close() {
    panel?.element.remove();
    panel = null;
    for (const button of buttons) if (button.hasAttribute('aria-expanded')) button.setAttribute('aria-expanded', 'false');
  }

  function leavePanel() {
    close();
    row.focus();
  }

  /** @param {HeldDecision} decision */
  async function decide(decision) {
    if (isDeciding) return null;
    isDeciding = true;
    for (const button of buttons) setAttribute(button, 'aria-disabled', 'true');
    const refusal = await onDecide(id, decision).finally(() => (isDeciding = false));
    for (const button of buttons) button.removeAttribute('aria-disabled');
    setShown(problem, refusal !== null && panel === null);
    setText(problem, panel === null ? refusal?.message ?? '' : '');
    return refusal;
  }

  return {
    element: root,
    focus: () => row.focus(),
    /** @param {HeldRow} next @param {number} now */
    update(next, now) {
      const left = remainingMilliseconds(next, now);
      setText(time, remainingText(left));
      bar.style.width = `${Math.min(1, left / total) * 100}%`;
      setAttribute(root, 'data-urgent', left < 3000);
      if (next.farewell === null) return;
      setText(farewell, next.farewell);
      if (isOver) return;
      isOver = true;
      const hadFocus = root.contains(document.activeElement);
      close();
      setShown(problem, false);
      setShown(actions, false);
      setShown(clock, false);
      root.dataset.over = '';
      if (hadFocus) row.focus();
    },
  };
}

/** @param {Held} held */
const labelOf = ({ call, rule, point }) =>
  `Held call ${callName(call)}, rule ${rule}, ${pointText(/** @type {NewRule} */ ({ point }))}`;

/** @typedef {ReturnType<typeof createHeldRow>} HeldRowView */
