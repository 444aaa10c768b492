// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callName, callTokens, senderIndex, wholeCallText, wrapPieces } from '../../public/model/call-line.js';
import { derivedOf, threadNameParts, timingOf } from '../../public/model/call.js';
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
    'didCompleteWithError dataTask: URLSessionDataTask@7eb0, nil',
    'that there is no error is said after what the call is about',
  );
});

const part = (label, value) => ({ label, kind: typeof value === 'number' ? 'scalar' : 'string', value });
const urlPart = (label, value) => ({ label, type: 'URL', kind: 'struct', value });
const described = (label, type, value, children) => ({
  label,
  type,
  kind: 'object',
  id: `${type}@1f`,
  value,
  count: children.length,
  children,
});
const taskOf = (state, method, url) =>
  described('task', 'URLSessionDataTask', `#49 ${state} ${url}`, [
    part('identifier', 49),
    part('state', state),
    part('method', method),
    urlPart('url', url),
  ]);
const responseOf = (status, url) =>
  described('didReceive', 'HTTPURLResponse', `${status} ${url}`, [part('statusCode', status), urlPart('url', url)]);

test('a row keeps the path of a URL rather than its origin, and of a task what is not the usual', () => {
  const text = (value) => line('s(_:)', [value]);
  assert.equal(text(taskOf('running', 'GET', 'http://127.0.0.1:46369/rooms?a=1')), 's task: #49 /rooms?a=1');
  assert.equal(text(taskOf('canceling', 'POST', 'https://u:p@a.example/x')), 's task: #49 canceling POST /x');
  assert.equal(text(taskOf('running', 'GET', 'https://u:p@a.example/')), 's task: #49 a.example/');
  assert.equal(text(taskOf('running', 'GET', '‹redacted›')), 's task: #49 ‹redacted›');
  assert.equal(text(responseOf(404, 'http://127.0.0.1:1/no/such')), 's didReceive: 404 /no/such');
  const request = described('for', 'URLRequest', 'GET file:///tmp/x', [urlPart('url', 'file:///tmp/x')]);
  assert.equal(text({ ...request, kind: 'struct' }), 's for: GET /tmp/x');
  assert.equal(tokensText(argumentTokens([responseOf(404, 'http://a.b/x')])), 'didReceive: 404 http://a.b/x');
});

test('that there is no error comes after what the call is about, with the name of the parameter', () => {
  const args = [object(null, 'URLSession@2a'), taskOf('running', 'GET', 'http://a.b/rooms')];
  const whole = (error) => callTokens(call('urlSession(_:task:didCompleteWithError:)', [...args, error]));
  const tokens = whole({ ...nil('didCompleteWithError'), name: 'error' });
  assert.equal(tokensText(tokens), 'didCompleteWithError task: #49 /rooms, error: nil');
  assert.equal(tokens.at(-1).role, 'note');
});

test('errors and responses that report one are told by their colour', () => {
  const redOf = (value) =>
    callTokens(call('s(_:)', [value])).filter(({ role }) => role === 'error').map(({ text }) => text).join();
  const error = (type, value) => ({
    ...described('e', type, value, [part('domain', 'D'), part('code', -1004), urlPart('failingURL', 'http://a.b/x')]),
    kind: 'struct',
  });
  assert.equal(redOf(error('URLError', 'cannotFindHost http://a.b/x: lost')), 'cannotFindHost /x: lost');
  assert.equal(redOf(error('NSError', 'NSXMLParserErrorDomain 76')), 'NSXMLParserErrorDomain 76');
  const own = { label: 'e', kind: 'enum', value: 'empty', count: 0, children: [part('domain', 'D')] };
  assert.equal(redOf(own), '.empty');
  assert.equal(redOf(responseOf(404, 'http://a.b/x')), '404 /x');
  assert.equal(redOf(responseOf(301, 'http://a.b/x')), '');
  assert.equal(redOf({ ...nil('e'), type: 'Error?' }), '');
  const other = { ...error('Coupon', 'x'), value: undefined };
  assert.equal(redOf(other), '', 'a value of the program may have such parts too');
  const failing = (status) => derivedOf(call('s(_:)', [responseOf(status, 'http://a.b/x')])).isFailing;
  assert.deepEqual([failing(200), failing(500)], [false, true]);
});

test('of a thrown error the type stands apart, so that it can leave the cell first', () => {
  const children = [part('id', 3), part('domain', 'D')];
  const error = { type: 'ChatError', kind: 'enum', value: 'empty', count: 1, children };
  assert.deepEqual(derivedOf(call('s(_:)', [], { error })).outcome, [
    { role: 'type', text: 'ChatError' },
    { role: 'error', text: '.empty(id: 3)' },
  ]);
  const failure = { type: 'Failure', kind: 'struct', count: 1, children: [part('line', 3)] };
  assert.deepEqual(derivedOf(call('s(_:)', [], { error: failure })).outcome, [
    { role: 'error', text: 'Failure(line: 3)' },
  ]);
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

test('the parts of the time of a call agree with who answered it', () => {
  const names = (more) => timingOf({ durationNanoseconds: 1000, targetNanoseconds: 250, ...more }).parts;
  assert.deepEqual(names({ returnPath: 'target' }), [
    ['In the target', '250 ns (25 %)'],
    ['Observers and proxy', '750 ns'],
    ['Whole call', '1.00 µs'],
  ]);
  assert.deepEqual(names({ returnPath: 'target', proxy: 0 }), [['Whole call', '1.00 µs']], 'no proxy, no parts');
  assert.equal(names({ returnPath: 'none' })[0][0], 'Looking for an answer');
  assert.equal(names({ returnPath: 'default' })[0][0], 'In the default');
  const handler = { returnPath: 'handler', targetNanoseconds: null };
  assert.deepEqual(names(handler), [['Whole call', '1.00 µs']]);
  assert.deepEqual(names({ ...handler, targetResult: { kind: 'nil' } }).map(([name]) => name), [
    'In the target',
    'Whole call',
  ]);
});

test('a long signature wraps between its parts', () => {
  assert.deepEqual(wrapPieces('urlSession(_:dataTask:didReceive:)'), ['urlSession(_:', 'dataTask:', 'didReceive:)']);
  assert.deepEqual(wrapPieces('(URLSession.Disposition) -> Void'), ['(', 'URLSession.', 'Disposition) -> Void']);
  assert.equal(wrapPieces('a(_:b:) (Int, Int)').join(''), 'a(_:b:) (Int, Int)');
});
