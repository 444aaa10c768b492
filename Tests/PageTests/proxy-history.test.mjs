// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventSentence } from '../../public/model/proxy-state.js';

test('each event of a proxy is a sentence', () => {
  assert.equal(eventSentence({ what: 'installed', target: null }), 'installed; forward delegate: none');
  assert.equal(
    eventSentence({ what: 'targetReplaced', previousTarget: 'A', target: 'B' }),
    'forward delegate replaced: A → B',
  );
  assert.equal(
    eventSentence({ what: 'gone', detail: 'the parent object died' }),
    'the proxy ended (the parent object died)',
  );
  assert.equal(eventSentence({ what: 'teleported' }), 'teleported', 'an event of a later version still says something');
  assert.equal(eventSentence({ what: 'installed', target: 'A\u202e' }), 'installed; forward delegate: A\\u{202E}');
});
