// Checks responses of an API against its OpenAPI document. The schemas are compiled once in each
// worker process, and jest's environment passes the compiled judge to all test files.
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/**
 * @typedef {{ path: string, method: string, status: number, type: string }} AnswerPlace path: the template;
 * method: in capitals; type: the content type, one that the operation documents
 * @typedef {(place: AnswerPlace, json: unknown) => string | undefined} AnswerJudge returns the faults by the
 * schema
 */

/** @type {Map<string, Promise<AnswerJudge>>} */
const judges = new Map();

/**
 * @param {string} baseUrl of the API, which serves its document at `/openapi.json`
 * @returns {Promise<AnswerJudge>}
 */
export function answerJudge(baseUrl) {
  const known = judges.get(baseUrl) ?? newJudge(baseUrl);
  judges.set(baseUrl, known);
  known.catch(() => judges.delete(baseUrl));
  return known;
}

/** @param {string} baseUrl @returns {Promise<AnswerJudge>} */
async function newJudge(baseUrl) {
  const document = await (await fetch(`${baseUrl}/openapi.json`)).json();
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    validateSchema: false,
    // 4.6 is a multiple of 0.01, although 4.6 / 0.01 is not an integer in floating point.
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
