// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// What the user does to the server, or takes away as text. Each action says in one word how it went.

export class Actions {
  #api;
  #say;
  #copyText;

  /**
   * @param {object} options
   * @param {object} options.api
   * @param {(text: string) => void} options.say
   * @param {(text: string) => Promise<boolean>} options.copyText
   */
  constructor({ api, say, copyText }) {
    this.#api = api;
    this.#say = say;
    this.#copyText = copyText;
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

  async #attempt(run) {
    try {
      return (await run()) ?? null;
    } catch (error) {
      this.#say(error.message);
      return null;
    }
  }
}
