// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Keeps the tab that is shown up to date; the others ask for nothing.

import { Poller } from '../net/poller.js';

/**
 * @typedef {object} PolledTab
 * @property {string} feature   the route that it needs
 * @property {number} interval  milliseconds
 * @property {(signal: AbortSignal) => Promise<any>} load
 * @property {(data: any) => void} onData
 * @property {(isAvailable: boolean) => void} onAvailable
 */
export class PolledTabs {
  #tabs;
  #has;
  #pollers;

  /**
   * @param {object} options
   * @param {Record<string, PolledTab>} options.tabs
   * @param {(feature: string) => boolean} options.has
   */
  constructor({ tabs, has }) {
    this.#tabs = tabs;
    this.#has = has;
    this.#pollers = Object.fromEntries(Object.entries(tabs).map(([id, tab]) => [id, new Poller(tab)]));
  }

  /**
   * @param {string[]} shown ids of what is on the screen
   */
  update(shown) {
    for (const [id, tab] of Object.entries(this.#tabs)) {
      const isAvailable = this.#has(tab.feature);
      tab.onAvailable(isAvailable);
      if (isAvailable && shown.includes(id)) this.#pollers[id].start();
      else this.#pollers[id].stop();
    }
  }

  /** Asks at once for what is shown, because something that the answer depends on has changed. */
  refresh() {
    for (const poller of Object.values(this.#pollers)) if (poller.isRunning) void poller.refresh();
  }

  stop() {
    for (const poller of Object.values(this.#pollers)) poller.stop();
  }
}
