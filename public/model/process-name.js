// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// What a process of a fleet is called.

import { escapeText } from './escape-text.js';

/** Service and version, as a filter asks for them.
 * @param {{ service: string, version?: string | null }} process */
export const serviceText = ({ service, version }) => (version ? `${service}@${version}` : service);

/** One process among all: `shop@1.4 on web-1, pid 4711`.
 * @param {CallProcess} process */
export const processName = (process) =>
  escapeText(`${serviceText(process)} on ${process.host}, pid ${process.id}`);
