// Reduces the recorded calls of the tests to one accepted and one rejected request for each operation.
import { stableText } from './stable-text.mjs';

/**
 * A recorded request and its response.
 * @typedef {object} Call
 * @property {string} method
 * @property {string} target
 * @property {any} [request]
 * @property {number} status
 * @property {any} answer
 */

/**
 * A call that the OpenAPI document shows as an example.
 * @typedef {object} Example
 * @property {string} target
 * @property {any} [request]
 * @property {number} status
 * @property {any} answer
 */

/**
 * The examples of operations, events, error responses, and responses that wait for approval.
 * @typedef {object} Examples
 * @property {Record<string, { accepted?: Example, refused?: Example }>} operations
 * @property {Record<string, Example>} events
 * @property {Record<string, Example>} refusals
 * @property {Record<string, Example>} kept
 */

/**
 * @typedef {import('./openapi-document.mjs').Document} Document
 * @typedef {{ id: string, method: string, pattern: RegExp, placeholders: number, success: number }} Route
 */

/**
 * The maximum length of an example. A longer example would fill more than two screens without explaining
 * more.
 */
const charactersMax = 4_000;

/** The status of a request that waits for the approval of a person. */
const keptStatus = 202;

/**
 * @param {Document} document
 * @returns {Route[]} the routes, in which literal segments precede placeholders
 */
function routesOf({ paths }) {
  return Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId, responses }]) => ({
        id: operationId,
        method: method.toUpperCase(),
        pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
        placeholders: path.split('{').length - 1,
        success: Number(Object.keys(responses)[0]),
      })),
    )
    .sort((a, b) => a.placeholders - b.placeholders);
}

/**
 * Chooses the examples from the calls. The result does not depend on the order of the calls.
 * @param {Document} document
 * @param {Iterable<Call>} calls
 * @returns {Examples}
 */
export function examplesOf(document, calls) {
  const routes = routesOf(document);
  const best = {
    accepted: ranking(),
    refused: ranking(),
    events: ranking(),
    refusals: ranking(),
    kept: ranking(),
  };
  for (const call of calls) {
    const path = call.target.split('?')[0] ?? '';
    const code = call.answer?.error?.code;
    if (code) best.refusals.offer(code, refused(call));
    const route = routes.find(
      ({ method, pattern }) => method === call.method && pattern.test(path),
    );
    if (!route) continue;
    if (code) best.refused.offer(route.id, refused(call));
    else if (call.status === route.success) best.accepted.offer(route.id, accepted(call));
    else if (call.status === keptStatus) best.kept.offer('approval', accepted(call));
    if (route.id !== 'listEvents' || code) continue;
    for (const event of call.answer.data) best.events.offer(event.type, accepted(received(event)));
  }
  const accepts = best.accepted.examples();
  const refuses = best.refused.examples();
  const ids = routes.map(({ id }) => id).filter((id) => accepts[id] ?? refuses[id]);
  return {
    operations: Object.fromEntries(
      ids.map((id) => [
        id,
        {
          ...(accepts[id] && { accepted: accepts[id] }),
          ...(refuses[id] && { refused: refuses[id] }),
        },
      ]),
    ),
    events: best.events.examples(),
    refusals: best.refusals.examples(),
    kept: best.kept.examples(),
  };
}

/** Collects the best example for each name. */
function ranking() {
  /** @type {Map<string, Ranked>} */
  const best = new Map();
  return {
    /**
     * @param {string} name
     * @param {Ranked | undefined} given
     */
    offer(name, given) {
      const known = best.get(name);
      if (given && (!known || isBetter(given, known))) best.set(name, given);
    },
    /** @returns {Record<string, Example>} */
    examples: () => Object.fromEntries([...best].map(([name, { example }]) => [name, example])),
  };
}

/**
 * Returns an event in the form that an endpoint receives.
 * @param {any} event
 * @returns {Call}
 */
