// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The list of calls: a grid over the feed, in the order of time or sorted, and the button that leads back to the
// newest call.

import { ArraySource } from '../model/array-source.js';
import { derivedOf, outcomeWord } from '../model/call.js';
import { formatCount, formatDuration, formatQuantity } from '../model/format.js';
import { waterfallScale } from '../model/waterfall.js';
import { element, setAttribute, setShown, setText } from './dom.js';
import { createGridView } from './grid-view.js';
import { icon } from './icons.js';
import { TRAFFIC_COLUMNS } from './traffic-columns.js';

const PREFETCHED_ROWS = 60;
const keyOf = ({ seq }) => seq;

/** The feed's rows, oldest or newest first. */
function feedSource(feed, isNewestFirst) {
  const mirrored = (index) => (isNewestFirst() ? feed.list.total - 1 - index : index);
  return {
    keyOf,
    count: () => feed.list.total,
    rowAt: (index) => feed.list.rowAt(mirrored(index)),
    indexOf: (seq) => {
      const ordinal = feed.list.ordinalOf(seq);
      return ordinal < 0 ? -1 : mirrored(ordinal);
    },
    show(from, to) {
      const [first, last] = isNewestFirst() ? [mirrored(to - 1), mirrored(from) + 1] : [from, to];
      feed.ensure(first - PREFETCHED_ROWS, last + PREFETCHED_ROWS);
      feed.trim(Math.floor((first + last) / 2));
    },
  };
}

/**
 * @param {object} options
 * @param {import('../net/traffic-feed.js').TrafficFeed} options.feed
 * @param {(call: object) => void} options.onSelect  the selection has moved
 * @param {(call: object) => void} options.onOpen
 * @param {() => void} options.onFollowChange
 * @param {(columnId: string) => void} options.onSort
 * @param {(columnId: string, width: number | null) => void} options.onResize
 */
export function createTrafficView({ feed, onSelect, onOpen, onFollowChange, onSort, onResize }) {
  let unseen = 0;
  let isNewestFirst = false;
  let isSorted = false;
  const live = feedSource(feed, () => isNewestFirst);
  const sorted = new ArraySource(keyOf);
  const present = () => (isSorted ? sorted : live);
  const rowWith = (seq) => present().rowAt(present().indexOf(seq));

  const grid = createGridView({
    id: 'traffic',
    label: 'Calls',
    columns: TRAFFIC_COLUMNS,
    source: {
      keyOf,
      count: () => present().count(),
      rowAt: (index) => present().rowAt(index),
      indexOf: (seq) => present().indexOf(seq),
    },
    followedEdge: () => (isSorted ? null : isNewestFirst ? 'start' : 'end'),
    decorate,
    prepare,
    onSelect: (seq) => onSelect(rowWith(seq)),
    onOpen: (seq) => rowWith(seq) && onOpen(rowWith(seq)),
    onVisible: (from, to) => !isSorted && live.show(from, to),
    onFollowChange: () => {
      if (grid.isFollowing) unseen = 0;
      updateJump();
      onFollowChange();
    },
    onSort,
    onResize,
  });

  const jumpText = element('span');
  const jump = element(
    'button',
    { class: 'jump', type: 'button', hidden: true, onclick: () => grid.follow() },
    icon('follow'),
    jumpText,
  );
  const root = element('div', { class: 'traffic' }, grid.element, jump);

  function prepare(rows) {
    const now = Date.now() * 1000;
    const calls = rows.filter(({ kind }) => kind !== 'gap');
    const scale = waterfallScale(
      calls.map((call) => ({
        startMicroseconds: derivedOf(call).start,
        durationNanoseconds: call.durationNanoseconds,
      })),
      now,
    );
    const hasRunning = calls.some(({ durationNanoseconds }) => durationNanoseconds === null);
    grid.noteAt('waterfall', calls.length > 0 ? formatDuration(scale.span * 1000) : '');
    return { scale, now, previousStart, version: `${scale.from}/${scale.span}/${hasRunning ? now : ''}` };
  }

  function previousStart(call) {
    const index = present().indexOf(call.seq);
    const previous = present().rowAt(isNewestFirst && !isSorted ? index + 1 : index - 1);
    return previous && previous.kind !== 'gap' ? derivedOf(previous).start : null;
  }

  function updateJump() {
    setShown(jump, !isSorted && !grid.isFollowing && unseen > 0);
    jump.dataset.edge = isNewestFirst ? 'start' : 'end';
    setText(jumpText, `${formatCount(unseen)} new`);
    setAttribute(jump, 'aria-label', `${formatQuantity(unseen, 'new call')}: go to the newest`);
  }

  return {
    element: root,
    grid,
    /** The feed's rows have changed; `added` of them are new. */
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
    /**
     * Shows the calls in the order of time, or those that were sorted.
     * @param {string | null} sort
     * @param {object[] | null} calls  sorted ones; null for the order of time
     */
    setOrder(sort, calls) {
      const wasFollowing = grid.isFollowing;
      isSorted = calls !== null;
      isNewestFirst = sort === '-time';
      sorted.replace(calls ?? []);
      grid.setSort(sort ?? 'time');
      grid.reset();
      if (!isSorted && (wasFollowing || grid.selected === null)) grid.follow();
      updateJump();
    },
    /** Selects a call and brings it onto the screen. @returns {boolean} whether it is in the list */
    show(seq) {
      const index = present().indexOf(seq);
      grid.setSelected(seq);
      if (index >= 0) grid.reveal(index);
      return index >= 0;
    },
    destroy: () => grid.destroy(),
  };
}

function decorate(row, node) {
  const isGap = row?.kind === 'gap';
  setAttribute(node, 'data-kind', isGap ? 'gap' : null);
  setAttribute(node, 'data-word', row && !isGap ? outcomeWord(row) : null);
  setAttribute(node, 'data-marked', row?.marked === true ? '' : null);
  setAttribute(
    node,
    'data-note',
    isGap ? `${formatQuantity(row.missed, 'call')} missed: evicted before this page could get them` : null,
  );
}
