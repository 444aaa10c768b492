// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// What a row has room for of a value that has parts: the path of a URL rather than its origin, and whether the value
// reports a failure.

/** @param {Value} value @param {string} name */
const partOf = ({ children }, name) => children?.find(({ label }) => label === name)?.value;

/** Whatever tells one resource of a server from the next; the server itself where it is asked for as a whole.
 * @param {string} url */
function pathOf(url) {
  const [, host = '', path = ''] = /^[a-z][a-z\d+.-]*:\/\/(?:[^/?#]*@)?([^/?#]*)([^]*)$/i.exec(url) ?? [];
  return path.length > 1 ? path : host ? host + path : url;
}

/** `#49 /rooms`: that a task runs, and that it gets something, is the usual case and needs no words.
 * @param {Value} task @param {string} url */
function taskText(task, url) {
  const [state, method] = [partOf(task, 'state'), partOf(task, 'method')];
  const words = [state === 'running' ? null : state, method === 'GET' ? null : method, pathOf(url)];
  return [`#${partOf(task, 'identifier')}`, ...words.flatMap((word) => word ?? [])].join(' ');
}

/**
 * The text by which a value describes itself, with paths in the place of the URLs that are parts of the value.
 * @param {Value & { value: string }} value
 */
export function briefText(value) {
  const url = ['url', 'failingURL'].map((name) => partOf(value, name)).find((part) => typeof part === 'string');
  if (typeof url !== 'string' || url === '') return value.value;
  const isTask = /^URLSession\w*Task$/.test(value.type ?? '') && partOf(value, 'identifier') !== undefined;
  return isTask ? taskText(value, url) : value.value.replace(url, () => pathOf(url));
}

/** Whether a value is an error, or a response that reports one.
 * @param {Value} value */
export function isFailure(value) {
  const { kind, type = '', count, children = [] } = value;
  if (kind === 'nil') return false;
  if (/^any Error$|\b(?:URL|NS)Error$/.test(type)) return true;
  if (type.endsWith('Response')) return Number(partOf(value, 'statusCode')) >= 400;
  // The domain of an error of the program comes after the parts that are its own.
  return count !== undefined && children.slice(count).some(({ label }) => label === 'domain');
}
