import { catalogs, requiredCatalog } from '@timbre/fiscal';
import { operations } from '../../gateway/src/edge/operations';
import { satCodePatterns } from '../../packages/api/src';
import { openApiDocument } from '../../gateway/src/edge/openapi/document';
import type { Schema } from './fields';

interface Body {
  content?: Record<string, { schema: Schema }>;
}

interface Document {
  paths: Record<
    string,
    Record<
      string,
      {
        operationId: string;
        parameters?: ({ name: string; schema: Schema } | { $ref: string })[];
        requestBody?: Body;
      }
    >
  >;
  components: {
    schemas: Record<string, Schema>;
    parameters: Record<string, { name: string; schema: Schema }>;
  };
}

const document = JSON.parse(
  JSON.stringify(openApiDocument(operations, 'https://api.example')),
) as Document;
const { schemas, parameters: shared } = document.components;
const last = (reference: string) => reference.split('/').at(-1)!;

/** Yields every schema of a request, with the path of names to the schema. */
function* within(schema: Schema, path: string): Generator<[path: string, schema: Schema]> {
  if (schema.$ref !== undefined) return yield* within(schemas[last(schema.$ref)]!, path);
  yield [path, schema];
  const { properties = {}, items, oneOf = [], anyOf = [], allOf = [] } = schema;
  for (const [name, field] of Object.entries(properties)) yield* within(field, `${path}.${name}`);
  const rest = schema['additionalProperties'];
  const named = typeof rest === 'object' && rest !== null ? [rest as Schema] : [];
  for (const part of [...(items ? [items] : []), ...named, ...oneOf, ...anyOf, ...allOf])
    yield* within(part, path);
}

const requests = Object.values(document.paths)
  .flatMap((methods) => Object.values(methods))
  .flatMap(({ operationId, parameters = [], requestBody }) => [
    ...parameters
      .map((given) => ('$ref' in given ? shared[last(given.$ref)]! : given))
      .flatMap(({ name, schema }) => [...within(schema, `${operationId} ${name}`)]),
    ...Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => [
      ...within(schema, operationId),
    ]),
  ]);

const without = (type: string, isKnown: (schema: Schema) => unknown): string[] => [
  ...new Set(
    requests.filter(([, schema]) => schema.type === type && !isKnown(schema)).map(([path]) => path),
  ),
];

describe('the description of a request', () => {
  it('the description of a request states which texts are accepted', () => {
    expect(
      without('string', ({ pattern, format, enum: list, const: only }) =>
        [pattern, format, list, only].some((known) => known !== undefined),
      ),
    ).toEqual([]);
  });

  it('the description of a request states that days begin in 1900', () => {
    expect(
      without('string', ({ format, pattern }) => format !== 'date' || pattern?.startsWith('^(19|')),
    ).toEqual([]);
  });

  it('the description of a request has patterns with the same meaning in JavaScript, Python and Go', () => {
    const patterns = [...JSON.stringify(document).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(
      ([, text]) => JSON.parse(text!) as string,
    );
    const isPortable = (pattern: string) =>
      !/\\[pPuwsWSbBk]|\\x\{|\(\?[^:]/.test(pattern) && new RegExp(pattern).source !== '';
    expect([...new Set(patterns)].filter((pattern) => !isPortable(pattern))).toEqual([]);
    expect(patterns.length).toBeGreaterThan(50);
  });

  it('the description of a request lists the codes of short catalogues, and the format of other codes', () => {
    const named = Object.values(schemas).filter((schema) => schema['x-sat-catalog'] !== undefined);
    expect(named.length).toBeGreaterThan(20);
    for (const schema of named) {
      const name = schema['x-sat-catalog'] as string;
      const { entryCount, asOf } = catalogs().find((known) => known.name === name)!;
      const codes = new Set(
        [...requiredCatalog(name).entries()]
          .filter(({ validTo }) => !validTo || validTo >= asOf)
          .map(({ code }) => code),
      );
      const except = (schema['x-sat-except'] ?? []) as string[];
      const taken = [...codes].filter((code) => !except.includes(code));
      const isListed = entryCount <= 300 && !(name in satCodePatterns);
      if (isListed) expect([name, schema.enum]).toEqual([name, taken]);
      else {
        const pattern = new RegExp(schema.pattern!);
        expect([name, [...codes].filter((code) => !pattern.test(code))]).toEqual([name, []]);
      }
    }
  });

  it('the description of a request has a pattern for the networks of a credential, which accepts only IP addresses and networks', () => {
    const { body } = operations.find(({ id }) => id === 'createCredential')!;
    const [, { items }] = requests.find(([path]) => path === 'createCredential.allowedAddresses')!;
    const pattern = new RegExp(items!.pattern!);
    const taken = [
      '10.0.0.1', '10.0.0.0/8', '10.0.0.0/08', '10.0.0.0/032', '::', '::1', '1::', '1:2:3:4:5:6:7::',
      '::/0', '2001:db8::/32', '2001:db8::/128', '::/008', '1::3:4:5:6:7:8', '::ffff:10.0.0.1',
      '::ffff:10.0.0.0/104', '::10.0.0.1', '64:ff9b::10.0.0.1', '1:2:3:4:5:6:10.0.0.1', '1::3:4:5:10.0.0.1',
    ]; // prettier-ignore
    const refused = [
      '', '10.0.0.256', '010.0.0.1', '10.0.0.0/33', '10.0.0.0/0032', '::/129', ':::', '1::2::3',
      '1:2:3:4:5:6:7:10.0.0.1', '::ffff:10.0.0', '1::2:3:4:5:6:10.0.0.1', 'fe80::1%eth0',
    ]; // prettier-ignore
    const all = [...taken, ...refused];
    const isTaken = (address: string) =>
      body!.safeParse({ name: 'x', permissions: ['invoices:read'], allowedAddresses: [address] })
        .success;
    expect(all.filter(isTaken)).toEqual(taken);
    expect(all.filter((address) => pattern.test(address))).toEqual(taken);
  });
});
