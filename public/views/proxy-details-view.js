// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// One proxy: what its delegate can do, requirement by requirement, and what has happened to it.

import { escapeText } from '../model/escape-text.js';
import { formatCount } from '../model/format.js';
import { parseInstant, timeOfDay } from '../model/instant.js';
import { eventSentence } from '../model/proxy-history.js';
import { answererOf, ANSWERERS, placeName, stateNotice, stateWord } from '../model/proxy-state.js';
import { createButton } from './button.js';
import { element, setShown } from './dom.js';
import { icon } from './icons.js';
import { selectorNodes } from './names.js';
import { createPane, createSection } from './pane.js';
import { targetName, targetState } from './proxies-view.js';

/**
 * @param {object} options
 * @param {() => void} options.onClose
 * @param {(id: string) => void} options.onShowCalls
 * @param {() => boolean} options.canFilter
 */
export function createProxyDetailsView({ onClose, onShowCalls, canFilter }) {
  const pane = createPane({ label: 'Details of the proxy', onClose });
  const show = createButton({
    icon: 'filter',
    label: 'Show the calls of this proxy',
    text: 'Show calls',
    onClick: () => onShowCalls(shown),
  });
  pane.actions.prepend(show);
  let shown = null;

  function drawAlive(proxy) {
    const state = targetState(proxy);
    pane.setTitle(proxy.protocol ?? `Proxy #${proxy.id}`);
    pane.facts.replaceChildren(
      element('span', { text: `proxy #${proxy.id}, ${stateWord(proxy)}` }),
      element('span', { text: `${placeName(proxy)} → ${targetName(proxy)}` }),
      ...(state === 'recorded'
        ? []
        : [element('span', { class: 'liveness', 'data-state': state, text: `target ${state}` })]),
    );
  }

  return {
    element: pane.element,
    /** @returns {boolean} whether that proxy is shown, be it alive or gone */
    isShowing: (id) => shown === String(id),
    /** The row of the list, until the whole proxy has been fetched. */
    showRow(row) {
      if (row && shown !== String(row.id)) this.update(row);
    },
    /** @param {object} proxy of `/api/v1/proxies/{id}`; of one that is gone only `id` and `history` */
    update(proxy) {
      shown = String(proxy.id);
      setShown(show, canFilter());
      setShown(pane.notice, proxy.isGone === true);
      pane.notice.textContent = proxy.isGone ? 'This proxy is gone. What happened to it is left.' : '';
      if (proxy.isGone) pane.setTitle(`Proxy #${proxy.id}`);
      else drawAlive(proxy);
      pane.body.replaceChildren(...[
        proxy.isGone ? null : stateSection(proxy),
        proxy.isGone ? null : requirementsOf(proxy),
        createSection('History', historyOf(proxy.history)),
      ].filter(Boolean));
    },
    focus: pane.focus,
    destroy() {},
  };
}

/** @returns {HTMLElement | null} null while the proxy is where it belongs */
function stateSection(proxy) {
  const notice = stateNotice(proxy);
  if (!notice) return null;
  return element(
    'div',
    { class: 'details__section proxystate', 'data-problem': notice.isProblem, role: 'status' },
    notice.isProblem ? icon('warning') : null,
    element(
      'div',
      { class: 'proxystate__text' },
      element('p', { text: notice.text }),
      notice.code ? element('pre', { class: 'empty__code', text: notice.code }) : null,
    ),
  );
}

function requirementsOf(proxy) {
  const requirements = proxy.requirements ?? [];
  if (proxy.isRecorded) return createSection('Calls', recordedCallsOf(requirements, proxy.calls === null));
  return createSection('Capabilities', capabilitiesOf(requirements, targetState(proxy) === 'alive'));
}

/** Of a recording it is known what was called, not what could have been. */
function recordedCallsOf(requirements, isUncounted) {
  if (requirements.length === 0) {
    const text = isUncounted
      ? 'The recording is too large to count the calls of each proxy.'
      : 'No call of it is kept.';
    return element('p', { class: 'details__note', text });
  }
  return tableOf(
    ['Selector', 'Calls', 'Unanswered'],
    requirements.map(({ selector, calls, unanswered }) =>
      element('tr', {}, nameCell(selector), numberCell(calls), numberCell(unanswered))
    ),
  );
}

function capabilitiesOf(requirements, hasTarget) {
  if (requirements.length === 0) {
    return element('p', { class: 'details__note', text: 'The server tells no requirements.' });
  }
  const heads = ['Selector', 'Answered by', 'Observers', 'Calls', 'Unanswered'];
  const rows = requirements.map((requirement) => ({ requirement, answerer: answererOf(requirement, hasTarget) }));
  return element('div', {}, legendOf(rows), tableOf(heads, rows.map(rowOf)));
}

/** What the words in the table mean that are in it. */
function legendOf(rows) {
  const words = Object.keys(ANSWERERS).filter((word) => rows.some(({ answerer }) => answerer.word === word));
  const lines = words.flatMap((word) => [
    element('dt', { class: 'capabilities__mark', 'data-answerer': word, text: word }),
    element('dd', { text: rows.find(({ answerer }) => answerer.word === word).answerer.meaning }),
  ]);
  if (rows.some(({ answerer }) => answerer.isHarmless)) {
    lines.push(
      element('dt', { class: 'capabilities__mark', 'data-harmless': true, text: 'grey' }),
      element('dd', { text: 'optional, returns nothing, and nobody implements it: nothing is missing' }),
    );
  }
  return element('dl', { class: 'legend' }, ...lines);
}

function tableOf(heads, rows) {
  return element(
    'table',
    { class: 'capabilities', 'data-columns': String(heads.length) },
    element('thead', {}, element('tr', {}, ...heads.map((text) => element('th', { scope: 'col', text })))),
    element('tbody', {}, ...rows),
  );
}

function nameCell(selector, ...more) {
  const name = selectorNodes(selector);
  return element('th', { scope: 'row', class: 'capabilities__selector' }, ...name, ...more.filter(Boolean));
}

const numberCell = (number) => element('td', { class: 'capabilities__number', text: formatCount(number) });

function rowOf({ requirement, answerer }) {
  const { isOptional, returnsValue, responds, signature } = requirement;
  const kind = `${isOptional ? 'optional' : 'required'}${returnsValue ? ', returns a value' : ''}`;
  const { word, meaning, isHarmless } = answerer;
  return element(
    'tr',
    { 'data-harmless': isHarmless },
    nameCell(
      requirement.selector,
      signature ? element('code', { class: 'capabilities__signature', text: escapeText(signature) }) : null,
      element('span', { class: 'capabilities__kind', text: kind }),
    ),
    element('td', {
      class: 'capabilities__mark',
      'data-answerer': word,
      title: `${responds ? 'responds' : 'does not respond'}: ${meaning}`,
      text: word,
    }),
    numberCell(requirement.observers),
    numberCell(requirement.calls),
    numberCell(requirement.unanswered),
  );
}

function historyOf(history) {
  if (!history?.length) return null;
  const line = (event) => {
    const at = parseInstant(event.at);
    return element(
      'li',
      { class: 'history__event', 'data-what': escapeText(event.what) },
      element('time', { class: 'history__time', datetime: event.at, text: timeOfDay(at) }),
      element('span', { text: eventSentence(event) }),
    );
  };
  return element('ol', { class: 'history' }, ...history.map(line));
}
