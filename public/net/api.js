// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Requests to the server's API: JSON in, JSON or `APIError` out. Nothing else in the page calls `fetch`.

/** A refusal in the shape of RFC 9457, or the network's failure (`status` 0). */
export class APIError extends Error {
  constructor(status, problem) {
    super(problem.detail ?? problem.title ?? `HTTP ${status}`);
    this.name = 'APIError';
    this.status = status;
    this.code = problem.code ?? null;
    this.position = Number.isInteger(problem.position) ? problem.position : null;
    /** What only this kind of refusal tells. */
    this.problem = problem;
    this.candidates = Array.isArray(problem.candidates) ? problem.candidates : [];
  }
}

/** @returns {string} the query string of those parameters that have a value, with its question mark */
export function queryString(parameters) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined && value !== null && value !== '') query.set(name, value);
  }
  const text = query.toString();
  return text ? `?${text}` : '';
}

async function problemOf(response) {
  try {
    return await response.json();
  } catch {
    return {};
  }
}

async function request(path, options) {
  let response;
  try {
    response = await fetch(path, { cache: 'no-store', ...options });
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new APIError(0, { title: 'The server does not answer', code: 'unreachable' });
  }
  if (!response.ok) throw new APIError(response.status, await problemOf(response));
  return response;
}

const requestJSON = async (path, options) => (await request(path, options)).json();

const withBody = (method, body) => ({
  method,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});

const ROOT = '/api/v1';

export const api = {
  /**
   * @param {{ filter?: string, limit?: number, before?: number, after?: number, order?: 'asc' | 'desc' }} parameters
   */
  invocations: (parameters, signal) => requestJSON(`${ROOT}/invocations${queryString(parameters)}`, { signal }),
  invocation: (id, signal) => requestJSON(`${ROOT}/invocations/${encodeURIComponent(id)}`, { signal }),
  argumentText: async (id, index, signal) => (await request(argumentAddress(id, index), { signal })).text(),
  amend: (id, changes) => requestJSON(`${ROOT}/invocations/${encodeURIComponent(id)}`, withBody('PATCH', changes)),
  clear: () => request(`${ROOT}/invocations`, { method: 'DELETE' }),
  setRecording: (recording) => requestJSON(`${ROOT}/recorder`, withBody('PATCH', { recording })),
  status: (signal) => requestJSON(`${ROOT}/status`, { signal }),
  selectors: (parameters, signal) => requestJSON(`${ROOT}/selectors${queryString(parameters)}`, { signal }),
  running: (parameters, signal) => requestJSON(`${ROOT}/running${queryString(parameters)}`, { signal }),
  unanswered: (signal) => requestJSON(`${ROOT}/unanswered`, { signal }),
  proxies: (signal) => requestJSON(`${ROOT}/proxies`, { signal }),
  proxy: (id, signal) => requestJSON(`${ROOT}/proxies/${encodeURIComponent(id)}`, { signal }),
  timeline: (parameters, signal) => requestJSON(`${ROOT}/timeline${queryString(parameters)}`, { signal }),
  runs: (signal) => requestJSON(`${ROOT}/runs`, { signal }),
  compare: (parameters, signal) => requestJSON(`${ROOT}/compare${queryString(parameters)}`, { signal }),
  filter: (expr, signal) => requestJSON(`${ROOT}/filter${queryString({ expr })}`, { signal }),
  filterHelp: (signal) => requestJSON(`${ROOT}/filter/help`, { signal }),
};

/** Address of the event stream for a filter, resumed after `resumeFrom`. */
export function streamAddress(filter, resumeFrom) {
  return `${ROOT}/stream${queryString({ filter, lastEventId: resumeFrom, lifecycle: 'all' })}`;
}

/** Address of the record of one call. */
export function recordAddress(id) {
  return `${ROOT}/invocations/${encodeURIComponent(id)}`;
}

/** Address of the whole text of one argument. */
export function argumentAddress(id, index) {
  return `${recordAddress(id)}/arguments/${index}`;
}

/** Address of what the list shows as a file. @param {{ format: string, filter: string }} parameters */
export function exportAddress(parameters) {
  return `${ROOT}/export${queryString(parameters)}`;
}

/** Address that a person can paste into curl for what the list shows. */
export function listAddress(parameters) {
  return `${ROOT}/invocations${queryString(parameters)}`;
}
