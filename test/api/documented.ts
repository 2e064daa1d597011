import { startApi, startIssuer, type Api, type ApiResponse } from '@timbre/testkit/client';
import type { answerJudge, AnswerJudge } from '../answer-judge.mjs';
import { describedBy, operationOf, type Operation } from './description';

/**
 * Jest's environment keeps the judge for all test files of a worker, because compiling the schemas takes half
 * a second.
 */
const { timbreAnswerJudge } = globalThis as unknown as { timbreAnswerJudge: typeof answerJudge };

/** A new organization whose answers must all match /openapi.json. */
export const startDocumented = async (name?: string): Promise<Api> =>
  documented(await startApi(name));

/** A new organization that can stamp. All answers of the organization must match /openapi.json. */
export const startDocumentedIssuer = async (name?: string): Promise<Api> =>
  documented(await startIssuer(name));

/** Wraps an API client so that it throws for an undocumented answer. */
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

/** Describes how an answer differs from the description of its operation. */
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
