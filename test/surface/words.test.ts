import { keyOf, subjects } from '../../packages/api/src';
import { nestedDocument } from '../../gateway/src/edge/openapi/document';
import { operations } from '../../gateway/src/edge/operations';
import { fieldsWithin, type Schema } from './fields';

interface Described {
  operationId: string;
  summary?: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

interface Parameter {
  $ref?: string;
  in: string;
  name: string;
  description?: string;
  schema?: Schema;
}

const document = JSON.parse(JSON.stringify(nestedDocument(operations, 'https://api.example'))) as {
  tags: { name: string; 'x-displayName'?: string; description?: string }[];
  paths: Record<string, Record<string, Described>>;
  webhooks: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> };
};

const requests = Object.values(document.paths).flatMap((methods) => Object.values(methods));
/** The operations and the events. The area of the events describes what all of them have. */
const described = [
  ...requests,
  ...Object.values(document.webhooks).flatMap((methods) => Object.values(methods)),
];

const fields = [
  ...Object.entries(document.components.schemas).flatMap(([name, schema]) =>
    fieldsWithin(schema, [name]),
  ),
  ...described.flatMap(({ operationId, requestBody, responses }) =>
    [requestBody ?? {}, ...Object.values(responses)]
      .flatMap(({ content = {} }) => Object.values(content))
      .flatMap(({ schema }) => fieldsWithin(schema, [operationId])),
  ),
];

const parameters = described.flatMap(({ operationId, parameters: given = [] }) =>
  given.map((parameter) => ({
    operationId,
    ...(document.components.parameters[parameter.$ref?.split('/').at(-1) ?? ''] ?? parameter),
  })),
);

/** The described schema to which a field refers, or the field itself. */
const meant = (schema: Schema): Schema =>
  schema.description
    ? schema
    : (document.components.schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? schema);

/** Whether neither a parameter nor its schema has words. The schema of the idempotency key has them for all writes. */
const isSilent = ({ description, schema = {} }: Parameter) =>
  !description && hasNone(meant(schema));

describe('the words of the description', () => {
  it('the words of the description describe every area, operation, parameter and field', () => {
    const areas = document.tags.filter((tag) => !tag['x-displayName'] || !tag.description);
    const silent = [
      ...areas.map(({ name }) => name),
      ...requests.filter(hasNoWords).map(({ operationId }) => operationId),
      ...parameters.filter(isSilent).map(({ operationId, name }) => `${operationId} ${name}`),
      ...fields.filter(({ schema }) => hasNone(meant(schema))).map(({ path }) => path.join('.')),
    ];
    expect(silent).toEqual([]);
    expect(fields.length).toBeGreaterThan(4_000);
    expect(parameters.length).toBeGreaterThan(800);
  });

  it('the words of the description are written once each and all used', () => {
    const keys = subjects.flatMap((subject) => Object.keys(subject));
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
    const used = new Set([
      ...fields.map(({ path }) => keyOf(path)),
      ...parameters.map(({ operationId, in: place, name }) => keyOf([operationId, place, name])),
    ]);
    expect(keys.filter((key) => !used.has(key))).toEqual([]);
  });

  it('the words of the description have patterns that Python and Go read', () => {
    const patterns = new Set<string>();
    JSON.stringify(document, (key, value: unknown) => {
      if (key === 'pattern' && typeof value === 'string') patterns.add(value);
      return value;
    });
    expect([...patterns].filter((pattern) => /\\[pPu]|\(\?[<=!]/.test(pattern))).toEqual([]);
  });
});

const hasNone = ({ description }: { description?: unknown }) => !description;

/** Whether an operation has no words of its own: permissions and environment alone do not describe it. */
const hasNoWords = ({ summary, description = '' }: Described) =>
  !summary || /^(Permissions?: [^.]*\.)?( ?Only in \w+\.)?$/.test(description);
