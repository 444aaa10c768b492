// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// What the user does to the server, or takes away as text. Each action says in one word how it went.

import { exportedFile, messageOf, testFile } from '../net/api.js';

/**
 * @param {object} options
 * @param {Pick<import('../net/api.js').API, 'amend' | 'clear' | 'setRecording' | 'setRules' | 'interpose' |
 *   'removeInterposer'>} options.api
 * @param {(text: string) => void} options.say
 * @param {(text: string) => Promise<boolean>} options.copyText
 * @param {(name: string, content: Blob) => void} options.saveBlob
 */
export function createActions({ api, say, copyText, saveBlob }) {
  /**
   * @template Result
   * @param {() => Promise<Result>} run
   * @param {string} done  what is said when it went well
   * @returns {Promise<Result | null>} null when it failed
   */
  async function attempt(run, done) {
    try {
      const result = await run();
      if (done) say(done);
      return result;
    } catch (error) {
      say(messageOf(error));
      return null;
    }
  }

  return {
    /** @param {string} text @param {string} what  it is */
    async copy(text, what) {
      say((await copyText(text)) ? `${what} copied` : 'The browser does not allow copying here');
    },
    /** @param {Invocation} call @returns {Promise<Invocation | null>} the record as it now is */
    mark({ id, marked }) {
      const isMarked = marked !== true;
      return attempt(() => api.amend(id, { marked: isMarked }), isMarked ? 'Marked: evicted last' : 'No longer marked');
    },
    /** An empty text takes the comment away.
     * @param {Invocation} call @param {string} comment @returns {Promise<Invocation | null>} the record as it now is */
    comment: ({ id }, comment) =>
      attempt(() => api.amend(id, { comment }), comment ? 'Comment saved' : 'Comment taken away'),
    /** @param {boolean} isRecording */
    setRecording: (isRecording) => attempt(() => api.setRecording(isRecording), ''),
    /** Changes which calls are recorded.
     * @param {Partial<import('../model/capture-rules.js').CaptureRules>} rules @param {string} done */
    setRules: (rules, done) => attempt(() => api.setRules(rules), done),
    /** @param {import('../model/capture-rules.js').CaptureRules} rules
     * @returns {Promise<string | null>} what is wrong with them */
    trySetRules: (rules) => api.setRules(rules).then(() => null, messageOf),
    /** Records the calls of protocols.
     * @param {InterposerSelection} selection */
    interpose: (selection) => attempt(() => api.interpose(selection), 'Recorded from now on'),
    /** @param {InterposerSelection} selection
     * @returns {Promise<string | null>} what is wrong with it */
    tryInterpose: (selection) => api.interpose(selection).then(() => null, messageOf),
    /** @param {Interposer} interposer */
    removeInterposer: ({ id }) => attempt(() => api.removeInterposer(id), 'No longer recorded'),
    /** Saves the list's calls as a file.
     * @param {{ format: string, filter: string }} query */
    save: (query) => attempt(async () => {
      const { name, content } = await exportedFile(query);
      saveBlob(name, content);
    }, ''),
    /** Saves a test that repeats calls, and the fixtures that it needs.
     * @param {{ filter: string, target?: string | null }} query */
    saveTest: (query) => attempt(async () => {
      for (const file of /** @type {const} */ (['test', 'fixtures'])) {
        const { name, content } = await testFile({ ...query, file });
        saveBlob(name, content);
      }
    }, 'Test and fixtures saved'),
    clear: () => attempt(() => api.clear(), 'All stored calls cleared'),
  };
}

/** @typedef {ReturnType<typeof createActions>} Actions */
