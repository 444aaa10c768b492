// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// What stands in place of the list when it is empty: why, and what to do about it.

import { element, setShown } from './dom.js';
import { icon } from './button.js';

const CODE = [
  'let inspector = try InspectorServer(recorder: .shared).start()',
  'let proxy = try DownloaderDelegateProxy.proxy(for: downloader)',
];

/** @typedef {'first' | 'unmatched' | 'invalid' | 'cleared' | 'nothing' | 'loading' | 'unreachable'} EmptyReason */

/** @param {{ onClearFilter: () => void }} options */
export function createEmptyView({ onClearFilter }) {
  /** @param {import('./dom.js').Child[]} title @param {...(string | Node)} lines */
  const reason = (title, ...lines) =>
    element(
      'div',
      { class: 'empty__case' },
      title.length > 0 && element('h2', { class: 'empty__title' }, ...title),
      ...lines.map((line) => (typeof line === 'string' ? element('p', { text: line }) : line)),
    );
  /** @param {string} text */
  const code = (text) => element('pre', { class: 'empty__code', text });
  const clear = () =>
    element('button', { class: 'button', type: 'button', onclick: onClearFilter, text: 'Clear the filter' });
  /** @type {Record<EmptyReason, HTMLElement>} */
  const cases = {
    first: reason(
      ['Waiting for the first call'],
      'Put a proxy in front of a delegate; every call that goes through it appears here at once.',
      code(CODE.join('\n')),
      element('p', { class: 'empty__or' }, 'Or look at calls of an example first:'),
      code('inspector-server demo --rate 10'),
    ),
    unmatched: reason(
      ['No call matches the filter'],
      'Calls that match will appear here as they are made.',
      clear(),
    ),
    invalid: reason(
      [icon('warning'), 'The filter is not valid'],
      'The filter box tells what is wrong. Until then there is nothing to show.',
      clear(),
    ),
    cleared: reason(['No calls are stored'], 'They were cleared or evicted. New calls will appear here.'),
    nothing: reason(
      ['This run has no calls'],
      'Nothing was called before the recording ended. It may have other runs: see Compare.',
    ),
    loading: reason([], element('p', { class: 'empty__loading', text: 'Loading calls…' })),
    unreachable: reason(
      [icon('warning'), 'The server does not answer'],
      'Is the inspected program still running? This page tries again by itself.',
    ),
  };
  const root = element('div', { class: 'empty' }, ...Object.values(cases));

  return {
    element: root,
    /** @param {EmptyReason | null} present  null when the list is not empty */
    update(present) {
      setShown(root, present !== null);
      for (const [name, node] of Object.entries(cases)) setShown(node, name === present);
    },
  };
}
