// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCommands } from '../../public/control/commands.js';

/** Commands of a page with an opened call, and what they did. */
function setUp() {
  const world = { marked: [], tabs: [], side: { kind: 'call' }, offered: new Set() };
  const call = { id: 'e1-7' };
  world.commands = createCommands({
    views: { traffic: { noted() {} }, tabs: { isOffered: (id) => world.offered.has(id) } },
    feed: { note() {} },
    opened: { call, refreshed() {} },
    server: { has: (feature) => feature === 'marks' },
    actions: { mark: async ({ id }) => (world.marked.push(id), call) },
    side: world.side,
    navigation: { state: { tab: 'traffic' }, go: ({ tab }) => void world.tabs.push(tab) },
  });
  return world;
}

test('a call is marked only where its details are on the screen', () => {
  const { commands, marked, side } = setUp();
  assert.equal(commands.mark(), true);
  for (const kind of ['rule', 'proxy', null]) {
    side.kind = kind;
    assert.equal(commands.mark(), false);
  }
  assert.deepEqual(marked, ['e1-7']);
});

test('the key of a tab that is not offered opens nothing', () => {
  const { commands, offered, tabs } = setUp();
  for (const tab of ['traffic', 'selectors', 'unanswered', 'compare']) offered.add(tab);
  for (const key of '1234567890') commands.tab({ key });
  assert.deepEqual(tabs, ['traffic', 'selectors', 'unanswered', 'compare']);
});
