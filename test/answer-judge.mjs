// Validates responses of an API against its OpenAPI document. The schemas are compiled once in each worker
// process, and Jest's environment passes the compiled validator to all test files.
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/**
 * The operation, status and content type of a response.
 * @typedef {object} AnswerPlace
 * @property {string} path the path template
 * @property {string} method the method in upper case
 * @property {number} status
 * @property {string} type a content type that the operation documents
 */

/**
 * Returns the faults of a response that the schema reports.
 * @typedef {(place: AnswerPlace, json: unknown) => string | undefined} AnswerJudge
 */

/** @type {Map<string, Promise<AnswerJudge>>} */
const judges = new Map();

/**
 * @param {string} baseUrl the address of the API, which serves its document at `/openapi.json`
 * @returns {Promise<AnswerJudge>}
 */
export function answerJudge(baseUrl) {
  const known = judges.get(baseUrl) ?? newJudge(baseUrl);
  judges.set(baseUrl, known);
  known.catch(() => judges.delete(baseUrl));
  return known;
}

/**
 * @param {string} baseUrl
 * @returns {Promise<AnswerJudge>}
 */
async function newJudge(baseUrl) {
  const document = await (await fetch(`${baseUrl}/openapi.json`)).json();
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    validateSchema: false,
    // 4.6 is a multiple of 0.01, although 4.6 / 0.01 is not an integer in floating-point arithmetic.
    multipleOfPrecision: 4,
  });
  addFormats.default(ajv);
  ajv.addSchema(document, 'api');
  /** @type {Map<string, import('ajv').ValidateFunction>} */
  const compiled = new Map();
  return ({ path, method, status, type }, json) => {
    const operation = document.paths[path][method.toLowerCase()];
    const given = operation.responses[status];
    const inline = ['paths', path, method.toLowerCase(), 'responses', status];
    const pointer = given.$ref?.slice(2).split('/') ?? inline;
    const reference = [...pointer, 'content', type, 'schema'].map(escaped).join('/');
    const known = compiled.get(reference) ?? ajv.compile({ $ref: `api#/${reference}` });
    compiled.set(reference, known);
    return known(json) ? undefined : ajv.errorsText(known.errors);
  };
}

const escaped = (/** @type {string | number} */ part) =>
  encodeURIComponent(String(part).replaceAll('~', '~0').replaceAll('/', '~1'));
