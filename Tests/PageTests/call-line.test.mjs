// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callName, callTokens, senderIndex, wholeCallText } from '../../public/model/call-line.js';
import { threadNameParts } from '../../public/model/call.js';
import { relativeTime, validTimeChoice } from '../../public/model/columns.js';
import { argumentTokens, tokensText, valueTokens } from '../../public/model/value-tokens.js';

const object = (label, id, type = id.split('@')[0]) => ({ label, kind: 'object', id, type });
const string = (label, value) => ({ label, kind: 'string', value });
const nil = (label) => ({ label, kind: 'nil' });
const call = (selector, args, more = {}) => ({ protocol: 'P', selector, arguments: args, ...more });
const line = (...facts) => tokensText(callTokens(call(...facts)));

const parser = object(null, 'XMLParser@1f');
const task = object('dataTask', 'URLSessionDataTask@7fd098007eb0');

test('a row reads like the call: the telling label, then its argument', () => {
  const xml = { owner: 'XMLParser' };
  assert.equal(
    line('parser(_:foundCharacters:)', [parser, string('foundCharacters', 'a b')], xml),
    'foundCharacters "a b"',
  );
  assert.equal(
    line(
      'parser(_:didEndElement:namespaceURI:qualifiedName:)',
      [parser, string('didEndElement', 'title'), nil('namespaceURI'), nil('qualifiedName')],
      xml,
    ),
    'didEndElement "title"',
  );
  assert.equal(line('parserDidStartDocument(_:)', [parser], xml), 'parserDidStartDocument');
});

test('a label with a verb tells more than one that names what it is about', () => {
  const session = object(null, 'URLSession@2a');
  const closure = { label: 'completionHandler', kind: 'function' };
  const owner = { owner: 'URLSession' };
  assert.equal(
    line(
      'urlSession(_:dataTask:didReceive:completionHandler:)',
      [session, task, object('didReceive', 'HTTPURLResponse@9'), closure],
      owner,
    ),
    'didReceive HTTPURLResponse@9, dataTask: URLSessionDataTask@7eb0',
  );
  assert.equal(
    line('urlSession(_:task:didCompleteWithError:)', [session, task, nil('didCompleteWithError')], owner),
    'didCompleteWithError nil, dataTask: URLSessionDataTask@7eb0',
    'that there is no error is what this call says',
  );
});

test('only the object that calls is left out', () => {
  const message = object(null, 'Message@1');
  assert.equal(
    line('chat(_:from:)', [message, string('from', 'Ann')], { owner: 'Room' }),
    'chat Message@1, from: "Ann"',
  );
  assert.equal(
    line('log(message:level:)', [string('message', 'x'), string('level', 'y')]),
    'log message: "x", level: "y"',
  );
  const table = object('in', 'TableView@3');
  assert.equal(line('numberOfSections(in:)', [table], { owner: 'TableView' }), 'numberOfSections');
  assert.equal(
    line('tableView(_:cellForRowAt:)', [object(null, 'CityTable@3', 'TableView'), string('cellForRowAt', '1')], {
      owner: 'CityTable',
    }),
    'cellForRowAt "1"',
  );
  const node = (id) => object(null, id, 'Node');
  assert.equal(senderIndex(call('compare(_:_:)', [node('Node@1'), node('Node@2')], { owner: 'Node' })), -1);
  assert.equal(line('topic.get', [], { owner: 'Room' }), 'topic.get');
});

test('what overloads and hostile names add stays out of the name', () => {
  const picker = object(null, 'ContactPicker@1');
  const selector = 'contactPicker(_:didSelect:) (ContactPicker, Contact)';
  assert.equal(callName(call(selector, [picker, string('didSelect', 'x')], { owner: 'ContactPicker' })), 'didSelect');
  assert.equal(line('evil\u202E(_:)', [string(null, 'x')]), 'evil\\u{202E} "x"');
});

test('an inout argument shows what became of it', () => {
  const count = { label: 'count', kind: 'scalar', value: 1, after: { kind: 'scalar', value: 2 } };
  assert.equal(line('grow(count:)', [count]), 'grow count: 1 → 2');
  assert.equal(tokensText(argumentTokens([{ ...count, after: { kind: 'scalar', value: 1 } }])), 'count: 1');
  assert.equal(line('fill(_:)', [{ ...nil(null), after: { kind: 'scalar', value: 2 } }]), 'fill nil → 2');
});

test('a value that describes itself is that text in a row, whatever parts it has', () => {
  const request = { kind: 'struct', type: 'URLRequest', value: 'GET http://a/', children: [string('method', 'GET')] };
  assert.equal(tokensText(valueTokens(request)), 'GET http://a/');
  const response = { ...object('didReceive', 'HTTPURLResponse@1f'), value: '200 http://a/', children: [] };
  assert.equal(line('s(_:)', [response]), 's didReceive: 200 http://a/');
  assert.equal(tokensText(valueTokens({ ...request, value: 'x'.repeat(300) })).length, 201);
});

test('the tooltip has the whole call', () => {
  const whole = call('parser(_:didEndElement:)', [parser, nil('didEndElement')]);
  assert.equal(wholeCallText(whole), 'P.parser(_:didEndElement:)\n(XMLParser@1f, didEndElement: nil)');
});

test('a thread keeps the digits that tell it from its siblings', () => {
  const parts = (name, id = 7) => threadNameParts({ name, id, isMain: false });
  assert.deepEqual(parts('NIO-ELG-0-#12'), { head: 'NIO-ELG-0-', tail: '#12' });
  assert.deepEqual(parts('oot.default-qos', 14761), { head: 'default', tail: ' 14761' });
  assert.deepEqual(parts('render'), { head: 'render', tail: '' });
  assert.deepEqual(parts('42'), { head: '42', tail: '' });
});

test('times count from another call, before or after it', () => {
  assert.equal(relativeTime(1500, 1000), '+500 µs');
  assert.equal(relativeTime(1000, 1500), '−500 µs');
  assert.equal(relativeTime(1000, null), '');
  assert.deepEqual(['first', 'toString', null].map(validTimeChoice), ['first', 'clock', 'clock']);
});
