// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The list of calls: a grid over the feed, the button that leads back to the newest call, and what to say when it is empty.

import { derivedOf, outcomeWord } from '../model/call.js';
import { formatCount, formatDuration, formatQuantity } from '../model/format.js';
import { waterfallScale } from '../model/waterfall.js';
import { element, setAttribute, setShown, setText } from './dom.js';
import { createGridView } from './grid-view.js';
import { icon } from './icons.js';
import { TRAFFIC_COLUMNS } from './traffic-columns.js';

const PREFETCHED_ROWS = 60;

/**
 * @param {object} options
 * @param {import('../net/traffic-feed.js').TrafficFeed} options.feed
 * @param {(call: object) => void} options.onSelect  the selection has moved
 * @param {(call: object) => void} options.onOpen
 * @param {() => void} options.onFollowChange
 * @param {(columnId: string, width: number | null) => void} options.onResize
 */
export function createTrafficView({ feed, onSelect, onOpen, onFollowChange, onResize }) {
  let unseen = 0;

  const source = {
    count: () => feed.list.total,
    rowAt: (index) => feed.list.rowAt(index),
    indexOf: (seq) => feed.list.ordinalOf(seq),
    keyOf: ({ seq }) => seq,
  };
  const grid = createGridView({
    id: 'traffic',
    label: 'Calls',
    columns: TRAFFIC_COLUMNS,
    source,
    canFollow: true,
    decorate,
    prepare,
    onSelect: (seq) => onSelect(feed.list.rowWith(seq)),
    onOpen: (seq) => onOpen(feed.list.rowWith(seq)),
    onVisible: (from, to) => {
      feed.ensure(from - PREFETCHED_ROWS, to + PREFETCHED_ROWS);
      feed.trim(Math.floor((from + to) / 2));
    },
    onFollowChange: () => {
      if (grid.isFollowing) unseen = 0;
      updateJump();
      onFollowChange();
    },
    onResize,
  });

  const jumpText = element('span');
  const jump = element('button', { class: 'jump', type: 'button', hidden: true, onclick: () => grid.followEnd() },
    icon('follow'), jumpText);
  const root = element('div', { class: 'traffic' }, grid.element, jump);

  function decorate(row, node) {
    setAttribute(node, 'data-kind', row?.kind === 'gap' ? 'gap' : null);
    setAttribute(node, 'data-word', row && row.kind !== 'gap' ? outcomeWord(row) : null);
    setAttribute(node, 'data-marked', row?.marked === true);
    setAttribute(node, 'data-note', row?.kind === 'gap' ? gapText(row) : null);
  }

  function prepare(rows) {
    const now = Date.now() * 1000;
    const calls = rows.filter(({ kind }) => kind !== 'gap');
    const scale = waterfallScale(calls.map((call) => ({
      startMicroseconds: derivedOf(call).start,
      durationNanoseconds: call.durationNanoseconds,
    })), now);
    const hasRunning = calls.some(({ durationNanoseconds }) => durationNanoseconds === null);
    grid?.noteAt('waterfall', calls.length > 0 ? formatDuration(scale.span * 1000) : '');
    return { scale, now, previousStart, version: `${scale.from}/${scale.span}/${hasRunning ? now : ''}` };
  }

  function previousStart(call) {
    const index = feed.list.ordinalOf(call.seq);
    const previous = index > 0 ? feed.list.rowAt(index - 1) : undefined;
    return previous && previous.kind !== 'gap' ? derivedOf(previous).start : null;
  }

  function updateJump() {
    setShown(jump, !grid.isFollowing && unseen > 0);
    setText(jumpText, `${formatCount(unseen)} new`);
    setAttribute(jump, 'aria-label', `${formatQuantity(unseen, 'new call')}: go to the newest`);
  }

  return {
    element: root,
    grid,
    /** The feed's rows have changed; `added` of them at the end. */
    update({ added = 0 } = {}) {
      if (!grid.isFollowing) unseen += added;
      updateJump();
      grid.update();
    },
    /** The feed shows another selection of calls. */
    reset() {
      unseen = 0;
      updateJump();
      grid.reset();
    },
    /** Brings a call onto the screen when the feed holds it. @returns {boolean} whether it does */
    show(seq) {
      const index = feed.list.ordinalOf(seq);
      if (index >= 0) grid.center(index);
      grid.setSelected(seq);
      return index >= 0;
    },
    destroy: () => grid.destroy(),
  };
}

function gapText({ missed }) {
  return `${formatQuantity(missed, 'call')} missed: evicted before this page could get them`;
}
