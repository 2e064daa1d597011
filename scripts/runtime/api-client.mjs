// A client of the public HTTP API: bearer key, idempotency key, retries.
import { setTimeout as sleep } from 'node:timers/promises';
import { SetupError } from './command.mjs';

const patienceMs = 60_000;

/**
 * @typedef {{ baseUrl: string, apiKey: string }} Access
 * @typedef {{ idempotencyKey?: string, body?: unknown }} Write
 */

/** A response other than success, with the body that the API sent. */
export class ApiError extends SetupError {
  /** @param {string} request @param {number} status @param {string} body */
  constructor(request, status, body) {
    super(`${request} answered ${status}: ${body.slice(0, 2000)}`);
    this.status = status;
  }
}

/**
 * @param {Access} access @param {string} method @param {string} path @param {Write} [write]
 * @returns {Promise<any>} the `data` of a JSON response
 */
export async function call(access, method, path, write = {}) {
  const response = await request(access, method, path, write);
  return /** @type {any} */ (await response.json()).data;
}

/** @param {Access} access @param {string} path @returns {Promise<Buffer>} */
export async function download(access, path) {
  const response = await request(access, 'GET', path, {});
  return Buffer.from(await response.arrayBuffer());
}

/**
 * Retries the same request while the API asks for it: the idempotency key makes this safe.
 * @param {Access} access @param {string} method @param {string} path @param {Write} write
 */
async function request({ baseUrl, apiKey }, method, path, { idempotencyKey, body }) {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (response.ok) return response;
    const text = await response.text();
    const waitSeconds = Number(response.headers.get('retry-after'));
    const mayRepeat = waitSeconds > 0 && Date.now() + waitSeconds * 1000 < deadline;
    if (!mayRepeat) throw new ApiError(`${method} ${path}`, response.status, text);
    await sleep(waitSeconds * 1000);
  }
}
