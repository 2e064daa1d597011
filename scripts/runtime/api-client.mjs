// Calls the API for the demos with the published client and plain objects.

/**
 * @typedef {import('@timbre/client').Timbre} Timbre
 * @typedef {{ baseUrl: string, apiKey: string }} Access the address of the API and an API key
 * @typedef {Exclude<keyof Timbre, 'each' | 'files'>} Operation the name of an operation of the API client
 */

/**
 * The input of an API operation.
 * @typedef {object} Input
 * @property {Record<string, string>} [path]
 * @property {Record<string, unknown>} [query]
 * @property {unknown} [body]
 * @property {string} [idempotencyKey]
 */

/**
 * Loads the API client. The client is loaded with the first call, because scripts start before the
 * packages are installed. TypeScript checks only the names of operations. The API validates everything
 * else.
 * @param {Access} access
 * @returns {Promise<any>}
 */
async function timbreOf(access) {
  const { createTimbre } = await import('@timbre/client');
  return createTimbre(access);
}

/**
 * @param {Access} access
 * @param {Operation} operation
 * @param {Input} [input]
 * @returns {Promise<any>} the `data` of the response
 */
export async function call(access, operation, input = {}) {
  const timbre = await timbreOf(access);
  return (await timbre[operation](input)).data;
}

/**
 * Downloads a file.
 * @param {Access} access
 * @param {keyof Timbre['files']} operation
 * @param {Input} input
 * @returns {Promise<Buffer>}
 */
export async function download(access, operation, input) {
  const { files } = await timbreOf(access);
  return Buffer.from(await (await files[operation](input)).arrayBuffer());
}
