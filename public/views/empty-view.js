// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// What stands in place of the list when it is empty: why, and what to do about it.

import { element, setShown } from './dom.js';
import { icon } from './icons.js';

const CODE = [
  'let inspector = try InspectorServer(recorder: .shared).start()',
  'let proxy = try DownloaderDelegateProxy.proxy(for: downloader)',
];

/**
 * @param {{ onClearFilter: () => void }} options
 */
export function createEmptyView({ onClearFilter }) {
  const first = element(
    'div',
    { class: 'empty__case' },
    element('h2', { class: 'empty__title', text: 'Waiting for the first call' }),
    element('p', { text: 'Put a proxy in front of a delegate; every call that goes through it appears here at once.' }),
    element('pre', { class: 'empty__code', text: CODE.join('\n') }),
    element('p', { class: 'empty__or' }, 'Or look at calls of an example first:'),
    element('pre', { class: 'empty__code', text: 'inspector-server demo --rate 10' }),
  );
  const unmatched = element(
    'div',
    { class: 'empty__case' },
    element('h2', { class: 'empty__title', text: 'No call matches the filter' }),
    element('p', { text: 'Calls that match will appear here as they are made.' }),
    element('button', { class: 'button', type: 'button', onclick: onClearFilter, text: 'Clear the filter' }),
  );
  const invalid = element(
    'div',
    { class: 'empty__case' },
    element('h2', { class: 'empty__title' }, icon('warning'), 'The filter is not valid'),
    element('p', { text: 'The filter box tells what is wrong. Until then there is nothing to show.' }),
    element('button', { class: 'button', type: 'button', onclick: onClearFilter, text: 'Clear the filter' }),
  );
  const cleared = element(
    'div',
    { class: 'empty__case' },
    element('h2', { class: 'empty__title', text: 'No calls are stored' }),
    element('p', { text: 'They were cleared or evicted. New calls will appear here.' }),
  );
  const nothing = element(
    'div',
    { class: 'empty__case' },
    element('h2', { class: 'empty__title', text: 'This run has no calls' }),
    element('p', { text: 'Nothing was called before the recording ended. It may have other runs: see Compare.' }),
  );
  const loading = element(
    'div',
    { class: 'empty__case' },
    element('p', { class: 'empty__loading', text: 'Loading calls…' }),
  );
  const unreachable = element(
    'div',
    { class: 'empty__case' },
    element('h2', { class: 'empty__title' }, icon('warning'), 'The server does not answer'),
    element('p', { text: 'Is the inspected program still running? This page tries again by itself.' }),
  );
  const cases = { first, unmatched, invalid, cleared, nothing, loading, unreachable };
  const root = element('div', { class: 'empty' }, ...Object.values(cases));

  return {
    element: root,
    /**
     * @param {null | 'first' | 'unmatched' | 'invalid' | 'cleared' | 'nothing' | 'loading' | 'unreachable'} reason
     *   null when the list is not empty
     */
    update(reason) {
      setShown(root, reason !== null);
      for (const [name, node] of Object.entries(cases)) setShown(node, name === reason);
    },
    destroy() {},
  };
}
