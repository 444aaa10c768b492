// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const FOLDER = new URL('../../public/styles/', import.meta.url);
const sheets = readdirSync(FOLDER).map((name) => ({ name, text: readFileSync(new URL(name, FOLDER), 'utf8') }));
const rules = sheets.flatMap(({ text }) =>
  [...text.replace(/\/\*[^]*?\*\//g, '').matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selectors, body]) => ({
    selectors: selectors.split(',').map((each) => each.trim()),
    body,
  }))
);
const bodyOf = (selector) =>
  rules.filter(({ selectors }) => selectors.includes(selector)).map(({ body }) => body).join();

test('a list of selectors does not run on into the next rule', () => {
  for (const { name, text } of sheets) assert.doesNotMatch(text, /,\s*\n\s*\n/, name);
});

test('the help keeps the margins by which the browser centres a dialog', () => {
  assert.doesNotMatch(bodyOf('.help'), /\b(margin|inset)\b/);
  assert.match(bodyOf('.help'), /background/);
});

test('above the flame chart the room for the chart decides which words are left out, and none is cut', () => {
  const tables = sheets.find(({ name }) => name === 'tables.css').text;
  assert.match(tables, /@container \(max-width: \d+px\) \{\s*\.flame__controls > \.flame__hint \{\s*display: none/);
  assert.match(bodyOf('.flame'), /container-type: inline-size/);
});
