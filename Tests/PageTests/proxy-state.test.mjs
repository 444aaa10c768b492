// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answererOf, harmfulUnanswered, stateNotice, stateOf, stateWord } from '../../public/model/proxy-state.js';

const proxy = {
  type: 'XMLParserDelegateProxy',
  protocol: 'XMLParserDelegate',
  owner: 'XMLParser',
  property: 'delegate',
};

test('it is told who would answer a requirement, and where that cannot be known', () => {
  const word = (requirement, hasTarget = true) => answererOf(requirement, hasTarget).word;
  assert.equal(word({ hasHandler: true, isImplemented: false }, false), 'handler');
  assert.equal(word({ hasHandler: false, isImplemented: true }), 'target');
  assert.equal(word({ hasHandler: false, isImplemented: false }), 'nobody');
  assert.equal(word({ hasHandler: false, isImplemented: null }), 'target?');
  assert.equal(word({ hasHandler: false, isImplemented: null }, false), 'nobody');
  assert.equal(word({ isImplemented: false, isOptional: true, returnsValue: true }), 'default');
  assert.match(answererOf({ isImplemented: null }, true).meaning, /cannot be told/);
});

test('a void optional that nobody implements is harmless; a required one or one with a result is not', () => {
  const isHarmless = (requirement, hasTarget = true) => answererOf(requirement, hasTarget).isHarmless;
  assert.equal(isHarmless({ isImplemented: false, isOptional: true, returnsValue: false }), true);
  assert.equal(isHarmless({ isImplemented: null, isOptional: true, returnsValue: false }, false), true);
  assert.equal(isHarmless({ isImplemented: false, isOptional: false, returnsValue: false }), false);
  assert.equal(isHarmless({ isImplemented: null, isOptional: true, returnsValue: false }), false);
  const requirements = [
    { isOptional: true, returnsValue: false, unanswered: 3 },
    { isOptional: true, returnsValue: true, unanswered: 2 },
  ];
  assert.equal(harmfulUnanswered({ unanswered: 5, requirements }), 2);
  assert.equal(harmfulUnanswered({ unanswered: 0, requirements }), 0);
  assert.equal(harmfulUnanswered({ unanswered: 5 }), 5);
});

test('an overwritten proxy says by whom, and which line heals it', () => {
  const notice = stateNotice({ ...proxy, state: 'overwritten', overwrittenBy: 'Reader' });
  assert.ok(notice.isProblem);
  assert.match(notice.text, /^XMLParser\.delegate was set to Reader, so that this proxy sees no calls any more\./);
  assert.equal(notice.code, 'try XMLParserDelegateProxy.proxy(for: xmlParser)');
  assert.match(stateNotice({ ...proxy, state: 'overwritten', overwrittenBy: null }).text, /was set to something else/);
  assert.equal(
    stateNotice({ ...proxy, owner: 'URLSession', state: 'uninstalled' }).code.split('for: ')[1],
    'urlSession)',
  );
});

test('a proxy where it belongs needs no words', () => {
  assert.equal(stateNotice({ ...proxy, state: 'installed' }), null);
  assert.equal(stateWord({ ...proxy, state: 'ownerGone' }), 'owner gone');
  assert.equal(stateNotice({ ...proxy, isRecorded: true }), null);
});

test('a server that tells no state is understood by what it tells', () => {
  assert.equal(stateOf({ property: 'delegate', isInstalled: true }), 'installed');
  assert.equal(stateOf({ property: 'delegate', isInstalled: false }), 'overwritten');
  assert.equal(stateOf({ property: null, isInstalled: false }), 'standalone');
});
