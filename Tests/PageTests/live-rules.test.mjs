// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Rules } from '../../public/control/rules.js';
import { bannersOf } from '../../public/model/banners.js';
import { ruleText, timingOf } from '../../public/model/call.js';
import { jsonText, parseExactly, syntaxProblem, Verbatim } from '../../public/model/exact-json.js';
import {
  draftOf,
  EMPTY_DRAFT,
  fieldOfMember,
  fieldsOf,
  isSameDraft,
  plainJSON,
  ruleOf,
} from '../../public/model/rule-draft.js';
import { readRulesFile, rulesFileText } from '../../public/model/rules-file.js';
import { actionText, callsText, isActing, limitsText, notesOf, refusalText, withoutComputed } from '../../public/model/rules.js';
import { argumentTokens, tokensText } from '../../public/model/value-tokens.js';
import { APIError } from '../../public/net/api.js';
import { LiveRules } from '../../public/net/live-rules.js';

const hold = { enabled: true, filter: 'selector:a', point: 'before', action: 'hold' };
const draft = (changes) => ({ ...EMPTY_DRAFT, filter: 'selector:a', ...changes });
const settled = () => new Promise((done) => setImmediate(done));

test('numbers that JavaScript does not have survive reading and writing', () => {
  for (const text of ['18446744073709551615', '-9223372036854775808', '[9007199254740993,1]', '{"a":1e400}', '0.1']) {
    assert.equal(jsonText(parseExactly(text)), text);
  }
  const text = '{"digits":"18446744073709551615","n":"\\"18446744073709551615\\""}';
  assert.equal(jsonText(parseExactly(text)), text);
  assert.equal(parseExactly('[1, 2.5, "x"]')[1], 2.5);
  assert.throws(() => parseExactly('[18446744073709551615'), SyntaxError);
});

test('text that is sent as it stands is not changed, and no other text is taken for it', () => {
  assert.equal(jsonText({ a: new Verbatim(' [1 ,2] '), b: '"verbatim-0"' }), '{"a": [1 ,2] ,"b":"\\"verbatim-0\\""}');
});

test('the place at which a text stops being JSON is found', () => {
  const place = (text) => syntaxProblem(text)?.position ?? null;
  assert.deepEqual(['1', ' {"a": [1, null]} ', '"\\u00e9"', '-0.5e3'].map(place), [null, null, null, null]);
  assert.deepEqual(['', '[1, ]', '{"a" 1}', '{a: 1}', '1 2', '[1', 'tru', '"a', '01'].map(place), [
    0, 4, 5, 1, 2, 2, 0, 0, 1,
  ]);
  assert.match(syntaxProblem('{a: 1}').message, /“a” stands where a name in quotation marks is expected/);
  assert.match(syntaxProblem('[1').message, /the text ends where a comma or \] is expected/);
});

test('a rule is told in words', () => {
  assert.equal(actionText(hold), 'hold for a decision, at most 10 s');
  assert.equal(actionText({ ...hold, action: 'answer', value: { a: 'x' } }), 'answer {"a":"x"}');
  assert.equal(actionText({ ...hold, action: 'throw', case: 'offline' }), 'throw .offline');
  assert.equal(actionText({ ...hold, action: 'throw', text: 'no\nnetwork' }), 'throw “no\\nnetwork”');
  assert.equal(actionText({ ...hold, action: 'delay', milliseconds: 250 }), 'delay by 250 ms');
  assert.equal(actionText({ ...hold, action: 'edit', point: 'after', argument: 'result', value: 1 }), 'set the result to 1');
  assert.equal(limitsText({ ...hold, limits: { times: 1, every: 10, connectedOnly: true } }),
    'at most 1 time, 1 call in 10, while somebody is connected');
  assert.equal(limitsText(hold), '');
});

test('a rule whose limit is reached acts no longer, and says so', () => {
  const at = Date.parse('2026-11-24T12:00:00Z');
  const rule = { ...hold, id: 1, applied: 5, limits: { times: 5 } };
  assert.equal(isActing(rule, at), false);
  assert.deepEqual(notesOf(rule, at).map(({ kind }) => kind), ['over']);
  assert.equal(isActing({ ...rule, applied: 4 }, at), true);
  assert.equal(isActing({ ...rule, enabled: false, applied: 0 }, at), false);
  assert.equal(isActing({ ...hold, limits: { until: '2026-11-24T12:00:00Z' } }, at), false);
  assert.equal(isActing({ ...hold, limits: { until: '2026-11-24T12:00:01Z' } }, at), true);
});

