// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// One proxy: what its delegate can do, requirement by requirement, and what has happened to it.

import { escapeText } from '../model/escape-text.js';
import { formatCount } from '../model/format.js';
import { parseInstant, timeOfDay } from '../model/instant.js';
import { selectorTokens } from '../model/selector-tokens.js';
import { element } from './dom.js';
import { createPane, createSection, pairs } from './pane.js';
import { objectName, targetState } from './proxies-view.js';

/** `responds` may be a truth value, or `unknown` where Swift cannot tell. */
const RESPONDS = {
  true: ['yes', 'responds'],
  false: ['no', 'does not respond'],
  unknown: ['?', 'cannot be told: a default body looks like an implementation'],
};

/**
 * @param {{ onClose: () => void }} options
 */
export function createProxyDetailsView({ onClose }) {
  const pane = createPane({ label: 'Details of the proxy', onClose });

  let shown = null;

  return {
    element: pane.element,
    /** The row of the list, until the whole proxy has been fetched. */
    showRow(row) {
      if (shown !== String(row.id)) this.update(row);
    },
    /** @param {object} proxy of `/api/v1/proxies/{id}` */
    update(proxy) {
      shown = String(proxy.id);
      pane.setTitle(proxy.protocol);
      pane.facts.replaceChildren(
        element('span', { text: `proxy #${proxy.id}` }),
        element('span', { text: `${objectName(proxy.owner)} → ${objectName(proxy.target)}` }),
        element('span', { class: 'liveness', 'data-state': targetState(proxy), text: `target ${targetState(proxy)}` }),
      );
      pane.body.replaceChildren(...[
        createSection('Capabilities', capabilitiesOf(proxy.requirements ?? [])),
        createSection('History', historyOf(proxy.history)),
      ].filter(Boolean));
    },
    focus: pane.focus,
    destroy() {},
  };
}

function capabilitiesOf(requirements) {
  if (requirements.length === 0) {
    return element('p', { class: 'details__note', text: 'The server tells no requirements.' });
  }
  const heads = ['Selector', 'Kind', 'Responds', 'Observers', 'Calls', 'Unanswered'];
  return element(
    'table',
    { class: 'capabilities' },
    element('thead', {}, element('tr', {}, ...heads.map((text) => element('th', { scope: 'col', text })))),
    element('tbody', {}, ...requirements.map(rowOf)),
  );
}

function rowOf(requirement) {
  const isOptional = requirement.isOptional ?? requirement.optional ?? false;
  const isReturning = requirement.returnsValue ?? requirement.isReturning ?? requirement.returning ?? false;
  const [mark, meaning] = RESPONDS[requirement.responds] ?? ['–', ''];
  const name = selectorTokens(requirement.selector).map(({ text, isStrong }) =>
    element('span', { class: isStrong ? 'selector__telling' : 'selector__common', text })
  );
  return element(
    'tr',
    {},
    element('th', { scope: 'row', class: 'capabilities__selector' }, ...name),
    element('td', { text: `${isOptional ? 'optional' : 'required'}${isReturning ? ', returns' : ''}` }),
    element('td', {
      class: 'capabilities__mark',
      'data-responds': String(requirement.responds),
      title: meaning,
      text: mark,
    }),
    element('td', { class: 'capabilities__number', text: formatCount(requirement.observers) }),
    element('td', { class: 'capabilities__number', text: formatCount(requirement.calls) }),
    element('td', { class: 'capabilities__number', text: formatCount(requirement.unanswered) }),
  );
}

function historyOf(history) {
  if (!history?.length) return null;
  return pairs(history.map((entry) => [
    timeOfDay(parseInstant(entry.at ?? entry.time ?? entry.startedAt)),
    [entry.what ?? entry.event ?? entry.kind, entry.detail].filter(Boolean).map(escapeText).join(': '),
  ]));
}
