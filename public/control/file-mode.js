// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Opening a file of exported calls in place of the server's, and going back.

import { readExport } from '../model/exported-file.js';
import { createFileAPI } from '../net/file-api.js';

const MOST_BYTES = 512 * 1024 * 1024;

export class FileMode {
  #source;
  #say;
  #onChange;

  /**
   * @param {object} options
   * @param {ReturnType<typeof import('../net/data-source.js').createDataSource>} options.source
   * @param {(text: string) => void} options.say
   * @param {() => void} options.onChange  the calls are other ones
   */
  constructor({ source, say, onChange }) {
    this.#source = source;
    this.#say = say;
    this.#onChange = onChange;
  }

  /** What the banner tells; null while the server is shown. @returns {{ name: string, count: number } | null} */
  get summary() {
    return this.#source.file;
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

  /** Shows the calls that an exported page has in itself, if it has any. @returns {boolean} whether it has */
  openEmbedded() {
    const recording = document.querySelector('#recording');
    if (!recording) return false;
    const context = JSON.parse(document.querySelector('#recording-context')?.textContent || '{}');
    try {
      const content = { ...readExport(recording.textContent), counters: context.counters ?? null };
      const name = context.filter ? `this page (${context.filter})` : 'this page';
      this.#source.file = { name, count: content.calls.length, ...content, api: createFileAPI(content) };
    } catch (error) {
      this.#say(`The calls in this page cannot be read. ${error.message}`);
    }
    return true;
  }

  /** Back to the server. */
  close() {
    this.#source.file = null;
    this.#onChange();
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
