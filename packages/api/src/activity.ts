import { z } from 'zod';
import { pageFields, queryOf } from './page';
import { from1900To2100 } from './patterns';
import { date, form, identifier, instant, withCode } from './values';

const requestId = z
  .string()
  .regex(/^req_[0-9a-f]{32}$/, form('format_request_id'))
  .meta({ description: 'The Request-Id header of the answer.' });

const word = (description: string) =>
  z
    .string()
    .regex(/^[A-Za-z_]{1,60}$/, form('format_word'))
    .meta({ description });

const channel = z.enum(['rest', 'mcp']);
const statusClass = z.enum(['2xx', '4xx', '5xx']);

/** A day in UTC. */
const day = date
  .refine(
    (given) => given < '2101',
    withCode('too_large', 'Dates after 2100-12-31 are not allowed.'),
  )
  .meta({ pattern: from1900To2100 });

const { query: _words, ...pageWithoutSearch } = pageFields;

/** GET /v1/developer-activity */
export const activityFilters = queryOf({
  ...pageWithoutSearch,
  dateFrom: day.optional().meta({ description: 'First day in UTC, inclusive.' }),
  dateTo: day.optional().meta({ description: 'Last day in UTC, inclusive.' }),
  operation: word('`createCfdi`').optional(),
  tool: word('The tool that an assistant called: `create_cfdi`.').optional(),
  channel: channel.optional(),
  statusClass: statusClass.optional(),
  code: word('The code of the refusal: `rate_limited`.').optional(),
  credentialId: identifier.optional(),
  requestId: requestId.optional(),
  documentRef: z
    .string()
    .regex(/^[a-z_]{1,40}:[A-Za-z0-9_-]{1,128}$/, form('format_document_ref'))
    .optional(),
  format: z.enum(['json', 'csv']).optional().meta({
    description: 'csv returns all matching requests, without pages.',
  }),
});

export const activityParams = z.strictObject({ requestId: identifier });

/**
 * The metadata of an API request and its response. Request and response bodies are not recorded.
 */
export const activity = z
  .strictObject({
    requestId: z.string(),
    at: instant.meta({ description: 'Time of the answer.' }),
    channel: channel.meta({ description: 'A request under /v1, or a tool of an assistant.' }),
    operation: z.string(),
    method: z.string(),
    path: z.string().meta({ description: 'The path with the names of its parameters.' }),
    status: z.int(),
    durationMs: z.number(),
    idempotentReplay: z.boolean().meta({
      description:
        'Whether the answer repeats that of an earlier request with the same Idempotency-Key.',
    }),
    tool: z.string().optional(),
    code: z.string().optional().meta({ description: 'The code of the refusal.' }),
    reason: z
      .string()
      .optional()
      .meta({ description: 'More precise reason, the `details.reason` of the refusal.' }),
    issueCodes: z
      .array(z.string())
      .optional()
      .meta({ description: 'Codes of the issues of the refusal, at most 10.' }),
    credentialId: z.string().optional(),
    userId: z
      .string()
      .optional()
      .meta({ description: 'The member who made the request; absent if a credential made it.' }),
    clientId: z.string().optional().meta({ description: 'The application of the member.' }),
    network: z
      .string()
      .optional()
      .meta({ description: 'The address of the caller, cut to /24 or /48.' }),
    agent: z.string().optional().meta({ description: 'The name of the client program.' }),
    documentRef: z
      .string()
      .regex(/^[a-z_]+:.+$/)
      .optional()
      .meta({ description: 'The document that the request names or has created.' }),
  })
  .meta({ id: 'Activity' });

/** GET /v1/developer-activity/summary */
export const activitySummaryQuery = queryOf({
  dateFrom: day.optional().meta({
    description: 'First day in UTC, inclusive; by default 6 days before dateTo.',
  }),
  dateTo: day.optional().meta({ description: 'Last day in UTC, inclusive; today if absent.' }),
  interval: z.enum(['hour', 'day']).optional().meta({
    description:
      'Length of the intervals: hour for at most 31 days, day for at most 400; day if absent.',
  }),
  operation: word('Only this operation: `createCfdi`.').optional(),
});

const counts = {
  requests: z.int(),
  succeeded: z.int().meta({ description: 'Answered 2xx.' }),
  refused: z.int().meta({ description: 'Answered 4xx.' }),
  failed: z.int().meta({ description: 'Answered 5xx.' }),
  errorRate: z.number().meta({ description: 'The share of requests answered 4xx or 5xx, 0 to 1.' }),
  p50Ms: z.number().optional().meta({ description: 'Half of the requests took at most this.' }),
  p95Ms: z.number().optional().meta({ description: '95 of 100 requests took at most this.' }),
};

export const activitySummary = z
  .strictObject({
    dateFrom: z.iso.date(),
    dateTo: z.iso.date(),
    interval: z.enum(['hour', 'day']),
    totals: z.strictObject(counts).meta({ id: 'ActivityCounts' }),
    series: z
      .array(z.strictObject({ startsAt: instant, ...counts }))
      .meta({ description: 'Every interval of the requested days.' }),
    operations: z
      .array(z.strictObject({ operation: z.string(), ...counts }))
      .meta({ description: 'The busiest first.' }),
  })
  .meta({ id: 'ActivitySummary' });
