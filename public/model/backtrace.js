// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Who called: the frames of a backtrace in words, and the way to their source.

/** Whether the functions of a call's backtrace have not been looked up yet.
 * @param {Invocation} call */
export const isUnnamed = ({ backtrace }) => Boolean(backtrace?.length) && !backtrace?.some((frame) => frame.function);

/**
 * Address that opens a line of a source file in Visual Studio Code; null unless the path is absolute.
 * @param {string | undefined} file @param {number | undefined} line
 */
export function editorAddress(file, line) {
  if (!file?.startsWith('/') || !Number.isInteger(line)) return null;
  return `vscode://file${file.split('/').map(encodeURIComponent).join('/')}:${line}`;
}

/** A function without the types of its parameters: `Feed.refresh(_:after:)`, where the text is of that form.
 * @param {string} text  as Swift demangles it */
export function shortFunction(text) {
  const found = /^(?:static )?((?:[\w$`]+\.)*)([\w$`]+)\(([^()<>[\]]*)\)/u.exec(text);
  if (!found) return text;
  const [, path, name, parameters] = found;
  const labels = parameters.split(',').flatMap((parameter) => {
    const word = /^\s*([\w`]+): /u.exec(parameter)?.[1];
    return parameter.trim() ? [`${word ?? '_'}:`] : [];
  });
  return `${path.split('.').slice(1).join('.')}${name}(${labels.join('')})`;
}

/**
 * @typedef {{ name: string, title: string, place: string | null, address: string | null }} FrameRow
 * `address` opens the place in an editor
 */

/** @param {Frame} frame @returns {FrameRow} */
export function frameRow({ module, offset, function: name, file, line, async: isAsync }) {
  const raw = `${module ? `${module} + ` : ''}0x${offset.toString(16)}`;
  const shown = name ? shortFunction(name) : raw;
  return {
    name: isAsync ? `await ${shown}` : shown,
    title: name ? `${name}\n${raw}` : raw,
    place: file && line ? `${file.slice(file.lastIndexOf('/') + 1)}:${line}` : null,
    address: editorAddress(file, line),
  };
}

/** The pattern that selects exactly the calls of one requirement.
 * @param {Pick<Invocation, 'protocol' | 'selector'>} call */
export const patternOf = ({ protocol, selector }) => `${protocol}.${selector}`;
