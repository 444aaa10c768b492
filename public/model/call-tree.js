// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Calls folded into a tree of selectors: what `/api/v1/call-tree` tells of a server's calls, computed from those of a
// file. Each ended call counts once, where the chain of its callers leads; running calls are only links of chains.

import { coveredTime } from './covered-time.js';
import { gather } from './statistics.js';

export const MOST_NODES = 5000;
const DEEPEST = 256;

/**
 * @typedef {'topDown' | 'bottomUp'} TreeDirection
 * @typedef {{ call: Invocation, name: string, caller: Frame | null }} Frame
 * @typedef {Omit<CallTreeNode, 'children'> & { children: Map<string, Fold> }} Fold
 */

/** @param {Pick<Invocation, 'protocol' | 'selector'>} call @returns {Fold} */
const emptyFold = ({ protocol, selector }) => ({
  protocol,
  selector,
  calls: 0,
  errors: 0,
  totalNanoseconds: 0,
  selfNanoseconds: 0,
  children: new Map(),
});

/** @param {Invocation} call */
const hasEnded = ({ durationNanoseconds: duration }) => duration !== null && duration !== undefined;

/** Each call with its caller. One whose caller is not among the calls has none.
 * @param {Invocation[]} calls  callers before what they call */
function framesOf(calls) {
  /** @type {Map<string, Frame>} */
  const frames = new Map();
  for (const call of calls) {
    const name = `${call.protocol}.${call.selector}`;
    frames.set(call.id, { call, name, caller: frames.get(call.parent ?? '') ?? null });
  }
  return [...frames.values()];
}

/** The call and its callers, up to the first.
 * @param {Frame} frame */
function stackOf(frame) {
  const stack = [];
  for (let each = /** @type {Frame | null} */ (frame); each; each = each.caller) stack.push(each);
  return stack;
}

/**
 * How many frames at the beginning of a stack are there once more, further out: the time of the call is already within
 * that of an outer call, as far as both are counted together.
 * @param {Frame[]} stack  the call first
 */
function repeatedFrames(stack) {
  let most = 0;
  for (let outer = 1; stack.length - outer > most; outer += 1) {
    if (!hasEnded(stack[outer].call)) continue;
    let length = 0;
    while (outer + length < stack.length && stack[length].name === stack[outer + length].name) length += 1;
    most = Math.max(most, length);
  }
  return most;
}

/** The folds that a path leads through, below the root.
 * @param {Fold} root @param {Frame[]} path */
function foldsAlong(root, path) {
  let fold = root;
  return path.map(({ call, name }) => {
    const next = fold.children.get(name) ?? emptyFold(call);
    if (next.calls === 0) fold.children.set(name, next);
    fold = next;
    return next;
  });
}

/** @param {Fold} fold @param {Invocation} call @param {number} total @param {number} self  nanoseconds */
function add(fold, { state }, total, self) {
  fold.calls += 1;
  fold.errors += state === 'threw' ? 1 : 0;
  fold.totalNanoseconds += total;
  fold.selfNanoseconds += self;
}

/**
 * The heaviest folds, as they are sent; a lighter one is left out with all below it.
 * @param {Fold} root
 */
function heaviest(root) {
  /** @type {Fold[]} */
  const all = [];
  /** @param {Fold} fold */
  const collect = (fold) => fold.children.forEach((child) => {
    all.push(child);
    collect(child);
  });
  collect(root);
  const isCut = all.length > MOST_NODES;
  const kept = new Set(isCut ? all.sort(byTotal).slice(0, MOST_NODES) : all);
  /** @param {Fold} fold @returns {CallTreeNode[]} */
  const nodes = ({ children }) =>
    [...children.values()]
      .filter((child) => kept.has(child))
      .sort(byTotal)
      .map((child) => ({ ...child, children: nodes(child) }));
  return { isCut, nodes: nodes(root) };
}

/** @param {Fold} left @param {Fold} right */
const byTotal = (left, right) => right.totalNanoseconds - left.totalNanoseconds;

/**
 * Where a call counts: at the end of its path, or, bottom up, in every group of calls that were made along its path.
 * @type {Record<TreeDirection, (root: Fold, stack: Frame[], total: number, self: number) => void>}
 */
const COUNTERS = {
  topDown(root, stack, total, self) {
    const fold = foldsAlong(root, [...stack].reverse()).at(-1);
    if (fold) add(fold, stack[0].call, total, self);
  },
  bottomUp(root, stack, total, self) {
    const repeated = repeatedFrames(stack);
    foldsAlong(root, stack).forEach((fold, index) => add(fold, stack[0].call, index < repeated ? 0 : total, self));
  },
};

/** The ended calls that each call made.
 * @param {Invocation[]} calls */
function calledBy(calls) {
  /** @type {Map<string, Invocation[]>} */
  const called = new Map();
  for (const call of calls) if (call.parent && hasEnded(call)) gather(called, call.parent, call);
  return called;
}

/** An answer as `/api/v1/call-tree` gives it.
 * @param {Invocation[]} calls  in the order of their start @param {TreeDirection} direction @returns {CallTree} */
export function callTreeReply(calls, direction) {
  const called = calledBy(calls);
  const ended = framesOf(calls).filter(({ call }) => hasEnded(call));
  const root = emptyFold({ protocol: '', selector: '' });
  let isTooDeep = false;
  let nanoseconds = 0;
  for (const frame of ended) {
    const { call } = frame;
    const total = call.durationNanoseconds ?? 0;
    const self = total - coveredTime(call, called.get(call.id) ?? []);
    const stack = stackOf(frame);
    nanoseconds += self;
    if (stack.length <= DEEPEST) COUNTERS[direction](root, stack, total, self);
    else isTooDeep = true;
  }
  const { isCut, nodes } = heaviest(root);
  return { direction, isComplete: true, calls: ended.length, nanoseconds, isCut: isCut || isTooDeep, nodes };
}
