// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// One proxy: what its delegate can do, requirement by requirement, and what has happened to it.

import { escapeText } from '../model/escape-text.js';
import { formatCount } from '../model/format.js';
import { parseInstant, timeOfDay } from '../model/instant.js';
import { processName } from '../model/process-name.js';
import {
  answererOf,
  ANSWERERS,
  eventSentence,
  parseProxyKey,
  placeName,
  proxyKey,
  stateNotice,
  stateWord,
} from '../model/proxy-state.js';
import { element, setShown, setText } from './dom.js';
import { icon } from './button.js';
import { selectorNodes, wrapped, wrappedSelectorNodes } from './names.js';
import { createMemory, createSection, createSubjectPane } from './pane.js';
import { targetName, targetState } from './proxies-view.js';

/** @typedef {{ id: string, isGone: true, history: ProxyEvent[] }} GoneProxy  what is left of one */

/** @param {import('./pane.js').SubjectPaneOptions<string>} options  a subject is a proxy's id */
export function createProxyDetailsView(options) {
  const pane = createSubjectPane({ label: 'Details of the proxy', noun: 'proxy', ...options });
  const drawn = createMemory();
  const state = element('div');
  const requirements = element('div');
  const history = element('div');
  pane.body.append(state, requirements, history);

  /** @param {Proxy} proxy @returns {Node[]} */
  function factsOf(proxy) {
    const liveness = targetState(proxy);
    return [
      element('span', { text: `proxy #${proxy.id}, ${stateWord(proxy)}` }),
      element('span', { text: `${placeName(proxy)} → ${targetName(proxy)}` }),
      ...(proxy.process ? [element('span', { text: processName(proxy.process) })] : []),
      ...(liveness === 'recorded'
        ? []
        : [element('span', { class: 'liveness', 'data-state': liveness, text: `target ${liveness}` })]),
    ];
  }

  /** @param {Proxy} proxy */
  function drawAlive(proxy) {
    const { requirements: all = [], history: _, calls, unanswered, ...facts } = proxy;
    drawn(pane.facts, facts, () => factsOf(proxy));
    drawn(state, facts, () => stateSections(proxy));
    // Numbers change in place.
    const shapes = all.map(({ calls: _, unanswered: __, observers: ___, ...shape }) => shape);
    drawn(requirements, [facts, calls === null, shapes], () => [requirementsOf(proxy)]);
    const numbers = all.flatMap(({ observers, calls, unanswered }) =>
      proxy.isRecorded ? [calls, unanswered] : [observers, calls, unanswered]
    );
    requirements.querySelectorAll('.capabilities__number').forEach((cell, index) =>
      setText(cell, formatCount(numbers[index]))
    );
  }

  function drawGone() {
    for (const node of [pane.facts, state, requirements]) drawn(node, null, () => []);
  }

  return {
    element: pane.element,
    /** Whether that proxy is shown, be it alive or gone.
     * @param {string} id */
    isShowing: (id) => pane.subject === id,
    /** The row of the list, until the whole proxy has been fetched.
     * @param {Proxy | undefined} row */
    showRow(row) {
      if (row && pane.subject !== proxyKey(row)) this.update(row);
    },
    /** @param {Proxy | GoneProxy} proxy */
    update(proxy) {
      const isGone = 'isGone' in proxy;
      pane.setSubject(isGone ? proxy.id : proxyKey(proxy));
      setShown(pane.notice, isGone);
      setText(pane.notice, isGone ? 'This proxy is gone. What happened to it is left.' : '');
      const title = isGone ? `Proxy #${parseProxyKey(proxy.id).number}` : proxy.protocol ?? `Proxy #${proxy.id}`;
      drawn(pane.title, title, () => selectorNodes(title));
      if (isGone) drawGone();
      else drawAlive(proxy);
      const { history: events = [] } = proxy;
      drawn(history, events, () => (events.length > 0 ? [createSection('History', historyOf(events))] : []));
    },
  };
}

