// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Where the page takes its calls from: the server, or for a while a file. Everybody else holds on to this one object.

/** A stream that has nothing to tell. */
const SILENT_STREAM = { start() {}, retry() {}, close() {} };

/**
 * @param {object} server  the API of the server
 * @param {(options: object) => object} openStream  makes a `SharedStream`
 */
export function createDataSource(server, openStream) {
  let file = null;
  const present = () => file?.api ?? server;
  const api = Object.fromEntries(Object.keys(server).map((name) => [name, (...values) => present()[name](...values)]));

  return {
    api,
    openStream: (options) => (file ? SILENT_STREAM : openStream(options)),
    /** @returns {{ name: string, api: object } | null} the file that is shown */
    get file() {
      return file;
    },
    set file(value) {
      file = value;
    },
  };
}
