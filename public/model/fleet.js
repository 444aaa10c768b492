// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// What the server of a fleet told last of its processes and of the broker.

import { escapeText } from './escape-text.js';
import { programName } from './programs.js';

export class Fleet {
  /** @type {FleetProgram[]} */
  programs = [];
  /** @type {BrokerState | null} null while it is not known */
  broker = null;
  /** Whether messages waited twice in a row: now and then some do for a moment. */
  isBehind = false;

  /** @param {ProgramsReply} reply */
  take({ items, broker }) {
    this.isBehind = broker.behind > 0 && (this.broker?.behind ?? 0) > 0;
    this.programs = items;
    this.broker = broker;
  }

  /** The calls come from elsewhere now. */
  forget() {
    this.programs = [];
    this.broker = null;
    this.isBehind = false;
  }

  /** What a process is called that a filter asks for.
   * @param {string} value  epoch or number */
  nameOf(value) {
    const program = this.programs.find(({ epoch }) => epoch === value);
    return program ? programName(program) : `process ${escapeText(value)}`;
  }
}
