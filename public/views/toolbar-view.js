// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The row of controls above the list. What the server cannot do yet is not offered.

import { formatCount } from '../model/format.js';
import { createButton, relabel } from './button.js';
import { element, setAttribute, setText } from './dom.js';

const CHOOSE = 'Choose which calls are recorded';

/**
 * @typedef {{ isPaused: boolean, isFollowing: boolean, isRecording: boolean | null, matched: number, stored: number,
 *   isCountExact: boolean, isFiltered: boolean, isLoaded: boolean, canRecord: boolean,
 *   isSelective: boolean }} ToolbarFacts  at least so many
 *   match while the count is not exact; `isLoaded` when it is known, and belongs to what is shown
 */

/** @param {HTMLElement} filterBox @param {import('../control/views.js').CommandOf} command */
export function createToolbarView(filterBox, command) {
  const record = createButton({ icon: 'record', label: 'Stop recording', onClick: command('toggleRecording') });
  const recorded = createButton({ icon: 'choose', label: CHOOSE, onClick: command('chooseRecorded') });
  const pause = createButton({ icon: 'pause', label: 'Pause the list', key: 'p', onClick: command('pause') });
  const follow = createButton({ icon: 'follow', label: 'Follow the newest call', key: 'f', onClick: command('follow') });
  const clear = createButton({ icon: 'clear', label: 'Clear all stored calls', onClick: command('clear') });
  const columns = createButton({ icon: 'columns', label: 'Columns', onClick: command('columns') });
  const exporting = createButton({ icon: 'export', label: 'Export what the list shows', onClick: command('export') });
  const link = createButton({ icon: 'link', label: 'Copy a link to this view', onClick: command('copyLink') });
  const count = element('span', { class: 'toolbar__count', role: 'status' });
  const divider = () => element('span', { class: 'toolbar__divider' });
  const root = element(
    'div',
    { class: 'toolbar', role: 'toolbar', 'aria-label': 'Calls' },
    record,
    recorded,
    pause,
    follow,
    clear,
    divider(),
    filterBox,
    count,
    divider(),
    columns,
    exporting,
    link,
  );

  return {
    element: root,
    /** @param {ToolbarFacts} facts */
    update(facts) {
      const { isPaused, isFollowing, isRecording, isCountExact, isLoaded, canRecord, isSelective } = facts;
      relabel(pause, isPaused ? 'Resume the list (p)' : 'Pause the list (p)', isPaused ? 'play' : 'pause');
      setAttribute(pause, 'aria-pressed', String(isPaused));
      setAttribute(follow, 'aria-pressed', String(isFollowing));
      record.disabled = !canRecord;
      setAttribute(record, 'data-recording', String(isRecording !== false));
      relabel(record, isRecording === false ? 'Record' : 'Stop recording');
      recorded.disabled = !canRecord;
      setAttribute(recorded, 'aria-pressed', String(isSelective));
      relabel(recorded, isSelective ? `${CHOOSE}: some are not` : CHOOSE);
      clear.disabled = !canRecord;
      setText(count, isLoaded ? countText(facts) : '');
      count.title = isCountExact ? '' : 'Counting all of them takes the server too long';
    },
  };
}

/** @param {ToolbarFacts} facts */
function countText({ matched, stored, isCountExact, isFiltered }) {
  if (!isFiltered) return formatCount(stored);
  return `${isCountExact ? '' : '≥ '}${formatCount(matched)} of ${formatCount(stored)}`;
}
