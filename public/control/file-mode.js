// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Opening a file of exported calls in place of the server's, saving its calls, and going back.

import { FILE_FORMATS, readExport } from '../model/exported-file.js';
import { createFileAPI } from '../net/file-api.js';

const MOST_BYTES = 512 * 1024 * 1024;

export class FileMode {
  #source;
  #say;
  #saveFile;
  #onChange;
  #serverName;
  #embedded = null;
  #isAlone = false;

  /**
   * @param {object} options
   * @param {ReturnType<typeof import('../net/data-source.js').createDataSource>} options.source
   * @param {(text: string) => void} options.say
   * @param {(name: string, type: string, text: string) => void} options.saveFile
   * @param {() => void} options.onChange  the calls are other ones
   * @param {() => string} options.serverName  what the server's calls are called
   */
  constructor({ source, say, saveFile, onChange, serverName }) {
    this.#source = source;
    this.#say = say;
    this.#saveFile = saveFile;
    this.#onChange = onChange;
    this.#serverName = serverName;
  }

  /**
   * What the banner tells; null while the server is shown. The calls in an exported page have no name.
   * @returns {{ name: string | null, count: number, wayBack: string | null } | null}
   */
  get summary() {
    const { file } = this.#source;
    return file && { ...file, wayBack: this.#wayBack(file) };
  }

  #wayBack(file) {
    if (this.#embedded) return file === this.#embedded ? null : 'the calls in this page';
    return this.#isAlone ? null : this.#serverName();
  }

  /** Lets the user choose a file. */
  choose() {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = '.json,.ndjson,application/json,application/x-ndjson';
    input.addEventListener('change', () => input.files[0] && this.open(input.files[0]));
    input.click();
  }

  /** @param {File} file */
  async open(file) {
    try {
      if (file.size > MOST_BYTES) throw new Error('It is larger than 512 MiB.');
      const content = readExport(await file.text());
      this.#source.file = { name: file.name, count: content.calls.length, ...content, api: createFileAPI(content) };
      this.#onChange();
    } catch (error) {
      this.#say(`“${file.name}” cannot be opened. ${error.message}`);
    }
  }

  /** Shows the calls that an exported page has in itself, if it has any. Such a page has no server. */
  openEmbedded() {
    const recording = document.querySelector('#recording');
    if (!recording) return;
    this.#isAlone = true;
    const { filter = '', counters = null } = JSON.parse(document.querySelector('#recording-context').textContent);
    try {
      const content = { ...readExport(recording.textContent), filter, counters };
      this.#embedded = { name: null, count: content.calls.length, ...content, api: createFileAPI(content) };
      this.#source.file = this.#embedded;
    } catch (error) {
      this.#say(`The calls in this page cannot be read. ${error.message}`);
    }
  }

  /** Back to the calls in the page, or to the server. */
  close() {
    this.#source.file = this.#embedded;
    this.#onChange();
  }

  /** Saves the calls that are shown as a file of their own. @param {string} format  key of `FILE_FORMATS` */
  save(format) {
    const { type, encode } = FILE_FORMATS[format];
    this.#saveFile(`calls.${format}`, type, encode(this.#source.file));
  }

  /** Files can also be dropped anywhere. @param {AbortSignal} signal */
  listen(signal) {
    const hasFile = ({ dataTransfer }) => [...(dataTransfer?.types ?? [])].includes('Files');
    addEventListener('dragover', (event) => hasFile(event) && event.preventDefault(), { signal });
    addEventListener('drop', (event) => {
      if (!hasFile(event)) return;
      event.preventDefault();
      if (event.dataTransfer.files[0]) void this.open(event.dataTransfer.files[0]);
    }, { signal });
  }
}
