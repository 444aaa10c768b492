// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// What the user does to the server or takes away from the page. Each action says in one word how it went.

import { EXPORT_FORMATS } from '../model/export.js';
import { formatCount } from '../model/format.js';
import { collectCalls } from '../net/collected-calls.js';

const MOST_EXPORTED = 100_000;

export class Actions {
  #api;
  #say;
  #copyText;
  #saveFile;
  #exportAbort = null;

  /**
   * @param {object} options
   * @param {object} options.api
   * @param {(text: string) => void} options.say
   * @param {(text: string) => Promise<boolean>} options.copyText
   * @param {(name: string, type: string, text: string) => void} options.saveFile
   */
  constructor({ api, say, copyText, saveFile }) {
    this.#api = api;
    this.#say = say;
    this.#copyText = copyText;
    this.#saveFile = saveFile;
  }

  async copy(text, what) {
    this.#say((await this.#copyText(text)) ? `${what} copied` : 'The browser does not allow copying here');
  }

  /** @returns {Promise<object | null>} the record as it now is */
  async mark(call) {
    const isMarked = call.marked !== true;
    const changed = await this.#attempt(() => this.#api.amend(call.id, { marked: isMarked }));
    if (changed) this.#say(isMarked ? 'Marked: evicted last' : 'No longer marked');
    return changed;
  }

  /**
   * @param {object} call
   * @param {string} text an empty one takes the comment away
   * @returns {Promise<object | null>} the record as it now is
   */
  async comment(call, text) {
    const changed = await this.#attempt(() => this.#api.amend(call.id, { comment: text }));
    if (changed) this.#say(text ? 'Comment saved' : 'Comment taken away');
    return changed;
  }

  async setRecording(isRecording) {
    await this.#attempt(() => this.#api.setRecording(isRecording));
  }

  async clear() {
    if (await this.#attempt(() => this.#api.clear())) this.#say('All stored calls cleared');
  }

  /**
   * @param {string} format key of `EXPORT_FORMATS`
   * @param {{ filter: string, counters: object | null }} facts that belong into the file
   */
  async export(format, { filter, counters }) {
    this.#exportAbort?.abort();
    this.#exportAbort = new AbortController();
    const { signal } = this.#exportAbort;
    const { extension, type, encode } = EXPORT_FORMATS[format];
    const onProgress = (collected, matched) =>
      this.#say(`Exporting ${formatCount(collected)} of ${formatCount(matched)}…`);
    await this.#attempt(async () => {
      const { calls, isComplete } = await collectCalls(this.#api, { filter, most: MOST_EXPORTED, signal, onProgress });
      if (signal.aborted) return;
      const exportedAt = new Date().toISOString();
      this.#saveFile(
        `calls-${exportedAt.slice(0, 19).replaceAll(':', '')}.${extension}`,
        type,
        encode(calls, { filter, exportedAt, counters, isComplete }),
      );
      this.#say(
        isComplete
          ? `${formatCount(calls.length)} calls exported`
          : `The newest ${formatCount(calls.length)} calls exported`,
      );
    });
  }

  async #attempt(run) {
    try {
      return (await run()) ?? null;
    } catch (error) {
      this.#say(error.message);
      return null;
    }
  }
}
