// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Looking at the calls of one trace: into it from a call, and back to what was shown before.

import { filteredTrace, traceTerm } from '../model/trace.js';

export class Tracing {
  #parts;
  /** What was shown before a trace.
   * @type {(Pick<import('../model/page-state.js').PageState, 'tab' | 'filter' | 'sort'> & { traceId: string }) | null} */
  #origin = null;

  /** @param {Pick<import('../app.js').Parts, 'views' | 'navigation' | 'filtering'>} parts */
  constructor(parts) {
    this.#parts = parts;
  }

  /** The calls of a trace in the order of time; the flame chart shows all of them.
   * @param {string} traceId */
  show(traceId) {
    const { navigation, filtering, views } = this.#parts;
    const { tab, filter, sort } = navigation.state;
    if (!filtering.isAvailable) return;
    if (filteredTrace(filter) !== traceId) this.#origin = { traceId, tab, filter, sort };
    navigation.go({ tab: 'traffic', sort: null, filter: traceTerm(traceId) });
    views.flame.fit();
  }

  /** Back to what was shown before; without that, to the calls of all traces. */
  leave() {
    const { navigation, filtering, views } = this.#parts;
    const present = filteredTrace(filtering.present);
    const origin = this.#origin;
    this.#origin = null;
    if (origin && origin.traceId === present) {
      const { tab, filter, sort } = origin;
      navigation.go({ tab, filter, sort });
    } else filtering.narrow('trace', null);
    views.flame.fit();
  }
}
