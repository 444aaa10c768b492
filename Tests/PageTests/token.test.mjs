// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EventParser } from '../../public/model/event-parser.js';
import { FetchedEvents } from '../../public/net/fetched-events.js';
import { takeToken } from '../../public/net/token.js';

test('the token is taken out of the fragment and the rest stays', () => {
  assert.deepEqual(takeToken('#token=abc'), { token: 'abc', rest: '' });
  assert.deepEqual(takeToken('#tab=proxies&token=abc&paused=1'), { token: 'abc', rest: 'tab=proxies&paused=1' });
  assert.deepEqual(takeToken('#tab=proxies'), { token: null, rest: 'tab=proxies' });
});

const STREAM = 'event: hello\ndata: {}\n\n: a comment\n\nid: e-1\nevent: invocation\ndata: one\ndata:two\n\n' +
  'id: e-2\n\nevent: gap\ndata\n\ndata: unnamed\n\nevent: lost\ndata: incomplete';
const EVENTS = [
  { name: 'hello', id: '', data: '{}' },
  { name: 'invocation', id: 'e-1', data: 'one\ntwo' },
  { name: 'gap', id: 'e-2', data: '' },
  { name: 'message', id: 'e-2', data: 'unnamed' },
];

test('an event stream is read as EventSource reads it, however it is cut and whatever ends its lines', () => {
  for (const ending of ['\n', '\r\n', '\r']) {
    const text = STREAM.replaceAll('\n', ending);
    for (const size of [1, 2, 7, text.length]) {
      const parser = new EventParser();
      const found = [];
      for (let at = 0; at < text.length; at += size) found.push(...parser.feed(text.slice(at, at + size)));
      assert.deepEqual(found, EVENTS, `${JSON.stringify(ending)} ${size}`);
    }
  }
});

/** Lets `fetch` answer with `pieces`, or fail, and gives what a stream tells until its end. */
async function fetched(respond) {
  const asked = [];
  globalThis.fetch = (address, options) => {
    asked.push({ address, ...options });
    return respond(options);
  };
  const told = [];
  const source = new FetchedEvents('/stream', { Authorization: 'Bearer abc' });
  for (const name of ['hello', 'invocation']) {
    source.addEventListener(name, ({ data, lastEventId }) => told.push([name, lastEventId, data]));
  }
  await new Promise((done) => {
    source.onerror = done;
  });
  return { asked, told };
}

const body = (...pieces) =>
  new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });

test('a fetched stream sends the token and tells what comes, across cuts inside of characters', async () => {
  const bytes = new TextEncoder().encode('event: hello\ndata: é\n\nid: e-1\nevent: invocation\ndata: 1\n\n');
  const { asked, told } = await fetched(async () => new Response(body(bytes.slice(0, 20), bytes.slice(20))));
  assert.equal(asked[0].headers.Authorization, 'Bearer abc');
  assert.equal(asked[0].headers.Accept, 'text/event-stream');
  assert.deepEqual(told, [['hello', '', 'é'], ['invocation', 'e-1', '1']]);
});

test('a refused and a failed stream end with an error', async () => {
  assert.deepEqual((await fetched(async () => new Response('', { status: 401 }))).told, []);
  assert.deepEqual((await fetched(() => Promise.reject(new TypeError('lost')))).told, []);
});

test('a closed stream tells nothing more', async () => {
  let abort;
  globalThis.fetch = (_, { signal }) =>
    new Promise((_done, fail) => {
      abort = () => fail(signal.reason);
      signal.addEventListener('abort', abort);
    });
  const source = new FetchedEvents('/stream', {});
  source.onerror = () => assert.fail('an end that was asked for');
  source.close();
  await new Promise((done) => setImmediate(done));
});
