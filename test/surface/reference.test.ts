import { Ajv2020 } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { operations } from '../../gateway/src/edge/operations';
import { openApiDocument } from '../../gateway/src/edge/openapi/document';
import { recordedExamples, withExamples } from '../../gateway/src/edge/openapi/examples';
import { fieldsWithin, type Schema } from './fields';

interface Media {
  schema: Schema;
  examples?: Record<string, { value: unknown }>;
}

interface Part {
  $ref?: string;
  content?: Record<string, Media>;
}

interface Described {
  operationId: string;
  description?: string;
  parameters?: { in: string; name: string; examples?: Media['examples'] }[];
  security?: object[];
  'x-permissions'?: string[];
  requestBody?: Part & { required?: boolean };
  responses: Record<string, Part>;
}

interface Document {
  paths: Record<string, Record<string, Described>>;
  webhooks: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema>; responses: Record<string, Part> };
}

const bare = openApiDocument(operations, 'https://api.example');
const served = withExamples(JSON.parse(JSON.stringify(bare)) as typeof bare, recordedExamples());
const document = JSON.parse(JSON.stringify(served)) as Document;

const every = Object.values(document.paths).flatMap((methods) => Object.values(methods));
const events = Object.values(document.webhooks).map(({ post }) => post!);

const jsonOf = (part: Part | undefined): Media | undefined => part?.content?.['application/json'];
const shared = (part: Part): Part =>
  part.$ref ? document.components.responses[part.$ref.split('/').at(-1)!]! : part;
const answersOf = ({ responses }: Described, isRefusal: boolean): Part[] =>
  Object.entries(responses)
    .filter(([status]) => Number(status) >= 400 === isRefusal)
    .map(([, part]) => part);
const hasExample = (part: Part): boolean => jsonOf(part)?.examples !== undefined;

/** Operations with JSON responses. All other operations respond with a file. */
const answering = every.filter((one) => answersOf(one, false).some((part) => jsonOf(part)));
const withBody = every.filter(({ requestBody }) => jsonOf(requestBody));

const fields = [
  ...Object.entries(document.components.schemas).flatMap(([name, schema]) =>
    fieldsWithin(schema, [name]),
  ),
  ...[...every, ...events].flatMap(({ operationId, requestBody, responses }) =>
    [requestBody ?? {}, ...Object.values(responses)].flatMap((part) =>
      Object.values(part.content ?? {}).flatMap(({ schema }) =>
        fieldsWithin(schema, [operationId]),
      ),
    ),
  ),
];

/**
 * Returns the fields whose name matches the pattern but whose schema lacks the property that the name
 * implies.
 */