test('a refusal without words gets some, and one with words keeps its own', () => {
  const text = (code, detail) => refusalText(new APIError(409, { code, ...(detail ? { detail } : {}) }));
  assert.match(text('tooManyRules'), /256 rules/);
  assert.equal(text('tooManyRules', 'No.'), 'No.');
  assert.match(text('rulesNotAllowed', 'No.'), /--allow-rules/);
});

test('a draft of a rule is the rule again', () => {
  const rules = [
    { ...hold, deadlineMilliseconds: 1500, allowMainThread: true, allowTaskThreads: false },
    { ...hold, action: 'throw', case: 'offline', limits: { times: 5, every: 10, connectedOnly: true } },
    { ...hold, action: 'comment', text: 'look' },
    { ...hold, action: 'delay', milliseconds: 0.5, allowMainThread: false, allowTaskThreads: false },
    { ...hold, deadlineMilliseconds: 100.5, allowMainThread: false, allowTaskThreads: true },
    { ...hold, action: 'edit', point: 'after', argument: 'result', limits: { until: '2026-11-24T12:00:05.000000Z' } },
  ];
  for (const rule of rules) {
    const whole = rule.action === 'edit' ? { ...rule, value: parseExactly('18446744073709551615') } : rule;
    const made = ruleOf(draftOf(whole));
    assert.deepEqual(JSON.parse(jsonText(made.rule)), JSON.parse(jsonText(whole)));
  }
});

test('a rule has only the members that its action uses', () => {
  const { rule } = ruleOf(draft({ action: 'mark', value: '1', text: 'x', milliseconds: 'soon', argument: 'a' }));
  assert.deepEqual(rule, { ...hold, action: 'mark' });
  assert.equal(fieldsOf(draft({ action: 'edit', point: 'before' })).has('argument'), true);
  assert.equal(fieldsOf(draft({ action: 'edit', point: 'after' })).has('argument'), false);
});

test('what cannot be sent is refused at its field', () => {
  const field = (changes) => ruleOf(draft(changes)).problem;
  assert.deepEqual([field({ action: 'answer', value: '[1,' })].map(({ field: name, position }) => [name, position]), [
    ['value', 3],
  ]);
  assert.equal(field({ action: 'answer', value: ' ' }).field, 'value');
  assert.equal(field({ action: 'delay', milliseconds: 'soon' }).field, 'milliseconds');
  assert.equal(field({ deadline: '-1' }).field, 'deadline');
  assert.equal(field({ times: '0' }).field, 'times');
  assert.equal(field({ every: '1.5' }).field, 'every');
});

test('a year that an instant cannot be written with is refused at its field', () => {
  for (const until of ['12026-11-29T10:00', '275760-10-01T00:00', 'tomorrow']) {
    assert.equal(ruleOf(draft({ until })).problem?.field, 'until', until);
  }
  assert.match(ruleOf(draft({ until: '9999-06-01T10:00' })).rule.limits.until, /^9999-0[56]-/);
});

test('a member of a rule leads to the field that it is written in', () => {
  assert.deepEqual(['value', 'limits.times', 'deadlineMilliseconds', 'case', 'nonsense', undefined].map(fieldOfMember), [
    'value', 'times', 'deadline', 'case', null, null,
  ]);
});

test('a value is sent as it was typed, so that a position in it is one in the field', () => {
  const { rule } = ruleOf(draft({ action: 'answer', value: ' { "a" :1}' }));
  assert.equal(jsonText(rule), '{"enabled":true,"filter":"selector:a","point":"before","action":"answer","value": { "a" :1}}');
});

