// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Making elements. Text only ever enters the page as text nodes; there is no way here to pass HTML.

const SVG = 'http://www.w3.org/2000/svg';

/** Sets attributes; false, null and undefined leave an attribute out. */
function setAttributes(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else if (name === 'text') node.textContent = value;
    else node.setAttribute(name, value === true ? '' : value);
  }
}

/**
 * @param {string} tag
 * @param {Record<string, unknown>} [attributes] `text` is the text content; `onclick` and the like take a function
 * @param {...(Node | string | null | false | undefined)} children
 * @returns {HTMLElement}
 */
export function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  setAttributes(node, attributes);
  node.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** The same for SVG. @returns {SVGElement} */
export function graphic(tag, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  setAttributes(node, attributes);
  node.append(...children);
  return node;
}

/** Writes text only where it differs: the browser then has nothing to lay out anew. */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** Shows or hides a part of the page. */
export function setShown(node, isShown) {
  if (node.hidden === isShown) node.hidden = !isShown;
}

/** Sets an attribute to a value, or takes it away. */
export function setAttribute(node, name, value) {
  if (value === null || value === undefined || value === false) node.removeAttribute(name);
  else if (node.getAttribute(name) !== String(value)) node.setAttribute(name, String(value));
}

/**
 * Short text in several roles, as `value-tokens.js` makes it.
 * @param {{ role: string, text: string }[]} tokens
 * @returns {Node[]}
 */
export function tokenNodes(tokens) {
  return tokens.map(({ role, text }) =>
    role === 'punctuation'
      ? document.createTextNode(text)
      : element('span', { class: 'token', 'data-role': role, text })
  );
}
