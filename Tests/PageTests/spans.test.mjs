// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bannersOf } from '../../public/model/banners.js';

const calm = {
  stream: null,
  isLoaded: true,
  isPaused: false,
  waiting: 0,
  isRecording: true,
  isReplay: false,
  canRecord: true,
  hasRestarted: false,
  problem: null,
  sorted: null,
  file: null,
  now: 0,
};

test('spans that are lost or cannot be sent are told in words, and those that are sent are not', () => {
  const sent = { endpoint: 'http://127.0.0.1:4318', sent: 7, waiting: 2, dropped: 0, retries: 1, failure: null };
  const banner = (spans) => bannersOf({ ...calm, spans }).spans;
  assert.equal(banner(null), null);
  assert.equal(banner(sent), null);
  assert.match(banner({ ...sent, dropped: 1 }).text, /^1 span was dropped: http:\/\/127\.0\.0\.1:4318 /);
  const failed = banner({ ...sent, failure: 'Connection refused.', dropped: 1200 });
  assert.equal(failed.text, 'Spans do not reach http://127.0.0.1:4318: Connection refused.');
  assert.equal(failed.detail, '1,200 spans were dropped, 2 wait.');
  assert.equal(banner({ ...sent, failure: 'Connection refused.' }).detail, '2 wait.');
});
