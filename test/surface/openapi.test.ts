import { operations } from '../../gateway/src/edge/operations';
import { openApiDocument } from '../../gateway/src/edge/openapi/document';
import { fieldsOf, type Schema } from './fields';

/** The OpenAPI description in the form that clients receive: plain JSON. */
const document = JSON.parse(JSON.stringify(openApiDocument(operations, 'https://api.example'))) as {
  openapi: string;
  info: { version: string };
  paths: Record<string, Record<string, Described>>;
  components: {
    schemas: Record<string, Schema>;
    parameters: Record<string, Parameter>;
    responses: Record<string, Answer>;
  };
};

interface Parameter {
  in: string;
  name: string;
  required?: boolean;
  schema: Schema;
}

interface Answer {
  description: string;
  content?: Record<string, { schema: Schema }>;
}

/** Resolves a reference to a shared component, and returns anything else unchanged. */
function shared<Part extends object>(parts: Record<string, Part>, part: Part | Reference): Part {
  return '$ref' in part ? parts[part.$ref.split('/').at(-1)!]! : part;
}

interface Reference {
  $ref: string;
}

interface Described {
  operationId: string;
  description: string;
  security?: { bearer: string[] }[];
  parameters?: (Parameter | Reference)[];
  requestBody?: { required: boolean; content: Record<string, { schema: Schema }> };
  responses: Record<string, Answer | Reference>;
  'x-assistant-tool'?: string;
}

/** Returns the parts of the description on which clients rely, one per line. */
function promisesOf(method: string, path: string, operation: Described): string[] {
  const permissions =
    operation.security?.map(({ bearer }) => bearer.join(', ')).join(' or ') ?? 'none';
  const environment = /Only in (\w+)\./.exec(operation.description)?.[1];
  const { components } = document;
  const parameters = (operation.parameters ?? []).map((given) => {
    const { in: place, name, required, schema } = shared(components.parameters, given);
    return `${place} ${fieldsOf(schema, `${name}${required ? '' : '?'}`).join(' ')}`;
  });
  const body = Object.entries(operation.requestBody?.content ?? {}).flatMap(([type, { schema }]) =>
    fieldsOf(schema, `body${operation.requestBody!.required ? '' : '?'} ${type}`),
  );
  const responses = Object.entries(operation.responses).flatMap(([status, given]) => {
    const { content, ...one } = shared(components.responses, given);
    if (Number(status) >= 400) return [`${status} ${one.description}`];
    return Object.entries(content ?? {}).flatMap(([type, { schema }]) =>
      fieldsOf(schema, `${status} ${type}`),
    );
  });
  const tool = `tool ${operation['x-assistant-tool'] ?? 'none'}`;
  return [`${method.toUpperCase()} ${path}`, `permissions ${permissions}`, ...(environment ? [`only in ${environment}`] : []), tool, ...parameters, ...body, ...responses]; // prettier-ignore
}

const surface = Object.entries(document.paths)
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) =>
        [operation.operationId, promisesOf(method, path, operation)] as const,
    ),
  )
  .sort(([a], [b]) => (a < b ? -1 : 1));

// A changed snapshot is a changed API contract: update it with -u only deliberately.
describe('the surface', () => {
  it.each(surface)('of %s', (_, promises) => {
    expect(`\n${promises.join('\n')}\n`).toMatchSnapshot();
  });

  it.each(Object.entries(document.components.schemas).sort(([a], [b]) => (a < b ? -1 : 1)))(
    'of the shape %s',
    (name, schema) => {
      expect(`\n${fieldsOf(schema, name).join('\n')}\n`).toMatchSnapshot();
    },
  );
});

describe('the description', () => {
  it('the description is OpenAPI 3.1 of version 1.0.0', () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(document.info.version).toBe('1.0.0');
  });

  it('the description declares the statuses of the contract for every operation', () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const { responses, requestBody } of Object.values(methods)) {
        const always = ['400', '401', '403', '405', '429', '500', '503'];
        const addressed = path.includes('{') ? ['404'] : [];
        const declared = Object.keys(responses);
        expect(declared).toEqual(expect.arrayContaining([...always, ...addressed]));
        // If a credential may only propose actions, its request is stored as a proposal and
        // answered with 202.
        const successes = declared.filter((status) => Number(status) < 300);
        expect(successes.slice(1).filter((status) => status !== '202')).toEqual([]);
        if (requestBody) expect(Object.keys(requestBody.content)).toHaveLength(1);
      }
    }
  });
});
