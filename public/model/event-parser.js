// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The format of event streams: WHATWG HTML, "Server-sent events", *Interpreting an event stream*.

/** @typedef {{ name: string, id: string, data: string }} ParsedEvent */

export class EventParser {
  #rest = '';
  #name = '';
  #id = '';
  /** @type {string[]} */
  #data = [];

  /** The events that this piece of text completes.
   * @param {string} text @returns {ParsedEvent[]} */
  feed(text) {
    const all = this.#rest + text;
    // A line feed may follow that belongs to the last carriage return.
    const end = all.endsWith('\r') ? all.length - 1 : all.length;
    const lines = all.slice(0, end).split(/\r\n|\n|\r/);
    this.#rest = lines.pop() + all.slice(end);
    return lines.flatMap((line) => this.#take(line) ?? []);
  }

  /** @param {string} line @returns {ParsedEvent | null} */
  #take(line) {
    if (line === '') return this.#dispatch();
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') this.#name = value;
    if (field === 'data') this.#data.push(value);
    if (field === 'id' && !value.includes('\0')) this.#id = value;
    return null;
  }

  #dispatch() {
    const event = { name: this.#name || 'message', id: this.#id, data: this.#data.join('\n') };
    const isEmpty = this.#data.length === 0;
    this.#name = '';
    this.#data = [];
    return isEmpty ? null : event;
  }
}
