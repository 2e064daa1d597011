import { z } from 'zod';
import { date, form, identifier, instant, withCode } from './values';

/** The SAT sources that a synchronization can read. */
export const satSources = [
  'issued_cfdi',
  'received_cfdi',
  'issued_withholdings',
  'received_withholdings',
  'declarations',
  'compliance_opinion',
] as const;

export const satSource = z.enum(satSources);

/** A list of at least one source, without repetition. */
export const satSourceList = z
  .array(satSource)
  .min(1)
  .refine(
    (sources) => new Set(sources).size === sources.length,
    withCode('source_repeated', 'A source is in the list twice.'),
  );

const scheduleFields = {
  enabled: z.boolean(),
  timeOfDay: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, form('format_time_of_day'))
    .meta({ description: 'HH:MM in the centre of Mexico.', example: '03:00' }),
  sources: satSourceList,
  freshEveryHours: z.int().min(1).max(24).meta({
    description: 'Hours between two readings of the latest CFDI; 24 means once a day.',
  }),
};

/** PUT /v1/sat/sync-schedule */
export const satSyncScheduleInput = z.strictObject(scheduleFields);

export const satSyncSchedule = z
  .strictObject({
    ...scheduleFields,
    sources: z.array(satSource),
    updatedAt: instant.optional(),
    nextRunAt: instant.optional().meta({ description: 'Absent while the schedule is off.' }),
    lastRun: z
      .strictObject({
        at: instant,
        syncId: identifier
          .optional()
          .meta({ description: 'The last synchronization that the schedule started.' }),
        reason: z.string().optional().meta({
          description:
            'Reason if the run started nothing: fiscal_profile_missing, fiel_missing or organization_archived.',
        }),
      })
      .optional(),
  })
  .meta({ id: 'SatSyncSchedule' });

/**
 * POST /v1/sat/syncs
 *
 * - source_without_files: CFDI and withholdings cannot be read from these files; import their XML
 */
export const satSyncInput = z
  .strictObject({
    sources: satSourceList,
    dateFrom: date.optional().meta({
      description: 'First day of issue; by default a month before dateTo.',
    }),
    dateTo: date.optional().meta({ description: 'Last day of emission; today if absent.' }),
    fiscalYear: z
      .int()
      .min(2000)
      .max(2100)
      .optional()
      .meta({ description: 'Year of the declarations; this year and the one before if absent.' }),
    fileIds: z.array(identifier).min(1).max(20).optional().meta({
      description:
        'PDFs of acuses, payment receipts or opinions, imported instead of the portal, without a FIEL.',
    }),
  })
  .refine(({ dateFrom, dateTo }) => !dateFrom || !dateTo || dateFrom <= dateTo, {
    ...withCode('period_reversed', 'dateTo comes before dateFrom.'),
    path: ['dateTo'],
  })
  .refine(
    ({ sources, fileIds }) =>
      !fileIds || !sources.some((source) => /_(cfdi|withholdings)$/.test(source)),
    {
      ...withCode(
        'source_without_files',
        'CFDI and withholdings are imported as XML, not from these files.',
      ),
      path: ['sources'],
    },
  );

const requestType = z.enum(['metadata', 'cfdi', 'withholding']);

const sourceStates = [
  'queued',
  'running',
  'waiting_for_sat',
  'completed',
  'failed',
  'canceled',
] as const;

export const satSync = z
  .strictObject({
    syncId: z.string(),
    state: z.enum([...sourceStates, 'partially_completed']),
    requestedAt: instant,
    sources: z.array(
      z.strictObject({
        source: satSource,
        state: z.enum(sourceStates),
        found: z.int(),
        imported: z.int(),
        updated: z.int(),
        skipped: z.int(),
        nextCheckAt: instant.optional(),
        dateFrom: date.optional(),
        dateTo: date.optional(),
        requests: z
          .array(
            z.strictObject({
              requestId: z.string(),
              requestType,
              state: z.string(),
              issuedFrom: z.string(),
              issuedTo: z.string(),
              documents: z.int().optional(),
              requestedAt: instant,
              nextCheckAt: instant.optional(),
            }),
          )
          .optional()
          .meta({ description: 'The last fifty requests to the mass download.' }),
        issues: z
          .array(z.strictObject({ name: z.string(), code: z.string() }))
          .optional()
          .meta({
            description: 'Skipped files, and documents that only Timbre or only the SAT has.',
          }),
        error: z
          .strictObject({ code: z.string(), message: z.string(), retryable: z.boolean() })
          .optional(),
      }),
    ),
  })
  .meta({ id: 'SatSync' });

export const satQuotas = z
  .strictObject({
    items: z.array(
      z.strictObject({
        rfc: z.string(),
        direction: z.enum(['issued', 'received']),
        requestType,
        dateFrom: z.string(),
        dateTo: z.string(),
        uses: z.int(),
        usesMax: z.int(),
        remaining: z.int(),
        live: z.boolean(),
      }),
    ),
    guidance: z.string(),
  })
  .meta({ id: 'SatQuotas' });
