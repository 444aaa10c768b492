// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PolledTabs } from '../../public/control/polled-tabs.js';

const settled = () => new Promise((done) => setImmediate(done));

test('a tab whose request was lost asks again', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const shown = [];
  let asked = 0;
  const lost = (signal) => new Promise((_, fail) => signal.addEventListener('abort', () => fail(signal.reason)));
  const load = (signal) => ((asked += 1) === 1 ? lost(signal) : Promise.resolve('an answer'));
  const tab = { feature: 'rules', interval: 1000, load, onData: (data) => shown.push(data) };
  const tabs = new PolledTabs({ tabs: { rules: tab }, has: () => true, onFailure: assert.fail });
  tabs.update(['rules']);
  context.mock.timers.tick(60_000);
  await settled();
  assert.equal(asked, 1, 'a slow answer is waited for');
  context.mock.timers.tick(120_000);
  await settled();
  context.mock.timers.tick(1000);
  await settled();
  assert.deepEqual(shown, ['an answer']);
  tabs.stop();
});
