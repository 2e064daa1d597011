// The API as the demos call it: by the published client, with plain objects.
import { createTimbre } from '@timbre/client';

/**
 * @typedef {import('@timbre/client').Timbre} Timbre
 * @typedef {{ baseUrl: string, apiKey: string }} Access
 * @typedef {Exclude<keyof Timbre, 'each' | 'files'>} Operation
 * @typedef {{ path?: Record<string, string>, query?: Record<string, unknown>, body?: unknown,
 *   idempotencyKey?: string }} Input
 */

/**
 * @param {Access} access @param {Operation} operation @param {Input} [input]
 * @returns {Promise<any>} the `data` of the answer
 */
export async function call(access, operation, input = {}) {
  // The API judges what the demos send; only the names of operations are checked here.
  const timbre = /** @type {any} */ (createTimbre(access));
  return (await timbre[operation](input)).data;
}

/** A file. @param {Access} access @param {keyof Timbre['files']} operation @param {Input} input
 * @returns {Promise<Buffer>} */
export async function download(access, operation, input) {
  const { files } = /** @type {any} */ (createTimbre(access));
  return Buffer.from(await (await files[operation](input)).arrayBuffer());
}
