// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The state of the page that belongs into its address: what a copied link shows to somebody else.

import { parseEventId } from './call.js';
import { WEIGHTS } from './tree-rows.js';

/** @typedef {'traffic' | 'selectors' | 'proxies' | 'running' | 'unanswered' | 'flame' | 'calltree' | 'compare' |
 *   'protocols' | 'rules' | 'programs'} Tab */

/** @type {Tab[]} */
export const TABS = [
  'traffic',
  'selectors',
  'proxies',
  'running',
  'unanswered',
  'flame',
  'calltree',
  'compare',
  'protocols',
  'rules',
  'programs',
];

/** Kinds of change by which a comparison can be narrowed. */
const CHANGES = /^[a-z]+(,[a-z]+)*$/;
const LONGEST_RUN_NAME = 4096;

/**
 * @typedef {object} PageState
 * @property {Tab} tab
 * @property {string} filter
 * @property {string | null} call      id of the opened call
 * @property {string | null} proxy     number of the opened proxy, in a fleet after the epoch of its process and a dash
 * @property {string | null} selector  key of the opened selector
 * @property {string | null} sort      `column` or `-column` (descending); null is the order of time
 * @property {string | null} before    name of the first run that is compared; null is the server's choice
 * @property {string | null} after     name of the second one
 * @property {string} changes          kinds of change that are wanted, with commas; empty is all that differ
 * @property {'selectors' | 'calls'} by what is compared
 * @property {string} ignore           filter of the calls that a comparison by calls leaves out
 * @property {string | null} protocol  full name of the opened protocol
 * @property {string} search           text by which the list of protocols is narrowed
 * @property {string | null} rule      number of the opened rule, or `new`
 * @property {'topDown' | 'bottomUp'} direction  of the call tree
 * @property {string} weight           by which siblings in it are ordered: one of `WEIGHTS`
 * @property {boolean} isPaused
 */

/** @type {Readonly<PageState>} */
export const INITIAL_STATE = Object.freeze({
  tab: 'traffic',
  filter: '',
  call: null,
  proxy: null,
  selector: null,
  sort: null,
  before: null,
  after: null,
  changes: '',
  by: 'selectors',
  ignore: '',
  protocol: null,
  search: '',
  rule: null,
  direction: 'topDown',
  weight: 'total',
  isPaused: false,
});

/**
 * @param {string} fragment with or without its `#`
 * @returns {PageState} unknown and malformed parts fall back to the initial state
 */
export function stateFromFragment(fragment) {
  const query = new URLSearchParams(fragment.replace(/^#/, ''));
  /** @param {string} name @param {RegExp} pattern  of what may stand there */
  const read = (name, pattern) => pattern.exec(query.get(name) ?? '')?.[0] ?? null;
  return {
    tab: TABS.find((tab) => tab === query.get('tab')) ?? INITIAL_STATE.tab,
    filter: query.get('filter') ?? '',
    call: parseEventId(query.get('call')) && query.get('call'),
    proxy: read('proxy', /^(?:[0-9A-Za-z]+-)?\d+$/),
    selector: query.get('selector'),
    sort: read('sort', /^-?[A-Za-z0-9]+$/),
    before: runOf(query.get('before')),
    after: runOf(query.get('after')),
    changes: read('changes', CHANGES) ?? '',
    by: query.get('by') === 'calls' ? 'calls' : 'selectors',
    ignore: query.get('ignore') ?? '',
    protocol: query.get('protocol'),
    search: query.get('search') ?? '',
    rule: read('rule', /^(?:\d{1,15}|new)$/),
    direction: query.get('direction') === 'bottomUp' ? 'bottomUp' : 'topDown',
    weight: Object.keys(WEIGHTS).find((each) => each === query.get('weight')) ?? INITIAL_STATE.weight,
    isPaused: query.get('paused') === '1',
  };
}

/** The kinds of change that are wanted.
 * @param {PageState} state @returns {string[]} */
export const kindsOf = ({ changes }) => changes.split(',').filter(Boolean);

/** @param {string | null} name */
const runOf = (name) => (name && name.length <= LONGEST_RUN_NAME ? name : null);

/**
 * @param {PageState} state
 * @returns {string} the fragment without `#`; empty for the initial state
 */
export function fragmentFromState(state) {
  const { tab, filter, call, proxy, selector, sort, before, after, changes, by, ignore, protocol, search } = state;
  const query = new URLSearchParams();
  if (tab !== INITIAL_STATE.tab) query.set('tab', tab);
  if (filter) query.set('filter', filter);
  if (call) query.set('call', call);
  if (proxy) query.set('proxy', proxy);
  if (selector) query.set('selector', selector);
  if (sort) query.set('sort', sort);
  if (before) query.set('before', before);
  if (after) query.set('after', after);
  if (changes) query.set('changes', changes);
  if (by !== INITIAL_STATE.by) query.set('by', by);
  if (ignore) query.set('ignore', ignore);
  if (protocol) query.set('protocol', protocol);
  if (search) query.set('search', search);
  if (state.rule) query.set('rule', state.rule);
  if (state.direction !== INITIAL_STATE.direction) query.set('direction', state.direction);
  if (state.weight !== INITIAL_STATE.weight) query.set('weight', state.weight);
  if (state.isPaused) query.set('paused', '1');
  return query.toString();
}
