// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Requests to the server's API: JSON in, JSON or `APIError` out. Nothing else in the page calls `fetch`, but for the
// event stream.

import { jsonText, parseExactly } from '../model/exact-json.js';
import { narrowed } from '../model/filter-tokens.js';
import { instantText } from '../model/instant.js';
import { askOtherTabs, authorization, hasToken } from './token.js';

/** A refusal in the shape of RFC 9457, or the network's failure (`status` 0). */
export class APIError extends Error {
  /** @param {number} status @param {Problem} problem */
  constructor(status, problem) {
    super(problem.detail ?? problem.title ?? `HTTP ${status}`);
    this.name = 'APIError';
    this.status = status;
    this.code = problem.code ?? null;
    this.position = Number.isInteger(problem.position) ? Number(problem.position) : null;
    /** What only this kind of refusal tells. */
    this.problem = problem;
    this.candidates = Array.isArray(problem.candidates) ? problem.candidates : [];
  }
}

/** @param {unknown} error */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/**
 * The query string of those parameters that have a value, with its question mark.
 * @param {Record<string, string | number | null | undefined>} parameters
 */
export function queryString(parameters) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value));
  }
  const text = query.toString();
  return text ? `?${text}` : '';
}

/** @param {string} path @param {RequestInit} options */
const attempt = (path, options) =>
  fetch(path, { cache: 'no-store', ...options, headers: { ...options.headers, ...authorization() } }).catch((error) => {
    if (error.name === 'AbortError') throw error;
    throw new APIError(0, { title: 'The server does not answer', code: 'unreachable' });
  });

/** @param {string} path @param {RequestInit} options */
async function request(path, options) {
  const hadToken = hasToken();
  let response = await attempt(path, options);
  if (response.status === 401 && !hadToken && (await askOtherTabs())) response = await attempt(path, options);
  if (!response.ok) throw new APIError(response.status, await response.json().catch(() => ({})));
  return response;
}

/** @typedef {{ filter?: string }} Filtered */

const ROOT = '/api/v1';

/** @param {string} path @param {RequestInit} options @returns {Promise<any>} */
const send = async (path, options) => (await request(ROOT + path, options)).json();

/** @param {string} path @param {AbortSignal} [signal] */
const get = (path, signal) => send(path, { signal });

/** @param {'PATCH' | 'POST'} method @param {string} path @param {unknown} body */
const sendJSON = (method, path, body) =>
  send(path, { method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });

/** Numbers keep all their digits, in the body and in the answer.
 * @param {string} path @param {RequestInit} options @returns {Promise<any>} */
const sendExactly = async (path, options) => parseExactly(await (await request(ROOT + path, options)).text());

/** @param {'POST' | 'PUT'} method @param {string} path @param {unknown} body  may contain `Verbatim` */
const sendExactJSON = (method, path, body) =>
  sendExactly(path, { method, headers: { 'Content-Type': 'application/json' }, body: jsonText(body) });

/** @param {string} path @param {unknown} body */
const patch = (path, body) => sendJSON('PATCH', path, body);

/** The server knows an instant to begin at only as a part of the filter.
 * @param {InvocationQuery} query */
const listQuery = ({ since, ...query }) =>
  since === undefined ? query : { ...query, filter: narrowed(query.filter ?? '', `since:${instantText(since)}`) };

/** @param {string} id */
const recordPath = (id) => `/invocations/${encodeURIComponent(id)}`;

