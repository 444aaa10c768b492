// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Calls folded into a tree of selectors: what `/api/v1/call-tree` tells of a server's calls, computed from those of a
// file. Each ended call counts once, where the chain of its callers leads; running calls are only links of chains.

import { coveredTime } from './covered-time.js';

export const MOST_NODES = 5000;
const DEEPEST = 256;

/**
 * @typedef {'topDown' | 'bottomUp'} TreeDirection
 * `called` are the ended calls that it made; `depth` counts from 1; `kept` is the innermost of it and its callers that is
 * not too deep, if it is not that itself.
 * @typedef {{ call: Invocation, name: string, caller: Frame | null, depth: number, called: Invocation[],
 *   kept: Frame | null }} Frame
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

/**
 * Each call with its caller. One whose caller is not among the calls has none; what is too deep counts for the call that
 * is just not too deep, with its number and its time.
 * @param {Invocation[]} calls  callers before what they call
 */
function framesOf(calls) {
  /** @type {Map<string, Frame>} */
  const frames = new Map();
  for (const call of calls) {
    const caller = frames.get(call.parent ?? '') ?? null;
    const depth = (caller?.depth ?? 0) + 1;
    if (caller && depth <= DEEPEST && hasEnded(call)) caller.called.push(call);
    const kept = depth > DEEPEST ? (caller?.kept ?? caller) : null;
    frames.set(call.id, { call, name: `${call.protocol}.${call.selector}`, caller, depth, called: [], kept });
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
 * The heaviest folds, as they are sent. One weighs as much as the longest time in it and below it, so that none is without
 * what stands above it.
 * @param {Fold} root
 */
function heaviest(root) {
  /** @type {{ fold: Fold, weight: number }[]} */
  const all = [];
  /** @param {Fold} fold @returns {number} */
  const weigh = (fold) => {
    const entry = { fold, weight: fold.totalNanoseconds };
    all.push(entry);
    for (const child of fold.children.values()) entry.weight = Math.max(entry.weight, weigh(child));
    return entry.weight;
  };
  for (const child of root.children.values()) weigh(child);
  const isCut = all.length > MOST_NODES;
  const kept = isCut ? all.sort((left, right) => right.weight - left.weight).slice(0, MOST_NODES) : all;
  const folds = new Set(kept.map(({ fold }) => fold));
  /** @param {Fold} fold @returns {CallTreeNode[]} */
  const nodes = ({ children }) =>
    [...children.values()]
      .filter((child) => folds.has(child))
      .sort(byTotal)
      .map((child) => ({ ...child, children: nodes(child) }));
  return { isCut, nodes: nodes(root) };
}

/** @param {Fold} left @param {Fold} right */
const byTotal = (left, right) => right.totalNanoseconds - left.totalNanoseconds;

/**
 * Where a call counts: at the end of its path, or, bottom up, in every group of calls that were made along its path.
 * @type {Record<TreeDirection, (root: Fold, stack: Frame[], call: Invocation, total: number, self: number) => void>}
 */
const COUNTERS = {
  topDown(root, stack, call, total, self) {
    const fold = foldsAlong(root, [...stack].reverse()).at(-1);
    if (fold) add(fold, call, total, self);
  },
  bottomUp(root, stack, call, total, self) {
    const repeated = repeatedFrames(stack);
    foldsAlong(root, stack).forEach((fold, index) => add(fold, call, index < repeated ? 0 : total, self));
  },
};

/** An answer as `/api/v1/call-tree` gives it.
 * @param {Invocation[]} calls  in the order of their start @param {TreeDirection} direction @returns {CallTree} */
export function callTreeReply(calls, direction) {
  const frames = framesOf(calls);
  const counted = frames.filter(({ call }) => hasEnded(call));
  const root = emptyFold({ protocol: '', selector: '' });
  let nanoseconds = 0;
  for (const frame of counted) {
    const { call, called, kept } = frame;
    // The time of what is too deep is that of the kept call already.
    const total = kept ? 0 : (call.durationNanoseconds ?? 0);
    const self = kept ? 0 : total - coveredTime(call, called);
    COUNTERS[direction](root, stackOf(kept ?? frame), call, total, self);
    nanoseconds += self;
  }
  const { isCut, nodes } = heaviest(root);
  const isTooDeep = frames.some(({ depth }) => depth > DEEPEST);
  return { direction, isComplete: true, calls: counted.length, nanoseconds, isCut: isCut || isTooDeep, nodes };
}
