// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answererOf, eventSentence, placeOf } from '../../public/model/proxy-history.js';

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

test('it is told who would answer a requirement, and where that cannot be known', () => {
  const word = (requirement, hasTarget = true) => answererOf(requirement, hasTarget).word;
  assert.equal(word({ hasHandler: true, isImplemented: false }, false), 'handler');
  assert.equal(word({ hasHandler: false, isImplemented: true }), 'target');
  assert.equal(word({ hasHandler: false, isImplemented: false }), 'nobody');
  assert.equal(word({ hasHandler: false, isImplemented: null }), 'target?');
  assert.equal(word({ hasHandler: false, isImplemented: null }, false), 'nobody');
});

test('a proxy without a property stands in for a delegate, one that lost its property was overwritten', () => {
  assert.equal(placeOf({ property: 'delegate', isInstalled: true }), 'installed');
  assert.equal(placeOf({ property: 'delegate', isInstalled: false }), 'overwritten');
  assert.equal(placeOf({ property: null, isInstalled: false }), 'standing in');
});