/** None while the proxy is where it belongs.
 * @param {Proxy} proxy */
function stateSections(proxy) {
  const notice = stateNotice(proxy);
  return notice ? [stateSection(notice)] : [];
}

/** @param {import('../model/proxy-state.js').Notice} notice */
function stateSection(notice) {
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

/** @param {Proxy} proxy */
function requirementsOf(proxy) {
  const requirements = proxy.requirements ?? [];
  if (proxy.isRecorded) return createSection('Calls', recordedCallsOf(requirements, proxy.calls === null));
  return createSection('Capabilities', capabilitiesOf(requirements, targetState(proxy) === 'alive'));
}

/** Of a recording it is known what was called, not what could have been.
 * @param {Requirement[]} requirements @param {boolean} isUncounted */
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

/** @param {Requirement[]} requirements @param {boolean} hasTarget */
function capabilitiesOf(requirements, hasTarget) {
  if (requirements.length === 0) {
    return element('p', { class: 'details__note', text: 'The server tells no requirements.' });
  }
  const heads = ['Selector', 'Answered by', 'Observers', 'Calls', 'Unanswered'];
  const rows = requirements.map((requirement) => ({ requirement, answerer: answererOf(requirement, hasTarget) }));
  return element('div', {}, legendOf(rows), tableOf(heads, rows.map(rowOf)));
}

/** @typedef {{ requirement: Requirement, answerer: ReturnType<typeof answererOf> }} CapabilityRow */

/** What the words in the table mean that are in it.
 * @param {CapabilityRow[]} rows */
function legendOf(rows) {
  const lines = Object.keys(ANSWERERS).flatMap((word) => {
    const row = rows.find(({ answerer }) => answerer.word === word);
    return row
      ? [
        element('dt', { class: 'capabilities__mark', 'data-answerer': word, text: word }),
        element('dd', { text: row.answerer.meaning }),
      ]
      : [];
  });
  if (rows.some(({ answerer }) => answerer.isHarmless)) {
    lines.push(
      element('dt', { class: 'capabilities__mark', 'data-harmless': true, text: 'grey' }),
      element('dd', { text: 'optional, returns nothing, and nobody implements it: nothing is missing' }),
    );
  }
  return element('dl', { class: 'legend' }, ...lines);
}

/** @param {string[]} heads @param {HTMLElement[]} rows */
function tableOf(heads, rows) {
  return element(
    'table',
    { class: 'capabilities', 'data-columns': String(heads.length) },
    element('thead', {}, element('tr', {}, ...heads.map((text) => element('th', { scope: 'col', text })))),
    element('tbody', {}, ...rows),
  );
}

/** @param {string} selector @param {...import('./dom.js').Child} more */
const nameCell = (selector, ...more) =>
  element('th', { scope: 'row', class: 'capabilities__selector' }, ...wrappedSelectorNodes(selector), ...more);

/** @param {number | undefined} number */
const numberCell = (number) => element('td', { class: 'capabilities__number', text: formatCount(number) });

/** @param {CapabilityRow} row */
function rowOf({ requirement, answerer }) {
  const { isOptional, returnsValue, responds, signature } = requirement;
  const kind = `${isOptional ? 'optional' : 'required'}${returnsValue ? ', returns a value' : ''}`;
  const { word, meaning, isHarmless } = answerer;
  return element(
    'tr',
    { 'data-harmless': isHarmless },
    nameCell(
      requirement.selector,
      signature ? element('code', { class: 'capabilities__signature' }, ...wrapped(escapeText(signature))) : null,
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

/** @param {ProxyEvent[]} history */
function historyOf(history) {
  const lines = history.map((event) =>
    element(
      'li',
      { class: 'history__event', 'data-what': escapeText(event.what) },
      element('time', { class: 'history__time', datetime: event.at, text: timeOfDay(parseInstant(event.at)) }),
      element('span', { text: eventSentence(event) }),
    )
  );
  return element('ol', { class: 'history' }, ...lines);
}
