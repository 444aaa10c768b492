// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Where the page takes its calls from: the server, or a file of exported calls in its place. Everybody else asks `api`
// and does not know the difference.

import { FILE_FORMATS, readExport } from '../model/exported-file.js';
import { messageOf } from '../net/api.js';
import { createFileAPI } from '../net/file-api.js';

const MOST_BYTES = 512 * 1024 * 1024;

/** A stream that has nothing to tell. */
const SILENT_STREAM = { isSilent: true, start() {}, retry() {}, close() {} };

/**
 * @typedef {import('../net/api.js').API} API
 * @typedef {import('../model/exported-file.js').ExportedFile & { name: string | null, api: API }} ShownFile
 *
 * @typedef {object} FileModeOptions
 * @property {API} server
 * @property {(options: import('../net/shared-stream.js').StreamOptions) => import('../net/traffic-feed.js').Stream}
 *   openStream  of the server
 * @property {(text: string) => void} say
 * @property {(name: string, type: string, text: string) => void} saveFile
 * @property {() => void} onChange      the calls are other ones
 * @property {() => string} serverName  what the server's calls are called
 */
export class FileMode {
  /** @type {API} of what is shown */
  api;
  #options;
  /** @type {ShownFile | null} */
  #file = null;
  /** @type {ShownFile | null} */
  #embedded = null;
  #isAlone = false;

  /** @param {FileModeOptions} options */
  constructor(options) {
    this.#options = options;
    const { server } = options;
    /** @param {string} name @returns {[string, (...values: unknown[]) => unknown]} */
    const forwarded = (name) => [name, (...values) => Reflect.get(this.#file?.api ?? server, name)(...values)];
    this.api = /** @type {any} */ (Object.fromEntries(Object.keys(server).map(forwarded)));
  }

  /** @param {import('../net/shared-stream.js').StreamOptions} options */
  openStream = (options) => (this.#file ? SILENT_STREAM : this.#options.openStream(options));

  /** Whether the calls come from a file. */
  get isFile() {
    return this.#file !== null;
  }

  /** What the banner tells; null while the server is shown. The calls in an exported page have no name. */
  get summary() {
    const file = this.#file;
    return file && { ...file, count: file.calls.length, wayBack: this.#wayBack(file) };
  }

  /** @param {ShownFile} file */
  #wayBack(file) {
    if (this.#embedded) return file === this.#embedded ? null : 'the calls in this page';
    return this.#isAlone ? null : this.#options.serverName();
  }

  /** Lets the user choose a file. */
  choose() {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = '.json,.ndjson,application/json,application/x-ndjson';
    input.addEventListener('change', () => input.files?.[0] && this.open(input.files[0]));
    input.click();
  }

  /** @param {File} file */
  async open(file) {
    try {
      if (file.size > MOST_BYTES) throw new Error('It is larger than 512 MiB.');
      const content = readExport(await file.text());
      this.#file = { ...content, name: file.name, api: createFileAPI(content) };
      this.#options.onChange();
    } catch (error) {
      this.#options.say(`“${file.name}” cannot be opened. ${messageOf(error)}`);
    }
  }

  /** Shows the calls that an exported page has in itself, if it has any. Such a page has no server. */
  openEmbedded() {
    const recording = document.querySelector('#recording')?.textContent;
    if (recording === null || recording === undefined) return;
    this.#isAlone = true;
    const context = JSON.parse(document.querySelector('#recording-context')?.textContent ?? '{}');
    try {
      const { filter = '', counters = null } = context;
      const content = { ...readExport(recording), filter, counters };
      this.#embedded = { ...content, name: null, api: createFileAPI(content) };
      this.#file = this.#embedded;
    } catch (error) {
      this.#options.say(`The calls in this page cannot be read. ${messageOf(error)}`);
    }
  }

  /** Back to the calls in the page, or to the server. */
  close() {
    this.#file = this.#embedded;
    this.#options.onChange();
  }

  /** Saves the calls of the file as a file of their own.
   * @param {string} format  key of `FILE_FORMATS` */
  save(format) {
    const { type, encode } = FILE_FORMATS[format];
    if (this.#file) this.#options.saveFile(`calls.${format}`, type, encode(this.#file));
  }
}