test('a file of rules has nothing of what the server works out, and is read again', () => {
  const rule = { ...hold, id: 7, seen: 1, applied: 2, failed: 3, words: 'w', selectors: [], refused: [], warnings: [] };
  const text = rulesFileText([rule, { ...rule, action: 'answer', value: parseExactly('18446744073709551615') }]);
  assert.match(text, /"version": 1/);
  assert.doesNotMatch(text, /"id"|seen|words|selectors|warnings/);
  const [first, second] = readRulesFile(text);
  assert.deepEqual(first, hold);
  assert.equal(jsonText(second.value), '18446744073709551615');
});

test('a bad file of rules says what is wrong, and where', () => {
  const problem = (text) => {
    try {
      return readRulesFile(text);
    } catch (error) {
      return error.message;
    }
  };
  const file = (...rules) => JSON.stringify({ version: 1, rules });
  assert.equal(problem(' '), 'It is empty.');
  assert.match(problem('{\n "version" 1}'), /colon is expected \(line 2, column 12\)/);
  assert.match(problem('[]'), /no list of rules/);
  assert.match(problem('{"version":2,"rules":[]}'), /version is 2; this page reads version 1/);
  assert.match(problem(file()), /no rules/);
  assert.match(problem(file(hold, { ...hold, point: 'between' })), /^Rule 2: “point” must be/);
  assert.match(problem(file({ ...hold, action: 'toString' })), /^Rule 1: “action” must be one of hold/);
  assert.match(problem(file(hold, 3)), /^Rule 2 is not an object/);
  assert.match(problem(file({ ...hold, filter: undefined })), /^Rule 1: “filter” must be a string/);
});

/** Rules over a server that refuses what `refuse` says. */
function setUp({ items = [], refuse = () => null } = {}) {
  const world = { sent: [], said: [], problem: null, saved: null, nextId: 10, state: { rule: null }, opened: null };
  const reply = async (name, id, rule) => {
    world.sent.push([name, id, rule && JSON.parse(jsonText(rule))]);
    const problem = refuse(name, id, rule);
    if (problem) throw new APIError(problem.status, problem);
    return { ...rule, id: id ?? (world.nextId += 1) };
  };
  world.live = new LiveRules({ api: { rules: async () => ({ allowed: true, items }) }, onChange: () => {} });
  world.live.take({ allowed: true, items });
  world.rules = new Rules({
    api: {
      addRule: (rule) => reply('add', null, rule),
      replaceRule: (id, rule) => reply('replace', id, rule),
      removeRule: (id) => reply('remove', id),
    },
    live: world.live,
    navigation: {
      state: world.state,
      go: (changes) => Object.assign(world.state, changes),
      replace: (changes) => Object.assign(world.state, changes),
    },
    say: (text) => world.said.push(text),
    saveFile: (...file) => (world.saved = file),
    openForm: (opened) => (world.opened = opened),
    showProblem: (text) => (world.problem = text),
  });
  world.file = (rules) => ({
    name: 'mine.json',
    size: 10,
    text: async () => (typeof rules === 'string' ? rules : JSON.stringify({ version: 1, rules })),
  });
  return world;
}

test('switching a rule sends the rest of it as it is, without what the server works out', async () => {
  const rule = { ...hold, id: 3, value: parseExactly('18446744073709551615'), seen: 5, words: 'w' };
  const { rules, sent, live } = setUp({ items: [rule] });
  await rules.switch(rule, false);
  assert.deepEqual(sent, [['replace', 3, { ...hold, value: 18446744073709552000, enabled: false }]]);
  assert.equal(jsonText(live.items[0].value), '18446744073709551615');
  assert.equal(live.items[0].enabled, false);
});

test('all rules that are on are switched off, the others are left alone', async () => {
  const { rules, sent, said } = setUp({ items: [{ ...hold, id: 1 }, { ...hold, id: 2, enabled: false }, { ...hold, id: 4 }] });
  await rules.switchAllOff();
  assert.deepEqual(sent.map(([, id, { enabled }]) => [id, enabled]), [[1, false], [4, false]]);
  assert.deepEqual(said, ['2 rules switched off']);
});

