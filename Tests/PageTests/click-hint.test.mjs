// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leading } from '../../public/views/unanswered-view.js';

test('a cell of an unanswered selector says once where a click leads, after what it said before', () => {
  const titleOf = (render) => {
    const [column, cell] = [leading({ id: 'x', title: 'X', width: 9, render }), { title: '' }];
    for (const row of [1, 2]) column.render(cell, row, {});
    return cell.title;
  };
  assert.equal(titleOf(() => {}), 'A click shows these calls in the list');
  assert.equal(titleOf((cell, row) => (cell.title = `a${row}`)), 'a2\nA click shows these calls in the list');
});
