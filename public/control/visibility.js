// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// A tab that nobody has seen for a while gives its connections back.

const PATIENCE_MILLISECONDS = 30_000;

/**
 * @param {object} options
 * @param {() => void} options.onSleep
 * @param {() => void} options.onWake
 * @param {AbortSignal} options.signal
 */
export function watchVisibility({ onSleep, onWake, signal }) {
  let timer = 0;
  let isAsleep = false;
  document.addEventListener('visibilitychange', () => {
    clearTimeout(timer);
    if (document.hidden) {
      timer = setTimeout(() => {
        isAsleep = true;
        onSleep();
      }, PATIENCE_MILLISECONDS);
    } else if (isAsleep) {
      isAsleep = false;
      onWake();
    }
  }, { signal });
}
