// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listenForVisibility } from '../../public/control/window-events.js';

/** A tab that is seen or hidden, and what was done to its connections. */
function tab(context, hidden) {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const document = Object.assign(new EventTarget(), { hidden });
  globalThis.document = document;
  context.after(() => delete globalThis.document);
  const done = [];
  listenForVisibility({ onSleep: () => done.push('sleep'), onWake: () => done.push('wake') });
  const change = (isHidden) => {
    document.hidden = isHidden;
    document.dispatchEvent(new Event('visibilitychange'));
  };
  return { done, change };
}

test('a tab that was opened in the background gives its connections back like one that was hidden', (context) => {
  const { done, change } = tab(context, true);
  context.mock.timers.tick(29_999);
  assert.deepEqual(done, []);
  context.mock.timers.tick(1);
  assert.deepEqual(done, ['sleep']);
  change(false);
  assert.deepEqual(done, ['sleep', 'wake']);
});

test('a tab that is looked at in time, or from the beginning, keeps its connections', (context) => {
  const { done, change } = tab(context, true);
  context.mock.timers.tick(29_000);
  change(false);
  context.mock.timers.tick(60_000);
  assert.deepEqual(done, []);
  change(true);
  context.mock.timers.tick(30_000);
  assert.deepEqual(done, ['sleep']);
  context.mock.timers.reset();
  const seen = tab(context, false);
  context.mock.timers.tick(60_000);
  assert.deepEqual(seen.done, []);
});
