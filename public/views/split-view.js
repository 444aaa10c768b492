// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Two panes with a movable border: side by side in a wide window, one above the other in a narrow one.

import { element, listenForDrags, setShown } from './dom.js';

const SMALLEST = 240;
const KEY_STEP = 24;

/**
 * @param {object} options
 * @param {Node} options.main
 * @param {Node} options.side
 * @param {number} options.share     of the side pane, between 0 and 1
 * @param {(share: number) => void} options.onResize  the user has moved the border
 */
export function createSplitView({ main, side, share, onResize }) {
  let current = share;
  const border = element('div', {
    class: 'split__border',
    role: 'separator',
    tabindex: '0',
    'aria-label': 'Width of the details',
    'aria-valuemin': '0',
    'aria-valuemax': '100',
    hidden: true,
  });
  const first = element('div', { class: 'split__main' }, main);
  const second = element('div', { class: 'split__side', hidden: true }, side);
  const root = element('div', { class: 'split' }, first, border, second);

  const isStacked = () => getComputedStyle(root).flexDirection === 'column';
  const extent = () => (isStacked() ? root.clientHeight : root.clientWidth);

  function apply() {
    root.style.setProperty('--split-share', `${(current * 100).toFixed(2)}%`);
    border.setAttribute('aria-valuenow', String(Math.round(current * 100)));
    border.setAttribute('aria-orientation', isStacked() ? 'horizontal' : 'vertical');
  }

  /** @param {number} pixels */
  function resize(pixels) {
    const whole = extent();
    const most = Math.max(SMALLEST, whole - SMALLEST);
    current = Math.min(most, Math.max(SMALLEST, pixels)) / whole;
    apply();
    onResize(current);
  }

  listenForDrags(border, () => ({ clientX, clientY }) => {
    const box = root.getBoundingClientRect();
    resize(isStacked() ? box.bottom - clientY : box.right - clientX);
  });
  border.addEventListener('keydown', (event) => {
    const step = { ArrowLeft: KEY_STEP, ArrowUp: KEY_STEP, ArrowRight: -KEY_STEP, ArrowDown: -KEY_STEP }[event.key];
    if (!step) return;
    event.preventDefault();
    resize(current * extent() + step);
  });
  apply();

  return {
    element: root,
    /** @param {boolean} isOpen whether the side pane is shown */
    update(isOpen) {
      setShown(border, isOpen);
      setShown(second, isOpen);
      apply();
    },
  };
}
