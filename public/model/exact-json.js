// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// JSON whose numbers are the program's, not JavaScript's: an `Int` above 2^53 comes back as it was sent. Also finds the
// place of a syntax error, which browsers name in different ways or not at all.

/** JSON text that is sent as it stands. */
export class Verbatim {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
  }
}

const STRING_OR_NUMBER = /"(?:\\.|[^"\\])*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const MOST_DIGITS = 17;

/** Whether a JavaScript number would be another one.
 * @param {string} text */
function isInexact(text) {
  const number = Number(text);
  if (!Number.isFinite(number)) return true;
  if (/^-?\d+$/.test(text)) return !Number.isSafeInteger(number);
  return text.replace(/[eE].*/, '').replace(/\D/g, '').length > MOST_DIGITS;
}

/** A beginning of strings that no other text has. */
const newMark = () => `verbatim-${Math.random().toString(36).slice(2)}-`;

/**
 * @param {string} text
 * @returns {any} with `Verbatim` in place of numbers that JavaScript doesn't have
 * @throws {SyntaxError}
 */
export function parseExactly(text) {
  const mark = newMark();
  let hasMarks = false;
  const marked = text.replace(STRING_OR_NUMBER, (part) => {
    if (part.startsWith('"') || !isInexact(part)) return part;
    hasMarks = true;
    return `"${mark}${part}"`;
  });
  if (!hasMarks) return JSON.parse(text);
  JSON.parse(text);
  return JSON.parse(marked, (_, value) =>
    typeof value === 'string' && value.startsWith(mark) ? new Verbatim(value.slice(mark.length)) : value);
}

/** @param {unknown} value  may contain `Verbatim` @param {number} [indent] @returns {string} */
export function jsonText(value, indent = 0) {
  const mark = newMark();
  /** @type {string[]} */
  const texts = [];
  const json = JSON.stringify(
    value,
    (_, part) => (part instanceof Verbatim ? `${mark}${texts.push(part.text) - 1}` : part),
    indent,
  );
  return texts.length === 0 ? json : json.replace(new RegExp(`"${mark}(\\d+)"`, 'g'), (_, place) => texts[place]);
}

const SPACE = /[ \t\n\r]*/y;
const SCALAR = /"(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})|[^"\\\u0000-\u001f])*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const NAME = /"(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})|[^"\\\u0000-\u001f])*"/y;

/** Reads as far as the text is JSON. */
class Scanner {
  place = 0;
  /** @type {string | null} what should be at `place` */
  expected = null;
  #text;

  /** @param {string} text */
  constructor(text) {
    this.#text = text;
  }

  /** @param {RegExp} pattern  sticky */
  #take(pattern) {
    pattern.lastIndex = this.place;
    const isFound = pattern.test(this.#text);
    if (isFound) this.place = pattern.lastIndex;
    return isFound;
  }

  /** @param {string} character @returns {boolean} */
  #takes(character) {
    this.#take(SPACE);
    if (this.#text[this.place] !== character) return false;
    this.place += 1;
    return true;
  }

  /** @param {string} what @returns {false} */
  #fails(what) {
    this.#take(SPACE);
    this.expected ??= what;
    return false;
  }

  document() {
    if (!this.value()) return false;
    this.#take(SPACE);
    return this.place === this.#text.length || this.#fails('the end of the value');
  }

  /** @returns {boolean} */
  value() {
    if (this.#takes('[')) return this.#list(']', () => this.value());
    if (this.#takes('{')) return this.#list('}', () => this.#member());
    return this.#take(SCALAR) || this.#fails('a value: a number, true, false, null, a text in quotation marks, [ or {');
  }

  #member() {
    this.#take(SPACE);
    if (!this.#take(NAME)) return this.#fails('a name in quotation marks');
    return this.#takes(':') ? this.value() : this.#fails('a colon');
  }

  /** @param {string} end @param {() => boolean} element */
  #list(end, element) {
    if (this.#takes(end)) return true;
    do {
      if (!element()) return false;
    } while (this.#takes(','));
    return this.#takes(end) || this.#fails(`a comma or ${end}`);
  }
}

/**
 * Where a text stops being JSON.
 * @param {string} text
 * @returns {{ message: string, position: number } | null} null when it is JSON
 */
export function syntaxProblem(text) {
  try {
    JSON.parse(text);
    return null;
  } catch {
    const scanner = new Scanner(text);
    scanner.document();
    const found = scanner.place >= text.length ? 'the text ends' : `“${[...text.slice(scanner.place)][0]}” stands`;
    const message = `This is not JSON: ${found} where ${scanner.expected ?? 'something else'} is expected.`;
    return { message, position: scanner.place };
  }
}

/**
 * The place in a field of a byte of the value that was written there. The server counts in the UTF-8 of the value, which
 * begins after the white space.
 * @param {string} text  of the field @param {number | null} position
 */
export function placeInField(text, position) {
  if (position === null) return null;
  const start = text.length - text.trimStart().length;
  const bytes = new TextEncoder().encode(text.slice(start)).subarray(0, position);
  // A character of which only some bytes come before the place doesn't come before it.
  return start + new TextDecoder().decode(bytes, { stream: true }).length;
}
