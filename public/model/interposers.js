// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Which interposer records which protocol. The server decides what is recorded; its patterns are compared here in the
// same way, to say why a protocol is recorded and what would end that.

/** Whether a pattern stands for a text: `*` matches any run of characters, and case is ignored.
 * @param {string} pattern @param {string} text */
export function matchesPattern(pattern, text) {
  const whole = text.toLowerCase();
  const [first, ...rest] = pattern.toLowerCase().split('*');
  const last = rest.pop();
  if (last === undefined) return whole === first;
  if (!whole.startsWith(first) || !whole.endsWith(last)) return false;
  let place = first.length;
  // The first place at which a part fits leaves most to those after it, so that no other has to be tried.
  for (const part of rest) {
    const found = whole.indexOf(part, place);
    if (found < 0) return false;
    place = found + part.length;
  }
  return place + last.length <= whole.length;
}

/** @param {string[]} patterns @param {...string} texts */
const matchesAny = (patterns, ...texts) =>
  patterns.some((pattern) => texts.some((text) => matchesPattern(pattern, text)));

/** @typedef {Pick<ProgramProtocol, 'protocol' | 'module' | 'name' | 'types'>} NamedProtocol */

/** Whether calls of at least one conforming type are selected.
 * @param {InterposerSelection} selection @param {NamedProtocol} protocol */
export function selects({ protocols, types = [], modules = [], excluded = [] }, protocol) {
  const names = [protocol.name, protocol.protocol];
  return matchesAny(protocols, ...names) &&
    (modules.length === 0 || matchesAny(modules, protocol.module)) &&
    (types.length === 0 || protocol.types.some((type) => matchesAny(types, type))) &&
    !matchesAny(excluded, ...names);
}

/** Whether an interposer has exactly this pattern and no other condition.
 * @param {InterposerSelection} selection @param {string} pattern */
export function hasOnly({ protocols, types = [], modules = [], excluded = [] }, pattern) {
  return protocols.length === 1 && protocols[0] === pattern && types.length + modules.length + excluded.length === 0;
}

/** Such as `*Delegate of types Cook* except App.LampDelegate`.
 * @param {InterposerSelection} selection */
export function selectionText({ protocols, types = [], modules = [], excluded = [] }) {
  /** @param {string} word @param {string[]} patterns */
  const part = (word, patterns) => (patterns.length > 0 ? [`${word} ${patterns.join(', ')}`] : []);
  return [
    protocols.join(', '),
    ...part('of types', types),
    ...part('in modules', modules),
    ...part('except', excluded),
  ].join(' ');
}

/**
 * What the switch of a protocol does. A protocol that is recorded because of a wider pattern can only be switched off
 * together with others, or by leaving it out: the user has to choose.
 * @param {{ interposed: boolean, own: Interposer[], wider: Interposer[] }} row
 * @returns {'add' | 'remove' | 'ask'}
 */
export function switchOf({ interposed, own, wider }) {
  if (!interposed) return 'add';
  return own.length > 0 && wider.length === 0 ? 'remove' : 'ask';
}

/**
 * Why a protocol is recorded: interposers for it alone, and those with wider patterns.
 * @param {NamedProtocol} protocol @param {Interposer[]} interposers
 */
export function reasonsOf(protocol, interposers) {
  const all = interposers.filter((interposer) => selects(interposer, protocol));
  return {
    own: all.filter((interposer) => hasOnly(interposer, protocol.protocol)),
    wider: all.filter((interposer) => !hasOnly(interposer, protocol.protocol)),
  };
}

/** The selection without one protocol.
 * @param {InterposerSelection} selection @param {NamedProtocol} protocol @returns {InterposerSelection} */
export const withoutProtocol = ({ protocols, types = [], modules = [], excluded = [] }, { protocol }) => ({
  protocols,
  types,
  modules,
  excluded: [...excluded, protocol],
});