const received = (event) => ({
  method: 'POST',
  target: '',
  request: event,
  status: 200,
  answer: null,
});

/**
 * @typedef {{ example: Example, rank: number, text: string }} Ranked an example and its rank among the calls
 * of the operation
 */

/**
 * @param {Ranked} a
 * @param {Ranked} b
 */
function isBetter(a, b) {
  if (a.rank !== b.rank) return a.rank > b.rank;
  return a.text.length === b.text.length ? a.text < b.text : a.text.length < b.text.length;
}

/**
 * The rank that a request body adds to a call, so that a call with an optional body ranks higher than every
 * call without a body.
 */
const bodyRank = 1_000;

/**
 * Ranks an accepted call. A recorded call with more fields ranks higher.
 * @param {Call} call
 * @returns {Ranked | undefined}
 */
function accepted({ target, request, status, answer }) {
  const ranked = rankable({ target, request, status, answer: shortList(answer) });
  if (!ranked) return undefined;
  const fields = fieldsOf({ request, answer: ranked.example.answer }).size;
  const isLong = ranked.text.length > charactersMax;
  const ofBody = fieldsOf(request).size > 0 ? bodyRank : 0;
  return { ...ranked, rank: isLong ? -ranked.text.length : fields + ofBody };
}

/**
 * The ranks of error responses as examples. Errors that are specific to an operation rank higher than errors
 * that all operations share.
 */
const rankOfStatus = /** @type {Record<number, number>} */ ({
  409: 5,
  402: 4,
  400: 3,
  404: 2,
  403: 1,
});
const ofEveryOperation =
  /unknown_field|required|invalid_type|idempotency|_conflict|repeated|json_|character_|operation_in_progress|content_/;

/**
 * @param {Call} call
 * @returns {Ranked | undefined}
 */
function refused({ target, request, status, answer }) {
  const { code, details = {} } = answer.error;
  const words = [code, details.reason ?? '', ...(details.issues ?? []).map(codeOf)].join(' ');
  const ranked = rankable({ target, request, status, answer });
  if (!ranked) return undefined;
  const isLong = ranked.text.length > charactersMax;
  const rank = ofEveryOperation.test(words) ? 0.5 : (rankOfStatus[status] ?? 0);
  return { ...ranked, rank: isLong ? -1 : rank };
}

/** @param {{ code?: string }} issue */
const codeOf = ({ code = '' }) => code;

/**
 * Shortens a list to two entries, which explain as much as a longer list.
 * @param {any} answer
 */
const shortList = (answer) =>
  Array.isArray(answer?.data) ? { ...answer, data: answer.data.slice(0, 2) } : answer;

/**
 * @param {Example} example
 * @returns {Omit<Ranked, 'rank'> | undefined} the example; undefined for a request that attacks the API
 */
function rankable(example) {
  const text = stableText(JSON.stringify(example));
  if (isAttack(text)) return undefined;
  return { example: JSON.parse(text), text };
}

/** Whether a text is a test attack that no person would send: markup, invisible characters, endless names. */
const isAttack = (/** @type {string} */ text) =>
  /<\w|\{\{|\\u[0-9a-f]{4}|\\[bf]|[\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{M}]|(\w)\1{11}|Drop table/iu.test(
    text.replaceAll(/0{8}-0000/g, ''),
  );

/**
 * Returns the names of all fields, prefixed with the names of their parents.
 * @param {unknown} value
 * @param {string} [at]
 */
function fieldsOf(value, at = '', found = /** @type {Set<string>} */ (new Set())) {
  if (Array.isArray(value)) {
    for (const one of value) fieldsOf(one, `${at}[]`, found);
  } else if (value && typeof value === 'object') {
    for (const [name, inner] of Object.entries(value)) {
      found.add(`${at}.${name}`);
      fieldsOf(inner, `${at}.${name}`, found);
    }
  }
  return found;
}
