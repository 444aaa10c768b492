// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The rows of the call tree: which nodes are open, and in which order siblings stand. A node keeps its row while its
// numbers change.

/** What siblings can be ordered by, heaviest first. The names are those of the columns.
 * @type {Record<string, (node: CallTreeNode) => number>} */
export const WEIGHTS = {
  total: ({ totalNanoseconds }) => totalNanoseconds,
  self: ({ selfNanoseconds }) => selfNanoseconds,
  calls: ({ calls }) => calls,
  errors: ({ errors }) => errors,
  mean: (node) => meanOf(node) ?? 0,
};

/** Nanoseconds of one call on average; null where none has been counted.
 * @param {CallTreeNode} node */
export const meanOf = ({ calls, totalNanoseconds }) => (calls > 0 ? totalNanoseconds / calls : null);

/**
 * A node where it stands. `level` and `place` count from 1; `parent` is the key of the row above it, null for a root.
 * @typedef {{ key: number, parent: number | null, node: CallTreeNode, protocol: string, selector: string, level: number,
 *   place: number, siblings: number, hasChildren: boolean, isOpen: boolean }} TreeRow
 */

export class TreeRows {
  /** @type {TreeRow[]} */
  rows = [];
  /** @type {CallTree | null} */
  #tree = null;
  #weight = 'total';
  /** A node is known by its name and the one above it, in each direction on its own.
   * @type {Map<string, number>} */
  #keys = new Map();
  /** @type {Set<number>} */
  #open = new Set();

  /** @param {CallTree} tree */
  take(tree) {
    this.#tree = tree;
    this.#list();
  }

  /** @param {string} weight  one of `WEIGHTS` */
  orderBy(weight) {
    this.#weight = weight;
    this.#list();
  }

  /** @param {number} key @param {boolean} isOpen */
  setOpen(key, isOpen) {
    this.#open[isOpen ? 'add' : 'delete'](key);
    this.#list();
  }

  /** Opens what is heaviest below a row, step by step.
   * @param {TreeRow | null} row  null begins with the heaviest root
   * @returns {number | null} the key of the last step; null when there is none */
  openHeaviest(row) {
    let key = row?.key ?? null;
    let children = row?.node.children ?? this.#tree?.nodes ?? [];
    while (children.length > 0) {
      if (key !== null) this.#open.add(key);
      const [first] = this.#ordered(children);
      key = this.#keyOf(key, first);
      ({ children } = first);
    }
    this.#list();
    return key;
  }

  #list() {
    this.rows = [];
    this.#add(this.#tree?.nodes ?? [], null, 1);
  }

  /** @param {CallTreeNode[]} nodes @param {number | null} parent @param {number} level */
  #add(nodes, parent, level) {
    this.#ordered(nodes).forEach((node, index) => {
      const key = this.#keyOf(parent, node);
      const hasChildren = node.children.length > 0;
      const isOpen = hasChildren && this.#open.has(key);
      const { protocol, selector } = node;
      this.rows.push({
        key,
        parent,
        node,
        protocol,
        selector,
        level,
        place: index + 1,
        siblings: nodes.length,
        hasChildren,
        isOpen,
      });
      if (isOpen) this.#add(node.children, key, level + 1);
    });
  }

  /** @param {CallTreeNode[]} nodes */
  #ordered(nodes) {
    const weigh = WEIGHTS[this.#weight];
    return nodes.toSorted((left, right) => weigh(right) - weigh(left));
  }

  /** @param {number | null} parent @param {CallTreeNode} node */
  #keyOf(parent, { protocol, selector }) {
    const name = `${parent ?? this.#tree?.direction} ${protocol}.${selector}`;
    const key = this.#keys.get(name) ?? this.#keys.size;
    this.#keys.set(name, key);
    return key;
  }
}

/**
 * What an arrow means to a row: to the right it opens and goes to the first child, to the left it closes and goes to the
 * parent.
 * @param {string} key  `KeyboardEvent.key`
 * @param {TreeRow} row
 * @returns {{ open: boolean } | { go: 'child' | 'parent' } | null} null when the key means nothing
 */
export function meaningOfTreeKey(key, { hasChildren, isOpen, parent }) {
  if (key === 'ArrowRight') return !hasChildren ? null : isOpen ? { go: 'child' } : { open: true };
  if (key === 'ArrowLeft') return isOpen ? { open: false } : parent === null ? null : { go: 'parent' };
  return null;
}