test('a rule that can not be switched off leaves no other on, and is named', async () => {
  const items = [1, 2, 4].map((id) => ({ ...hold, id }));
  const switchOff = async (...refused) => {
    const refuse = (_, id) => (refused.includes(id) ? { status: 400, code: 'invalidRule', detail: 'No.' } : null);
    const { rules, live, said } = setUp({ items, refuse });
    await rules.switchAllOff();
    return { on: live.items.filter(({ enabled }) => enabled).map(({ id }) => id), said };
  };
  assert.deepEqual(await switchOff(2), { on: [2], said: ['2 rules switched off, but not rule 2: No.'] });
  assert.deepEqual(await switchOff(1, 2), { on: [1, 2], said: ['1 rule switched off, but not rules 1, 2: No.'] });
});

test('a rule that was switched while its draft was changed stays as it is', async () => {
  const rule = { ...hold, id: 3, enabled: false };
  const { rules, sent } = setUp({ items: [rule] });
  await rules.save(rule, draft({ enabled: true, deadline: '20' }));
  assert.deepEqual(sent.map(([, id, { enabled }]) => [id, enabled]), [[3, false]]);
});

test('a refusal leads to the field that it is about, with its position', async () => {
  const refuse = () => ({ status: 400, code: 'invalidValue', member: 'value', position: 1, detail: 'Not a Bool.' });
  const { rules, live } = setUp({ refuse });
  const problem = await rules.save(null, draft({ action: 'answer', value: '[1]' }));
  assert.deepEqual(problem, { field: 'value', message: 'Not a Bool.', position: 1 });
  assert.deepEqual(live.items, []);
});

test('the place of a refused value is one in its field, whatever stands before it', async () => {
  const place = async (value, position, code = 'invalidValue') => {
    const { rules } = setUp({ refuse: () => ({ status: 400, code, member: 'value', position, detail: 'No.' }) });
    return (await rules.save(null, draft({ action: 'answer', value }))).position;
  };
  assert.equal(await place('[1]', 1), 1);
  assert.equal(await place(' \n[1]', 1), 3);
  assert.equal(await place('["größe",true]', 11), 9);
  assert.equal(await place('["😀",true]', 8), 6);
  // Inside of a character, at the end of the text, and after it.
  assert.deepEqual(await Promise.all([3, 8, 99].map((byte) => place('["é",1]', byte))), [2, 7, 7]);
});

test('a place in a filter counts as the page does', async () => {
  const refuse = () => ({ status: 400, code: 'invalidFilter', member: 'filter', position: 9, detail: 'No.' });
  const { rules } = setUp({ refuse });
  assert.equal((await rules.save(null, draft({ action: 'answer', value: ' "é"' }))).position, 9);
});

test('a new rule is opened once it is saved', async () => {
  const { rules, state, live } = setUp();
  assert.equal(await rules.save(null, draft()), null);
  assert.equal(state.rule, '11');
  assert.equal(live.items[0].id, 11);
});

test('a file is loaded whole or not at all', async () => {
  const refuse = (name, _, rule) => (name === 'add' && rule.action === 'skip' ? { status: 400, detail: 'Not void.' } : null);
  const world = setUp({ refuse });
  await world.rules.load(world.file([hold, { ...hold, action: 'skip' }]));
  assert.equal(world.problem, '“mine.json” was not loaded. Rule 2 of 2 was refused: Not void.');
  assert.deepEqual(world.sent.map(([name, id]) => [name, id]), [['add', null], ['add', null], ['remove', 11]]);
  assert.deepEqual(world.live.items, []);
  await world.rules.load(world.file([hold]));
  assert.equal(world.problem, null);
  assert.equal(world.live.items.length, 1);
  await world.rules.load(world.file('{'));
  assert.match(world.problem, /“mine.json” was not loaded. This is not JSON/);
});

test('the list follows the stream, and is read when the server counts other rules', async () => {
  const items = [{ ...hold, id: 1 }, { ...hold, id: 2 }];
  let asked = 0;
  const live = new LiveRules({ api: { rules: async () => ((asked += 1), { allowed: true, items }) }, onChange: () => {} });
  live.statusChanged({ rules: { allowed: true, count: 0, held: 0 } });
  assert.equal(asked, 0);
  live.statusChanged({ rules: { allowed: true, count: 2, held: 0 } });
  await settled();
  assert.deepEqual([asked, live.items.length, live.acting(0)], [1, 2, 2]);
  live.heard({ kind: 'changed', rule: { ...hold, id: 1, enabled: false } });
  live.heard({ kind: 'removed', rule: { ...hold, id: 2 } });
  assert.deepEqual(live.items.map(({ id, enabled }) => [id, enabled]), [[1, false]]);
  live.statusChanged({});
  assert.deepEqual([live.items, live.allowed], [[], false]);
});

