// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Making elements. Text only ever enters the page as text nodes; there is no way here to pass HTML.

const SVG = 'http://www.w3.org/2000/svg';

/**
 * `text` is the text content; false, null and undefined leave an attribute out; `onclick` and the like take a function.
 * @typedef {{ [name: string]: unknown, onclick?: (event: MouseEvent & { currentTarget: HTMLElement }) => void
 *   }} Attributes
 * @typedef {Node | string | null | false | undefined} Child  what is none is left out
 */

/** @param {Element} node @param {Attributes} attributes */
function setAttributes(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (typeof value === 'function') node.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else if (name === 'text') node.textContent = String(value);
    else node.setAttribute(name, value === true ? '' : String(value));
  }
}

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  setAttributes(node, attributes);
  appendTo(node, children);
  return node;
}

/** @param {Node & ParentNode} node @param {Child[]} children */
const appendTo = (node, children) =>
  node.append(...children.flatMap((child) => (child === null || child === undefined || child === false ? [] : [child])));

/** The same for SVG.
 * @param {string} tag @param {Attributes} [attributes] @param {...Child} children @returns {SVGElement} */
export function graphic(tag, attributes = {}, ...children) {
  const node = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
  setAttributes(node, attributes);
  appendTo(node, children);
  return node;
}

/** The element that an event happened in.
 * @param {Event} event */
export const targetOf = (event) => /** @type {HTMLElement} */ (event.target);

/** Writes text only where it differs: the browser then has nothing to lay out anew.
 * @param {Node} node @param {string} text */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** Shows or hides a part of the page.
 * @param {HTMLElement} node @param {boolean} isShown */
export function setShown(node, isShown) {
  if (node.hidden === isShown) node.hidden = !isShown;
}

/** Sets an attribute to a value, or takes it away.
 * @param {Element} node @param {string} name @param {unknown} value */
export function setAttribute(node, name, value) {
  if (value === null || value === undefined || value === false) node.removeAttribute(name);
  else if (node.getAttribute(name) !== String(value)) node.setAttribute(name, String(value));
}

/** Short text in several roles.
 * @param {import('../model/value-tokens.js').Token[]} tokens @returns {Node[]} */
export function tokenNodes(tokens) {
  return tokens.map(({ role, text }) =>
    role === 'punctuation'
      ? document.createTextNode(text)
      : element('span', { class: 'token', 'data-role': role, text })
  );
}

/**
 * Something that is dragged: `data-active` tells the style sheet meanwhile.
 * @param {HTMLElement} handle
 * @param {(event: PointerEvent) => (event: PointerEvent) => void} onPress  gives what every move does
 */
export function listenForDrags(handle, onPress) {
  handle.addEventListener('pointerdown', (event) => {
    event.preventDefault();
    handle.setPointerCapture(event.pointerId);
    handle.dataset.active = '';
    const abort = new AbortController();
    const { signal } = abort;
    handle.addEventListener('pointermove', onPress(event), { signal });
    handle.addEventListener('lostpointercapture', () => {
      delete handle.dataset.active;
      abort.abort();
    }, { signal });
  });
}

/**
 * Where an arrow, Home or End leads to in a row of things, around its ends.
 * @param {string} key @param {string} back  key of one step back @param {string} on  and of one step on
 * @param {number} place  where one is @param {number} count
 * @returns {number | null} null for another key
 */
export function steppedTo(key, back, on, place, count) {
  const next = { [back]: place - 1, [on]: place + 1, Home: 0, End: count - 1 }[key];
  return next === undefined || count === 0 ? null : (next + count) % count;
}

/** Closes a dialog on a click beside it. A drag out of it, as it selects text, is none.
 * @param {HTMLDialogElement} dialog  whose content covers it */
export function closeBeside(dialog) {
  let isBeside = false;
  dialog.addEventListener('pointerdown', ({ target }) => {
    isBeside = target === dialog;
  });
  dialog.addEventListener('click', ({ target }) => isBeside && target === dialog && dialog.close());
}
