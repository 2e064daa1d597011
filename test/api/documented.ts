import { startApi, startIssuer, type Api, type ApiResponse } from '@timbre/testkit/client';
import type { answerJudge, AnswerJudge } from '../answer-judge.mjs';
import { describedBy, operationOf, type Operation } from './description';

/**
 * The function that validates responses against the OpenAPI document. All test files of a Jest
 * worker share the function, because compiling the schemas takes half a second.
 */
const { timbreAnswerJudge } = globalThis as unknown as { timbreAnswerJudge: typeof answerJudge };

/** Creates an organization. All its API responses must match /openapi.json. */
export const startDocumented = async (name?: string): Promise<Api> =>
  documented(await startApi(name));

/**
 * Creates an organization that can stamp documents. All its API responses must match /openapi.json.
 */
export const startDocumentedIssuer = async (name?: string): Promise<Api> =>
  documented(await startIssuer(name));

/**
 * Wraps an API client so that it throws an error for a response that /openapi.json does not
 * document.
 */
export async function documented(api: Api): Promise<Api> {
  const description = await describedBy(api);
  const judge = await timbreAnswerJudge(api.baseUrl);
  const wrap = (inner: Api): Api => ({
    ...inner,
    withApiKey: (key) => wrap(inner.withApiKey(key)),
    async request(method, path, options) {
      const answer = await inner.request(method, path, options);
      const operation = operationOf(description, method, path);
      const fault = operation ? faultOf(operation, answer, judge) : undefined;
      if (fault) throw new Error(`${method} ${path} ${answer.status}: ${fault}\n${answer.bytes}`);
      return answer;
    },
  });
  return wrap(api);
}

/**
 * Returns how a response differs from the description of its operation; undefined if the response
 * matches.
 */
function faultOf(
  { method, path, responses }: Operation,
  { status, headers, json }: ApiResponse,
  judge: AnswerJudge,
): string | undefined {
  const response = responses[status];
  if (!response) return 'this status is not documented';
  const type = headers.get('content-type')?.split(';')[0] ?? 'none';
  if (!(type in response.content)) return `the content type ${type} is not documented`;
  const missing = Object.entries(response.headers)
    .filter(([name, { required }]) => required && !headers.has(name))
    .map(([name]) => name);
  if (missing.length) return `without the headers ${missing.join(', ')}`;
  return type === 'application/json' ? judge({ path, method, status, type }, json) : undefined;
}
