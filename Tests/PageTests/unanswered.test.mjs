// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tabSources } from '../../public/control/polled-tabs.js';

test('with a filter, unanswered calls are asked for like without one', async () => {
  const rows = [{ protocol: 'P', selector: 'a(_:)', unanswered: 0, neverCompleted: 2, calls: 3, owners: ['Owner'] }];
  const asked = [];
  const shown = [];
  const api = {
    unanswered: async (query) => (asked.push(query), { items: rows, count: 1, unanswered: 0 }),
    selectors: async () => ({ items: [{ protocol: 'P', selector: 'a(_:)', unanswered: 0, calls: 3 }] }),
  };
  const filtering = { present: '' };
  const views = { unanswered: { update: (items) => shown.push(items) } };
  const { unanswered } = tabSources({ api, filtering, views });
  for (const filter of ['', 'owner:Owner']) {
    filtering.present = filter;
    unanswered.onData(await unanswered.load(new AbortController().signal));
  }
  assert.deepEqual(asked, [{ filter: '' }, { filter: 'owner:Owner' }]);
  assert.deepEqual(shown, [rows, rows]);
});
