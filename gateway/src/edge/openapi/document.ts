import { certain } from '@timbre/fiscal';
import {
  approval,
  areas,
  documentRef,
  eventOf,
  eventTypes,
  idempotencyKey,
  issue,
  pagination,
  type EventType,
  type Language,
  type Text,
} from '@timbre/api';
import { refusals, type RefusalCode } from '@timbre/kit';
import { z } from 'zod';
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathItemObject,
  type ZodOpenApiPathsObject,
} from 'zod-openapi';
import { proposedAction } from '../operations/power';
import { refusalsOf, type OperationRow } from '../operations/operation';
import { pascalCase } from './described';
import { finished } from './finish';
import { named } from './named';

const details = z.strictObject({
  issues: z.array(issue).optional(),
  retryable: z.boolean().optional(),
  retryAfterSeconds: z.int().min(1).optional(),
  document: z.strictObject({ documentRef: documentRef(), editable: z.boolean() }).optional(),
  reason: z.string().optional(),
  balanceMinor: z.int().min(0).optional(),
  topUpUrl: z.string().optional(),
});

const errorBody = z
  .strictObject({
    error: z.strictObject({
      code: z.enum(Object.keys(refusals) as [string, ...string[]]),
      message: z.string(),
      status: z.int(),
      details: details.optional(),
    }),
  })
  .meta({ id: 'Error' });

const warnings = z.array(issue).optional().meta({
  description:
    'Problems of an accepted request that matter later, such as an RFC with a wrong check digit. Absent if there are none.',
});

const requestIdHeader = z
  .string()
  .regex(/^req_[a-f0-9]{32}$/)
  .meta({
    description: 'Identifies the request in support and in logs.',
    header: { id: 'RequestId' },
  });
const secondsToWait = z
  .int()
  .min(1)
  .meta({ description: 'Seconds to wait before the request is repeated.' });
const retryAfter = secondsToWait.meta({ header: { id: 'RetryAfter' } });
const challenge = z.string().meta({
  description: 'Bearer challenge: where to log in, or the permissions that are missing.',
  header: { id: 'Challenge' },
});
const allow = z.string().meta({ description: 'Methods that the path supports.' });

const errorHeaders: Record<number, Record<string, z.ZodType>> = {
  401: { 'WWW-Authenticate': challenge },
  403: { 'WWW-Authenticate': challenge },
  405: { Allow: allow },
  409: { 'Retry-After': secondsToWait.optional().meta({ header: { id: 'RetryAfterIfKnown' } }) },
  429: { 'Retry-After': retryAfter },
  503: { 'Retry-After': retryAfter },
};

/** Returns the OpenAPI document, which is derived from the table of operations. */
export const openApiDocument = (operations: OperationRow[], baseUrl: string) =>
  named(nestedDocument(operations, baseUrl));

/**
 * Returns the OpenAPI document before schemas are shared: each object is still inline, so that each
 * field has its full path.
 */
export function nestedDocument(operations: OperationRow[], baseUrl: string) {
  const paths: ZodOpenApiPathsObject = {};
  for (const row of operations) {
    (paths[row.path] ??= {})[row.method.toLowerCase() as 'get'] = describe(row);
  }
  const document = createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Timbre',
      version: '1.0.0',
      description: 'CFDI, payroll, receipts, accounts and tax reports of one organization.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: baseUrl }],
    tags: [...new Set(operations.map((row) => row.area))].map(tagOf),
    security: [{ bearer: [] }],
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    paths,
    webhooks: Object.fromEntries(
      eventTypes.map(({ type, ...event }) => [type, describeEvent(type, event)]),
    ),
  });
  return finished(document);
}

/**
 * Returns the OpenAPI tag of an area. An area without texts is allowed, because tests add their own
 * areas. A test in test/surface/words ensures that every real area has texts.
 */
function tagOf(name: string) {
  const area = areas[name];
  return {
    name,
    ...(area && { 'x-displayName': area.title.en, description: area.description.en }),
  };
}

const webhookHeaders = z.object({
  'webhook-id': z
    .string()
    .meta({ description: 'Identifier of the event; the same in every attempt.' }),
  'webhook-timestamp': z
    .string()
    .meta({ description: 'Time of the attempt, in seconds since 1970.' }),
  'webhook-signature': z.string().meta({
    description: 'Signatures by the Standard Webhooks rules, separated by spaces.',
  }),
});

const eventReceived = {
  id: 'EventReceived',
  description: 'The event was received; any other answer makes Timbre try again.',
};

/** Returns the request that a webhook endpoint of an organization receives. */
function describeEvent(
  type: string,
  { summary, permission, data }: EventType,
): ZodOpenApiPathItemObject {
  const schema = eventOf(z.literal(type), data);
  return {
    post: {
      operationId: type,
      tags: ['webhooks'],
      summary: summary.en,
      security: [],
      'x-permissions': [permission],
      requestParams: { header: webhookHeaders },
      requestBody: { required: true, content: { 'application/json': { schema } } },
      responses: { '2XX': eventReceived },
    },
  };
}