function lacking(name: RegExp, has: (schema: Schema) => unknown): string[] {
  const isKnown = (schema: Schema): unknown =>
    [schema, schema.items ?? {}, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
      .map((part) =>
        part.$ref ? document.components.schemas[part.$ref.split('/').at(-1)!]! : part,
      )
      .some(has);
  const found = fields.filter(({ path, schema }) => name.test(path.at(-1)!) && !isKnown(schema));
  return [...new Set(found.map(({ path }) => path.join('.')))].sort();
}

/**
 * The number of error responses without an example, besides the 500 of each operation, which no test causes.
 * Only a few operations require a payment.
 */
const refusalsWithoutExample = 5;

// The number of error responses without an example may only decrease.
describe('the reference', () => {
  it('the reference shows a recorded request, response and error of every operation, and an example of every event', () => {
    const bodies = withBody.filter(({ requestBody }) => !hasExample(requestBody!));
    const answers = answering.filter((one) => !answersOf(one, false).some(hasExample));
    const refusals = every.filter(({ responses }) =>
      Object.entries(responses).every(
        ([status, part]) => Number(status) < 400 || part.$ref || !hasExample(part),
      ),
    );
    const silent = events.filter(({ requestBody }) => !hasExample(requestBody!));
    const namesOf = (list: Described[]) => list.map(({ operationId }) => operationId);
    expect({
      bodies: namesOf(bodies),
      answers: namesOf(answers),
      refusals: namesOf(refusals),
      events: namesOf(silent),
    }).toEqual({ bodies: [], answers: [], refusals: [], events: [] });
  });

  it('the reference has an example for nearly every error response', () => {
    const refusals = every.flatMap((one) => answersOf(one, true)).map(shared);
    const silent = refusals.filter((part) => !hasExample(part));
    expect(silent.length).toBeLessThanOrEqual(every.length + refusalsWithoutExample);
    expect(refusals.length).toBeGreaterThan(1_900);
  });

  it('the reference shows the response for an action that waits for approval, and the idempotency key of each write', () => {
    expect(hasExample(document.components.responses['KeptForApproval']!)).toBe(true);
    const keys = every.flatMap(({ parameters = [] }) =>
      parameters.filter(({ name }) => name === 'Idempotency-Key'),
    );
    const shown = keys.map(({ examples }) => examples?.['accepted']?.value);
    expect(shown).not.toContain(undefined);
    expect(new Set(shown).size).toBe(keys.length);
  });

  it('the examples of the reference are valid against its schemas', () => {
    const ajv = new Ajv2020({ strict: false, multipleOfPrecision: 4, logger: false });
    addFormats.default(ajv);
    ajv.addSchema(document, 'api');
    const faults: string[] = [];
    const check = (name: string, media: Media | undefined) => {
      for (const [kind, { value }] of Object.entries(media?.examples ?? {})) {
        // A rejected request may violate the schema, because the violation is the reason for the rejection.
        if (kind === 'refused' && 'error' in Object(value) === false) continue;
        const schema = JSON.parse(
          JSON.stringify(media!.schema).replaceAll('"#/', '"api#/'),
        ) as object;
        const judge = ajv.compile(schema);
        if (!judge(value)) faults.push(`${name} ${kind}: ${ajv.errorsText(judge.errors)}`);
      }
    };
    for (const one of [...every, ...events]) {
      check(`${one.operationId} request`, jsonOf(one.requestBody));
      for (const [status, part] of Object.entries(one.responses))
        if (!part.$ref) check(`${one.operationId} ${status}`, jsonOf(part));
    }
    for (const [name, part] of Object.entries(document.components.responses))
      check(name, jsonOf(part));
    expect(faults).toEqual([]);
  });

  it('the examples of the reference contain no secret and no real person', () => {
    const text = JSON.stringify(recordedExamples());
    const mails = [...text.matchAll(/[\w.+-]+@([\w.-]+)/g)].map(([, host]) => host);
    const isReserved = (host: string) => /(^|\.)(example(\.(com|org|net|mx))?|test)$/.test(host);
    expect([...new Set(mails)].filter((host) => !isReserved(host!))).toEqual([]);
    expect(/(127\.0\.0\.1|localhost):\d|PRIVATE KEY|eyJ[\w-]{20,}/.exec(text)?.[0]).toBeUndefined();
    const keys = [...text.matchAll(/whsec_\w+|timbre_\w+/g)].map(([key]) => key);
    expect(keys.filter((key) => !/Example0/.test(key))).toEqual([]);
    const pieces = [...text.matchAll(/"[^"]*Example0[^"/+]*[+/][^"]*"/g)].map(([value]) => value);
    expect(pieces).toEqual([]);
  });

  it('the reference lists the permissions of an operation in a member', () => {
    const rows = new Map(operations.map((row) => [row.id, row.permissions]));
    for (const { operationId, security, description = '' } of every) {
      expect(description).not.toContain('Permission');
      expect([operationId, security !== undefined]).toEqual([
        operationId,
        rows.get(operationId)!.length > 0,
      ]);
    }
    expect(events.filter((event) => !event['x-permissions']?.length)).toEqual([]);
  });

  it('the reference states the format of days, instants, references, codes and amounts', () => {
    expect({
      days: lacking(/(On|Date)$/, ({ format }) => format === 'date'),
      instants: lacking(/At$/, ({ format }) => format === 'date-time' || format === 'date'),
      localTimes: lacking(/LocalDateTime$/, ({ pattern }) => pattern),
      references: lacking(/ocumentRefs?$/, ({ pattern }) => pattern),
      codes: lacking(/^errorCode$/, (schema) => schema.enum),
    }).toEqual({ days: [], instants: [], localTimes: [], references: [], codes: [] });
  });

  it('the reference lists the idempotency key of a write among its parameters, where simple tools look for it', () => {
    const keyed = every.filter(({ parameters = [] }) =>
      parameters.some(({ in: place, name }) => place === 'header' && name === 'Idempotency-Key'),
    );
    const writes = operations.filter(({ isIdempotent }) => isIdempotent);
    expect(keyed.map(({ operationId }) => operationId).sort()).toEqual(
      writes.map(({ id }) => id).sort(),
    );
  });

  it('no enum of the reference mixes integers and fractions, because client generators would omit its operation', () => {
    const mixed: unknown[] = [];
    JSON.stringify(document, (key, value: unknown) => {
      const numbers = key === 'enum' ? (value as unknown[]).filter(Number.isFinite) : [];
      if (new Set(numbers.map(Number.isInteger)).size > 1) mixed.push(value);
      return value;
    });
    expect(mixed).toEqual([]);
  });

  it('the reference is smaller than a megabyte without its examples', () => {
    const text = JSON.stringify(document, (key, value: unknown) =>
      key === 'examples' && value?.constructor === Object ? undefined : value,
    );
    expect(text.length).toBeLessThan(1_048_576);
  });
});