export const api = {
  /** @param {InvocationQuery} query @param {AbortSignal} [signal] @returns {Promise<InvocationPage>} */
  invocations: (query, signal) => get(`/invocations${queryString(listQuery(query))}`, signal),
  /** @param {string} id @param {AbortSignal} [signal] @returns {Promise<WholeInvocation>} */
  invocation: (id, signal) => get(recordPath(id), signal),
  /** @param {string} id @param {number} index @returns {Promise<string>} */
  argumentText: async (id, index) => (await request(argumentAddress(id, index), {})).text(),
  /** @param {string} id @param {{ marked?: boolean, comment?: string }} note @returns {Promise<Invocation>} */
  amend: (id, note) => patch(recordPath(id), note),
  /** @returns {Promise<unknown>} */
  clear: () => request(`${ROOT}/invocations`, { method: 'DELETE' }),
  /** @param {boolean} recording @returns {Promise<RecorderSettings>} */
  setRecording: (recording) => patch('/recorder', { recording }),
  /** @param {Partial<import('../model/capture-rules.js').CaptureRules>} rules @returns {Promise<RecorderSettings>} */
  setRules: (rules) => patch('/recorder', rules),
  /** @param {string} id @param {AbortSignal} [signal] @returns {Promise<{ items: Frame[] }>} */
  backtrace: (id, signal) => get(`${recordPath(id)}/backtrace`, signal),
  /** @returns {Promise<BacktraceCapture>} */
  backtraces: () => get('/recorder/backtraces'),
  /** @param {Partial<BacktraceCapture>} change @returns {Promise<BacktraceCapture>} */
  setBacktraces: (change) => patch('/recorder/backtraces', change),
  /** @param {AbortSignal} [signal] @returns {Promise<Status>} */
  status: (signal) => get('/status', signal),
  /** @param {Filtered} query @param {AbortSignal} [signal] @returns {Promise<{ items: Selector[] }>} */
  selectors: (query, signal) => get(`/selectors${queryString(query)}`, signal),
  /** @param {Filtered & { direction: import('../model/call-tree.js').TreeDirection }} query @param {AbortSignal} [signal]
   * @returns {Promise<CallTree>} */
  callTree: (query, signal) => get(`/call-tree${queryString(query)}`, signal),
  /** @param {Filtered} query @param {AbortSignal} [signal] @returns {Promise<{ items: Invocation[], asOf: string }>} */
  running: (query, signal) => get(`/running${queryString(query)}`, signal),
  /** @param {Filtered} query @param {AbortSignal} [signal] @returns {Promise<{ items: Unanswered[] }>} */
  unanswered: (query, signal) => get(`/unanswered${queryString(query)}`, signal),
  /** Only of a fleet.
   * @param {AbortSignal} [signal] @returns {Promise<ProgramsReply>} */
  programs: (signal) => get('/programs', signal),
  /** @param {AbortSignal} [signal] @returns {Promise<{ items: Proxy[] }>} */
  proxies: (signal) => get('/proxies', signal),
  /** @param {string} id @param {AbortSignal} [signal] @returns {Promise<Proxy>} */
  proxy: (id, signal) => get(`/proxies/${encodeURIComponent(id)}`, signal),
  /** @param {AbortSignal} [signal] @returns {Promise<{ items: ProgramProtocol[] }>} */
  protocols: (signal) => get('/protocols', signal),
  /** @param {string} name  with its module @param {AbortSignal} [signal] @returns {Promise<WholeProtocol>} */
  protocol: (name, signal) => get(`/protocols/${encodeURIComponent(name)}`, signal),
  /** @param {AbortSignal} [signal] @returns {Promise<{ items: Interposer[] }>} */
  interposers: (signal) => get('/interposers', signal),
  /** @param {InterposerSelection} selection @returns {Promise<Interposer>} */
  interpose: (selection) => sendJSON('POST', '/interposers', selection),
  /** @param {number} id @returns {Promise<unknown>} */
  removeInterposer: (id) => request(`${ROOT}/interposers/${id}`, { method: 'DELETE' }),
  /** @param {AbortSignal} [signal] @returns {Promise<RulesReply>} */
  rules: (signal) => sendExactly('/rules', { signal }),
  /** @param {NewRule} rule @returns {Promise<Rule>} */
  addRule: (rule) => sendExactJSON('POST', '/rules', rule),
  /** @param {number} id @param {NewRule} rule @returns {Promise<Rule>} */
  replaceRule: (id, rule) => sendExactJSON('PUT', `/rules/${id}`, rule),
  /** @param {number} id @returns {Promise<unknown>} */
  removeRule: (id) => request(`${ROOT}/rules/${id}`, { method: 'DELETE' }),
  /** @param {AbortSignal} [signal] @returns {Promise<{ items: Held[] }>} */
  held: (signal) => sendExactly('/held', { signal }),
  /** @param {number} id @param {HeldDecision} decision @returns {Promise<{ by: string, action: string }>} */
  release: (id, decision) => sendExactJSON('POST', `/held/${id}`, decision),
  /** @returns {Promise<{ released: number }>} */
  releaseAll: () => sendExactJSON('POST', '/held', { action: 'continue' }),
  /** @param {Filtered & { buckets: number }} query @param {AbortSignal} [signal] @returns {Promise<Timeline>} */
  timeline: (query, signal) => get(`/timeline${queryString(query)}`, signal),
  /** @param {AbortSignal} [signal] @returns {Promise<{ items: Run[] }>} */
  runs: (signal) => get('/runs', signal),
  /** @param {RunPair} pair @param {AbortSignal} [signal] @returns {Promise<Comparison>} */
  compare: (pair, signal) => get(`/compare${queryString(pair)}`, signal),
  /** @param {RunPair & { ignore?: string }} query @param {AbortSignal} [signal] @returns {Promise<CallComparison>} */
  compareCalls: (query, signal) => get(`/compare/calls${queryString(query)}`, signal),
  /** @param {EventQuery} query @param {AbortSignal} [signal] @returns {Promise<EventPage>} */
  events: (query, signal) => get(`/events${queryString(query)}`, signal),
  /** @param {string} expr @param {AbortSignal} [signal] @returns {Promise<{ words: string }>} */
  filter: (expr, signal) => get(`/filter${queryString({ expr })}`, signal),
  /** @returns {Promise<{ items: FilterKey[] }>} */
  filterHelp: () => get('/filter/help'),
};

