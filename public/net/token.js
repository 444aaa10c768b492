// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The token of a server that requires one. It follows the `#` of the URL that the server prints, which browsers do not
// send, and is kept in the session storage of this origin. A cookie would be sent to every port of the machine.

const KEY = 'delegate-inspector/token';
// Tabs that nobody sees answer late on a busy machine. Who has no other tab waits this long to be told.
const PATIENCE_MILLISECONDS = 2_000;

/** @type {string | null} */
let token = null;
/** @type {BroadcastChannel | null} */
let channel = null;
/** @type {Promise<boolean> | null} */
let asking = null;
let received = () => {};

/**
 * The token in a fragment, and the fragment without it.
 * @param {string} fragment with or without its `#`
 */
export function takeToken(fragment) {
  const query = new URLSearchParams(fragment.replace(/^#/, ''));
  const found = query.get('token');
  query.delete('token');
  return { token: found, rest: query.toString() };
}

/** Moves the token out of the URL before other code reads it, or restores this tab's previous token. */
export function adoptToken() {
  readAddress();
  token ??= stored();
  // The URL was pasted into a tab with the page already open.
  addEventListener('hashchange', () => readAddress() && location.reload());
  channel = new BroadcastChannel(KEY);
  channel.onmessage = ({ data }) => {
    if (data.ask && token !== null) channel?.postMessage({ token });
    if (data.token && token === null) store(data.token);
    if (data.token) received();
  };
}

/** @returns {boolean} whether there was one */
function readAddress() {
  const { token: found, rest } = takeToken(location.hash);
  if (!found) return false;
  store(found);
  history.replaceState(null, '', `${location.pathname}${location.search}${rest ? `#${rest}` : ''}`);
  return true;
}

/** @param {string} text */
function store(text) {
  token = text;
  try {
    sessionStorage.setItem(KEY, text);
  } catch {
    // Kept until the page is left.
  }
}

function stored() {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Session storage belongs to one tab: asks other tabs of this origin for the token, unless this one has it by now.
 * @returns {Promise<boolean>} whether there is one */
export async function askOtherTabs() {
  if (token !== null || channel === null) return token !== null;
  asking ??= new Promise((done) => {
    received = () => done(true);
    setTimeout(() => done(false), PATIENCE_MILLISECONDS);
    channel?.postMessage({ ask: true });
  }).finally(() => {
    asking = null;
  });
  return asking;
}

export const hasToken = () => token !== null;

/** Header fields that authorize a request.
 * @returns {Record<string, string>} */
export const authorization = () => (token === null ? {} : { Authorization: `Bearer ${token}` });
