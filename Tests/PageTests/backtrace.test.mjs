// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { editorAddress, frameRow, shortFunction } from '../../public/model/backtrace.js';
import { BacktraceChoice } from '../../public/net/backtrace-choice.js';
import { OpenedCall } from '../../public/net/opened-call.js';

const raw = { module: 'app', offset: 0x12ab };
const named = {
  ...raw,
  function: 'App.Feed.refresh(_: Swift.Int, after: Swift.Double) -> ()',
  file: '/a/Feed.swift',
  line: 12,
};

test('a line of an absolute path opens in the editor, whatever is in the path', () => {
  assert.equal(editorAddress('/home/me/My App/Feed.swift', 12), 'vscode://file/home/me/My%20App/Feed.swift:12');
  assert.equal(editorAddress('/a"b/<c>?d#e%2F:1', 3), 'vscode://file/a%22b/%3Cc%3E%3Fd%23e%252F%3A1:3');
});

test('nothing but an absolute path and a line becomes a link', () => {
  for (const file of [undefined, '', 'Feed.swift', 'javascript:alert(1)', '<compiler-generated>', ' /a']) {
    assert.equal(editorAddress(file, 12), null, file);
  }
  assert.equal(editorAddress('/a', undefined), null);
  assert.equal(editorAddress('/a', '1:javascript'), null);
});

test('functions are shown without the types of their parameters', () => {
  assert.equal(shortFunction(named.function), 'Feed.refresh(_:after:)');
  assert.equal(shortFunction('App.run() -> ()'), 'run()');
  assert.equal(shortFunction('static App.Main.main() -> ()'), 'Main.main()');
  for (const other of ['main', 'closure #1 () -> () in App.run() -> ()', 'App.map<A>(A) -> A', '__libc_start_main']) {
    assert.equal(shortFunction(other), other);
  }
});

test('a frame without a function says where its code is', () => {
  assert.deepEqual(frameRow(raw), { name: 'app + 0x12ab', title: 'app + 0x12ab', place: null, address: null });
  assert.equal(frameRow({ module: '', offset: 16 }).name, '0x10');
  const row = frameRow({ ...named, async: true });
  assert.equal(row.name, 'await Feed.refresh(_:after:)');
  assert.equal(row.place, 'Feed.swift:12');
  assert.equal(row.address, 'vscode://file/a/Feed.swift:12');
});

test('an opened call asks for functions only if it has frames without them', async () => {
  const asked = [];
  const open = async (backtrace) => {
    const record = { id: 'e1-7', seq: 7, parent: null, children: [], state: 'returned', backtrace };
    const api = {
      invocation: async () => record,
      invocations: async () => ({ items: [] }),
      backtrace: async (id) => {
        asked.push(id);
        return { items: [named] };
      },
    };
    const opened = new OpenedCall({ api, known: () => undefined, onChange() {} });
    await opened.open('e1-7');
    opened.refreshed({ ...record, comment: 'new' });
    return opened.call.backtrace;
  };
  assert.deepEqual(await open([raw]), [named]);
  assert.deepEqual(asked, ['e1-7']);
  assert.deepEqual(await open([named]), [named]);
  assert.equal(await open(undefined), undefined);
  assert.deepEqual(asked, ['e1-7']);
});

test('choosing a selector keeps what others chose', async () => {
  let stored = { selectors: ['Other.*'], frames: 8 };
  const api = {
    backtraces: async () => stored,
    setBacktraces: async (change) => (stored = { ...stored, ...change }),
  };
  const call = { protocol: 'P', selector: 'a(_:)' };
  const choice = new BacktraceChoice({ api, epoch: () => 'e1' });
  assert.equal(choice.has(call), null);
  await choice.choose(call, true);
  assert.equal(choice.has(call), true);
  assert.deepEqual(stored.selectors, ['Other.*', 'P.a(_:)']);
  await choice.choose(call, false);
  assert.equal(choice.has(call), false);
  assert.deepEqual(stored.selectors, ['Other.*']);
});

test('a program that was started anew is asked what it records, any other once', async () => {
  const asked = [];
  let epoch = 'e1';
  let selectors = ['P.a(_:)'];
  const api = {
    async backtraces() {
      asked.push(epoch);
      return { selectors };
    },
  };
  const call = { protocol: 'P', selector: 'a(_:)' };
  const choice = new BacktraceChoice({ api, epoch: () => epoch });
  const shown = async () => {
    choice.loadOnce();
    await new Promise((done) => setImmediate(done));
    return choice.has(call);
  };
  assert.equal(await shown(), true);
  assert.equal(await shown(), true);
  [epoch, selectors] = [null, []];
  assert.equal(await shown(), true, 'a server that does not answer may still be the same');
  epoch = 'e2';
  assert.equal(await shown(), false);
  assert.deepEqual(asked, ['e1', 'e2']);
});