/**
 * Returns an operation row's description, with the environment if the operation exists only in one
 * environment.
 */
export function descriptionOf({ description, environments }: OperationRow): Text {
  const written = environments === 'both' ? [description] : [description, onlyIn[environments]];
  const inLanguage = (language: Language) =>
    written.flatMap((one) => one?.[language] ?? []).join(' ');
  return { en: inLanguage('en'), es: inLanguage('es') };
}

const onlyIn: Record<'production' | 'sandbox', Text> = {
  production: { en: 'Only in production.', es: 'Solo en producción.' },
  sandbox: { en: 'Only in sandbox.', es: 'Solo en el sandbox.' },
};

function describe(row: OperationRow): ZodOpenApiOperationObject {
  return {
    operationId: row.id,
    tags: [row.area],
    summary: row.summary.en,
    description: descriptionOf(row).en,
    ...(row.permissions.length > 0 && { security: securityOf(row) }),
    ...(row.environments !== 'both' && { 'x-environment': row.environments }),
    requestParams: {
      ...(row.params && { path: row.params as z.ZodObject }),
      ...(row.query && { query: row.query as z.ZodObject }),
      ...(row.isIdempotent && {
        header: z.object({ 'Idempotency-Key': idempotencyKey }),
      }),
    },
    ...(row.body && {
      requestBody: {
        required: !row.body.safeParse(undefined).success,
        content: { 'application/json': { schema: row.body } },
      },
    }),
    responses: { [row.success]: success(row), ...proposed(row), ...failures(row) },
    ...(row.tool && { 'x-assistant-tool': row.tool }),
  } as ZodOpenApiOperationObject;
}

/**
 * Returns the permissions that an API key needs, in the format that OpenAPI 3.1 uses for roles: any
 * entry of the list is enough.
 */
function securityOf({ permissions, isOnePermissionEnough }: OperationRow) {
  if (!isOnePermissionEnough) return [{ bearer: permissions }];
  return permissions.map((permission) => ({ bearer: [permission] }));
}

function success(row: OperationRow) {
  const headers = z.object({ 'Request-Id': requestIdHeader });
  const content = { ...files(row), ...json(row) };
  return { description: row.fileTypes ? 'The file' : 'Success', headers, content };
}

/**
 * Returns the response to a write that a credential with requiresApproval sends; such a write is
 * only proposed.
 */
function proposed(row: OperationRow) {
  if (!proposedAction(row)) return {};
  if (row.success !== 202) return { 202: kept };
  const data = z.union([certain(row.response, 'response'), approval]);
  const content = { 'application/json': { schema: z.strictObject({ data }) } };
  const description = 'Success, or kept until it is approved';
  return { 202: { description, headers: kept.headers, content } };
}

const kept = {
  id: 'KeptForApproval',
  description: 'Kept until it is approved',
  headers: z.object({ 'Request-Id': requestIdHeader }),
  content: { 'application/json': { schema: z.strictObject({ data: approval }) } },
};

function files({ fileTypes = [] }: OperationRow) {
  const schema = z.string().meta({ override: { type: 'string', format: 'binary' } });
  return Object.fromEntries(fileTypes.map((type) => [type, { schema }]));
}

function json(row: OperationRow) {
  if (!row.response) return {};
  const data = row.isList ? z.array(row.response) : row.response;
  const beside = row.isList ? { pagination } : row.mayWarn ? { warnings } : {};
  const schema = z.strictObject({ data, ...beside });
  return { 'application/json': { schema } };
}

function failures(row: OperationRow) {
  const byStatus = Map.groupBy(refusalsOf(row), (code) => refusals[code].http);
  const entries = [...byStatus].map(([status, codes]) => [status, failure(status, codes)]);
  return Object.fromEntries(entries) as Record<string, object>;
}

const knownFailures = new Map<string, object>();

/**
 * The name of the shared schema for the conflicts that any write with an idempotency key can cause.
 * Without this schema, the document would contain the same list about a hundred times.
 */
const conflictsOfKey = 'ConflictOrIdempotencyConflictOrOperationInProgress';

/** Returns one response object per set of codes; operations refer to the object by its id. */
function failure(status: number, codes: RefusalCode[]): object {
  const id = codes.map(pascalCase).join('Or').replace(conflictsOfKey, 'KeyedConflict');
  const headers = z.object({ 'Request-Id': requestIdHeader, ...errorHeaders[status] });
  const content = { 'application/json': { schema: errorBody } };
  const made = knownFailures.get(id) ?? { id, description: codes.join(', '), headers, content };
  knownFailures.set(id, made);
  return made;
}
