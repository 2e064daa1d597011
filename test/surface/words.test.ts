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
/** The operations and the events. The area of the events describes what all events have in common. */
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

/** Returns the described schema that a field refers to, or the field itself. */
const meant = (schema: Schema): Schema =>
  schema.description
    ? schema
    : (document.components.schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? schema);

/**
 * Whether both a parameter and its schema have no description. The schema of the idempotency key has a
 * description for all writes.
 */
const isSilent = ({ description, schema = {} }: Parameter) =>
  !description && hasNone(meant(schema));

describe('the words of the description', () => {
  it('the texts of the OpenAPI description describe every area, operation, parameter and field', () => {
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

  it('each text of the OpenAPI description is written once and used', () => {
    const keys = subjects.flatMap((subject) => Object.keys(subject));
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
    const used = new Set([
      ...fields.map(({ path }) => keyOf(path)),
      ...parameters.map(({ operationId, in: place, name }) => keyOf([operationId, place, name])),
    ]);
    expect(keys.filter((key) => !used.has(key))).toEqual([]);
  });

  it('the patterns in the OpenAPI description are valid in Python and Go', () => {
    const patterns = new Set<string>();
    JSON.stringify(document, (key, value: unknown) => {
      if (key === 'pattern' && typeof value === 'string') patterns.add(value);
      return value;
    });
    expect([...patterns].filter((pattern) => /\\[pPu]|\(\?[<=!]/.test(pattern))).toEqual([]);
  });
});

const hasNone = ({ description }: { description?: unknown }) => !description;

/**
 * Whether an operation has no specific text: permissions and environment alone do not describe an
 * operation.
 */
const hasNoWords = ({ summary, description = '' }: Described) =>
  !summary || /^(Permissions?: [^.]*\.)?( ?Only in \w+\.)?$/.test(description);
