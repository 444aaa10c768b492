// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// What Chromium 112 and Firefox 115 have and the type checker of Debian 12 does not know yet.

interface Array<T> {
  findLast(predicate: (value: T, index: number) => unknown): T | undefined;
  findLastIndex(predicate: (value: T, index: number) => unknown): number;
  toSorted(compare?: (left: T, right: T) => number): T[];
}

interface HTMLElement {
  showPopover(): void;
  hidePopover(): void;
}

interface HTMLElementEventMap {
  toggle: Event & { newState: 'open' | 'closed' };
  'tree-expand': CustomEvent<boolean>;
}
