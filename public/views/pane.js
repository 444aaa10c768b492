// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The frame that all panes of details share: a title, facts below it, actions beside it, and a body of sections.

import { createButton } from './button.js';
import { element } from './dom.js';
import { selectorNodes } from './names.js';

/** @param {{ label: string, onClose: () => void }} options */
export function createPane({ label, onClose }) {
  const title = element('h2', { class: 'details__selector', tabindex: '-1' });
  const facts = element('div', { class: 'details__facts' });
  const actions = element(
    'div',
    { class: 'details__actions' },
    createButton({ icon: 'close', label: 'Close', key: 'Esc', onClick: onClose }),
  );
  const notice = element('p', { class: 'notice', role: 'status', hidden: true });
  // What can be scrolled can be reached by keyboard.
  const body = element('div', { class: 'details__body', tabindex: '0', role: 'group', 'aria-label': 'Details' });
  const root = element(
    'section',
    { class: 'details', 'aria-label': label },
    element(
      'header',
      { class: 'details__header' },
      element('div', { class: 'details__heading' }, title, facts),
      actions,
    ),
    notice,
    body,
  );

  return {
    element: root,
    title,
    facts,
    actions,
    notice,
    body,
    /** @param {string} selector or any other name */
    setTitle: (selector) => title.replaceChildren(...selectorNodes(selector)),
  };
}

/**
 * @template Subject
 * @typedef {object} SubjectPaneOptions
 * @property {() => void} onClose
 * @property {(subject: Subject) => void} onShowCalls
 * @property {() => boolean} canFilter
 */

/**
 * The pane of something that has calls, with a button that shows them.
 * @template Subject
 * @param {{ label: string, noun: string } & SubjectPaneOptions<Subject>} options
 */
export function createSubjectPane({ label, noun, onClose, onShowCalls, canFilter }) {
  const pane = createPane({ label, onClose });
  /** @type {Subject | null} */
  let subject = null;
  const show = createButton({
    icon: 'filter',
    label: `Show the calls of this ${noun}`,
    text: 'Show calls',
    onClick: () => subject !== null && onShowCalls(subject),
  });
  pane.actions.prepend(show);
  return {
    ...pane,
    get subject() {
      return subject;
    },
    /** @param {Subject} next */
    setSubject(next) {
      subject = next;
      show.hidden = !canFilter();
    },
  };
}

/** Draws the content of a node only where something in it has changed: what is drawn anew every few seconds can't be
 * selected, and is read out each time. */
export function createMemory() {
  /** @type {WeakMap<Node, string>} */
  const keys = new WeakMap();
  /** @param {HTMLElement} node @param {unknown} content @param {() => Node[]} draw */
  return (node, content, draw) => {
    const key = JSON.stringify(content);
    if (keys.get(node) === key) return;
    keys.set(node, key);
    node.replaceChildren(...draw());
  };
}

/**
 * A part of a pane's body, drawn from `data`: one whose title and data are those of before is kept. Without content, it
 * is not shown.
 * @typedef {{ title: string, data: unknown[], draw: () => Node | null }} SectionContent
 */

/** Draws the sections of a body. Those that stay the same are not even moved: they keep what was opened, scrolled to,
 * selected and focused in them.
 * @param {HTMLElement} body */
export function createSections(body) {
  /** @type {Map<string, { data: unknown[], node: HTMLElement | null }>} by title */
  let drawn = new Map();

  /** @param {SectionContent} section */
  function drawnOf({ title, data, draw }) {
    const known = drawn.get(title);
    if (known && isSame(known.data, data)) return known;
    const content = draw();
    return { data, node: content && createSection(title, content) };
  }

  return {
    /** @param {SectionContent[]} sections  in one and the same order @param {HTMLElement[]} rest  below them */
    update(sections, ...rest) {
      drawn = new Map(sections.map((section) => [section.title, drawnOf(section)]));
      const nodes = [...[...drawn.values()].flatMap(({ node }) => node ?? []), ...rest];
      for (const node of [...body.childNodes]) if (!nodes.some((each) => each === node)) node.remove();
      nodes.forEach((node, index) => {
        if (body.childNodes[index] !== node) body.insertBefore(node, body.childNodes[index] ?? null);
      });
    },
    clear() {
      drawn.clear();
      body.replaceChildren();
    },
  };
}

/** Records of the same call come as other objects each time.
 * @param {unknown[]} data @param {unknown[]} other */
const isSame = (data, other) =>
  data.every((each, index) => each === other[index] || JSON.stringify(each) === JSON.stringify(other[index]));

/** @param {string} title @param {Node} content */
export const createSection = (title, content) =>
  element(
    'section',
    { class: 'details__section' },
    element('h3', { class: 'details__title', text: title }),
    content,
  );

/**
 * Names and values in two columns.
 * @param {[string, string | Node][]} rows
 */
export function pairs(rows) {
  return element(
    'dl',
    { class: 'pairs' },
    ...rows.flatMap(([name, value]) => [
      element('dt', { text: name }),
      element('dd', {}, value),
    ]),
  );
}