/**
 * @typedef {typeof api} API
 * @typedef {{ before: string | null, after: string | null }} RunPair  names of runs; null is the server's choice
 */

/** Address of the event stream for a filter, resumed after `resumeFrom`.
 * @param {string} filter @param {string | null} resumeFrom
 * @param {boolean} holds  whether a person is there who decides on held calls */
export function streamAddress(filter, resumeFrom, holds) {
  return `${ROOT}/stream${queryString({ filter, lastEventId: resumeFrom, holds: holds ? 'true' : null })}`;
}

/** Address of the record of one call.
 * @param {string} id */
export const recordAddress = (id) => ROOT + recordPath(id);

/** Address of the whole text of one argument.
 * @param {string} id @param {number} index */
export const argumentAddress = (id, index) => `${recordAddress(id)}/arguments/${index}`;

/** Address of what the list shows as a file.
 * @param {{ format: string, filter: string }} query */
export const exportAddress = (query) => `${ROOT}/export${queryString(query)}`;

/** The list's calls as a file, for servers that reject links because they require a token.
 * @param {{ format: string, filter: string }} query */
export async function exportedFile(query) {
  const response = await request(exportAddress(query), {});
  const name = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1];
  return { name: name ?? `calls.${query.format}`, content: await response.blob() };
}

/** A Swift test that repeats calls, or the fixtures that it needs.
 * @param {{ filter: string, target?: string | null, file: 'test' | 'fixtures' }} query */
export async function testFile(query) {
  const response = await request(`${ROOT}/export/test${queryString(query)}`, {});
  const name = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1];
  return { name: name ?? 'RecordedTests.swift', content: await response.blob() };
}

/** Address that a person can paste into curl for what the list shows.
 * @param {{ filter: string, limit: number }} query */
export const listAddress = (query) => `${ROOT}/invocations${queryString(query)}`;

/** A word of a POSIX shell: single quotes protect everything but themselves.
 * @param {string} text */
export function shellQuoted(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Refers to the token by a shell variable, because the copied command may be shown to others.
 * @param {string} address absolute */
export function curlCommand(address) {
  const credentials = hasToken() ? '-H "Authorization: Bearer $INSPECTOR_TOKEN" ' : '';
  return `curl -s ${credentials}${shellQuoted(address)}`;
}