test('a banner tells that rules act, and one that calls are held, except where they are shown', () => {
  const facts = { stream: null, isPaused: false, isRecording: true, hasRestarted: false, problem: null, sorted: null };
  const shown = (more) => bannersOf({ ...facts, ...more });
  assert.equal(shown({ rules: { acting: 1, isAllowed: true } }).rules.text, '1 rule acts on calls.');
  assert.equal(shown({ rules: { acting: 2, isAllowed: true } }).rules.text, '2 rules act on calls.');
  assert.deepEqual(shown({ rules: { acting: 2, isAllowed: false } }).rules.actions.map(({ command }) => command), ['showRules']);
  assert.equal(shown({ rules: { acting: 0, isAllowed: true } }).rules, null);
  assert.match(shown({ held: { count: 2, secondsLeft: 8 } }).held.text, /^2 calls are held/);
  assert.equal(shown({ held: { count: 2, secondsLeft: 8, isShown: true } }).held, null);
});

test('a record tells who answered, and its time held apart from the rest', () => {
  assert.equal(ruleText({ rule: 3, returnPath: 'stub', state: 'returned' }), 'Rule 3 answered.');
  assert.equal(ruleText({ rule: 3, returnPath: 'stub', state: 'threw' }), 'Rule 3 threw the error.');
  assert.equal(ruleText({ rule: 3, returnPath: 'intercept', state: 'returned' }), 'A person answered: rule 3 held the call.');
  assert.equal(ruleText({ rule: 3, returnPath: 'target', state: 'returned' }), 'Rule 3 acted on the call.');
  assert.equal(ruleText({ returnPath: 'target', state: 'returned' }), null);
  const call = { durationNanoseconds: 1000, targetNanoseconds: 100, heldNanoseconds: 800, returnPath: 'target', proxy: 1 };
  assert.deepEqual(timingOf(call).parts.slice(1), [['Held', '800 ns'], ['Observers and proxy', '100 ns'], ['Whole call', '1.00 µs']]);
});

test('an edited argument shows what the caller passed and what the target got', () => {
  const scalar = (value) => ({ kind: 'scalar', value });
  const text = (argument) => tokensText(argumentTokens([argument]));
  assert.equal(text({ ...scalar(10), label: 'bytes', edited: scalar(42) }), 'bytes: 10 → 42');
  assert.equal(text({ ...scalar(10), edited: scalar(42), after: scalar(43) }), '10 → 42 → 43');
  assert.equal(text({ ...scalar(10), edited: scalar(10), after: scalar(10) }), '10');
});

test('computed members are left out, and nothing else', () => {
  assert.deepEqual(withoutComputed({ ...hold, id: 1, selectors: [], value: 0, limits: {} }), { ...hold, value: 0, limits: {} });
  assert.equal(isSameDraft(draftOf(hold), { ...EMPTY_DRAFT, filter: 'selector:a' }), true);
});

test('a recorded value is an answer as it stands, where JSON has such a value', () => {
  const json = (kind, value, more) => plainJSON({ kind, value, ...more });
  assert.deepEqual([json('scalar', true), json('scalar', 1.5), json('string', 'a"')], ['true', '1.5', '"a\\""']);
  assert.equal(json('scalar', '18446744073709551615'), '18446744073709551615');
  assert.equal(json('nil'), 'null');
  assert.deepEqual([json('list', undefined, { children: [] }), json('string', 'a', { truncated: true }), plainJSON(null)], ['', '', '']);
});

test('the calls of a rule are told below the word “Calls”', () => {
  assert.equal(callsText({ words: 'calls whose selector contains “a”', filter: 'a' }), 'whose selector contains “a”');
  assert.equal(callsText({ words: 'calls that took more than 1ms', filter: '' }), 'that took more than 1ms');
  assert.equal(callsText({ words: '', filter: '' }), 'every call');
});
