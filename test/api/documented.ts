import { startApi, startIssuer, type Api, type ApiResponse } from '@timbre/testkit/client';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { describedBy, operationOf, type Description, type Operation } from './description';

/** A new organization; all its answers must match /openapi.json. */
export const startDocumented = async (name?: string): Promise<Api> =>
  documented(await startApi(name));

/** A new organization that can stamp; all its answers must match /openapi.json. */
export const startDocumentedIssuer = async (name?: string): Promise<Api> =>
  documented(await startIssuer(name));

/** Wraps an API client so that it throws for an undocumented answer. */
export async function documented(api: Api): Promise<Api> {
  const description = await describedBy(api);
  const judge = judgeOf(description);
  const wrap = (inner: Api): Api => ({
    ...inner,
    withApiKey: (key) => wrap(inner.withApiKey(key)),
    async request(method, path, options) {
      const answer = await inner.request(method, path, options);
      const operation = operationOf(description, method, path);
      const fault = operation ? judge(operation, answer) : undefined;
      if (fault) throw new Error(`${method} ${path} ${answer.status}: ${fault}\n${answer.bytes}`);
      return answer;
    },
  });
  return wrap(api);
}

/** Describes how an answer differs from its operation's description. */
function judgeOf({ document }: Description) {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(document, 'api');
  const compiled = new Map<string, ValidateFunction>();
  return (operation: Operation, { status, headers, json }: ApiResponse): string | undefined => {
    const response = operation.responses[status];
    if (!response) return 'this status is not documented';
    const type = headers.get('content-type')?.split(';')[0] ?? 'none';
    if (!(type in response.content)) return `the content type ${type} is not documented`;
    const missing = Object.entries(response.headers)
      .filter(([name, { required }]) => required && !headers.has(name))
      .map(([name]) => name);
    if (missing.length) return `without the headers ${missing.join(', ')}`;
    if (type !== 'application/json') return undefined;
    const whole = document.paths[operation.path]![operation.method.toLowerCase()]!;
    const given = whole.responses[status]!;
    const pointer =
      '$ref' in given
        ? given.$ref.slice(2).split('/')
        : ['paths', operation.path, operation.method.toLowerCase(), 'responses', status];
    const reference = [...pointer, 'content', type, 'schema'].map(escaped).join('/');
    const known = compiled.get(reference) ?? ajv.compile({ $ref: `api#/${reference}` });
    compiled.set(reference, known);
    return known(json) ? undefined : ajv.errorsText(known.errors);
  };
}

const escaped = (part: string | number) =>
  encodeURIComponent(String(part).replaceAll('~', '~0').replaceAll('/', '~1'));
