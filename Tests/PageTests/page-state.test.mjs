// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fragmentFromState, INITIAL_STATE, stateFromFragment } from '../../public/model/page-state.js';

test('the initial state needs no fragment', () => {
  assert.equal(fragmentFromState(INITIAL_STATE), '');
  assert.deepEqual(stateFromFragment(''), { ...INITIAL_STATE });
});

test('every part of the state survives in the address', () => {
  const state = {
    tab: 'flame',
    filter: 'selector:"a b" & ü#%',
    call: '9f2c11ab-1042',
    proxy: '3',
    selector: 'P.a(_:b:)',
    sort: '-duration',
    before: 'runs/a b.sqlite#9f2c11ab',
    after: '9f2c11ac',
    changes: 'appeared,latency',
    by: 'calls',
    ignore: 'selector:x',
    protocol: 'App.LampDelegate',
    search: '*Delegate lamp',
    rule: '12',
    direction: 'bottomUp',
    weight: 'calls',
    isPaused: true,
  };
  assert.deepEqual(stateFromFragment(`#${fragmentFromState(state)}`), state);
});

test('what is malformed falls back instead of breaking the page', () => {
  const fragment = '#tab=nonsense&call=<script>&proxy=-1&sort=a b&changes=,&before=&by=weather&rule=newer&paused=yes&direction=up' +
    '&weight=constructor';
  assert.deepEqual(stateFromFragment(fragment), { ...INITIAL_STATE });
});
