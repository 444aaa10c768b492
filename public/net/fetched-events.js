// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// An event stream read with `fetch`, with the part of EventSource's interface that the page uses. EventSource cannot
// send header fields, which a server with a token requires.

import { EventParser } from '../model/event-parser.js';

export class FetchedEvents extends EventTarget {
  #abort = new AbortController();
  /** @type {((event: Event) => void) | null} */
  onerror = null;

  /** @param {string} address @param {Record<string, string>} headers */
  constructor(address, headers) {
    super();
    void this.#receive(address, headers);
  }

  close() {
    this.#abort.abort();
  }

  /** Reports every unexpected end.
   * @param {string} address @param {Record<string, string>} headers */
  async #receive(address, headers) {
    const { signal } = this.#abort;
    try {
      const accepted = { ...headers, Accept: 'text/event-stream' };
      const response = await fetch(address, { cache: 'no-store', headers: accepted, signal });
      if (response.ok && response.body) await this.#read(response.body.getReader(), signal);
    } catch {
      // The connection was lost, or closed by `close`.
    }
    if (!signal.aborted) this.onerror?.(new Event('error'));
  }

  /** @param {ReadableStreamDefaultReader<Uint8Array>} reader @param {AbortSignal} signal */
  async #read(reader, signal) {
    const decoder = new TextDecoder();
    const parser = new EventParser();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      for (const { name, id, data } of parser.feed(decoder.decode(value, { stream: true }))) {
        if (signal.aborted) return;
        this.dispatchEvent(new MessageEvent(name, { data, lastEventId: id }));
      }
    }
  }
}
