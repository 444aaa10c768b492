// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bannersOf } from '../../public/model/banners.js';
import { filteredTrace, shortTraceId, traceAddress, traceTerm } from '../../public/model/trace.js';

const trace = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };
const id = trace.traceId;
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

test('a filter asks for a trace when all that passes has to be of it', () => {
  assert.equal(filteredTrace(traceTerm(id)), id);
  assert.equal(filteredTrace(`selector:found* trace:=${id.toUpperCase()}`), id);
  for (const other of ['', `-trace:${id}`, `trace:${id} | is:unanswered`, `trace:${id} trace:${id}`, 'trace:4bf9', 'trace:*']) {
    assert.equal(filteredTrace(other), null, other);
  }
});

test('the short form of an id is for columns only', () => {
  assert.equal(shortTraceId(id), '4bf92f35…');
  assert.equal(shortTraceId('12345678'), '12345678');
});

test('the address of a trace is its template with the ids', () => {
  const template = 'https://traces.example/trace/{traceId}?span={spanId}&again={traceId}';
  assert.equal(traceAddress(template, trace), `https://traces.example/trace/${id}?span=${trace.spanId}&again=${id}`);
  assert.equal(traceAddress('http://h/{other}', trace), 'http://h/%7Bother%7D');
  assert.equal(traceAddress('http://h/{traceId}', { ...trace, traceId: 'a/../b?c#d' }), 'http://h/a%2F..%2Fb%3Fc%23d');
});

test('only an address of HTTP becomes a link', () => {
  for (const other of [null, undefined, '', 'javascript:alert(1)//{traceId}', 'data:text/html,x', '/trace/{traceId}', '{traceId}']) {
    assert.equal(traceAddress(other, trace), null, String(other));
  }
});

test('a banner says that one trace is shown, and leads to the chart, to the list and back', () => {
  const { trace: banner } = bannersOf({ ...calm, trace: { id, isFlame: false } });
  assert.match(banner.text, new RegExp(id));
  assert.deepEqual(banner.actions.map(({ command }) => command), ['showFlame', 'leaveTrace']);
  const [first] = bannersOf({ ...calm, trace: { id, isFlame: true } }).trace.actions;
  assert.equal(first.command, 'showList');
  assert.equal(bannersOf(calm).trace, null);
});
