import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import type { satSyncSchedule } from '@timbre/api';
import {
  type Answer,
  instant,
  integer,
  json,
  object,
  resource,
  type Transaction,
} from '@timbre/kit';
import { nextRunAfter } from '../domain/schedule';
import { downloads, type SatSource } from '../domain/sources';

/** The schedule of an organization's synchronizations; each organization has one database row. */
export const Schedule = defineEntity({
  name: 'Schedule',
  tableName: 'schedules',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    version: p.integer().version(),
    enabled: p.boolean(),
    /** The time of the daily run in central Mexico, as HH:MM. */
    timeOfDay: p.text(),
    sources: p.json<SatSource[]>(),
    freshEveryHours: p.integer(),
    updatedAt: p.datetime(),
    nextDueAt: p.datetime(),
    /** The day of the last scheduled run that requested the CFDI of two years. */
    sweptOn: p.date().nullable(),
    lastRunAt: p.datetime().nullable(),
    lastSyncId: p.uuid().nullable(),
    lastErrorCode: p.text().nullable(),
  },
});

export type Schedule = InferEntity<typeof Schedule>;

type Shape = Answer<typeof satSyncSchedule>;

export const scheduleResource = resource<Shape>('synchronization schedule', 'schedules', {
  enabled: 'r.enabled',
  timeOfDay: 'r.time_of_day',
  sources: json('r.sources'),
  freshEveryHours: integer('r.fresh_every_hours'),
  updatedAt: instant('r.updated_at'),
  nextRunAt: `case when r.enabled then instant(r.next_due_at) end`,
  lastRun: json(
    `case when r.last_run_at is not null then json_strip_nulls(${object<
      NonNullable<Shape['lastRun']>
    >({
      at: instant('r.last_run_at'),
      syncId: 'r.last_sync_id',
      reason: 'r.last_error_code',
    })}) end`,
  ),
});

/** The schedule that applies to an organization that has never set a schedule. */
export const unsetSchedule = {
  enabled: false,
  timeOfDay: '03:00',
  sources: ['issued_cfdi', 'received_cfdi'],
  freshEveryHours: 24,
} satisfies Shape;

/** Returns the time of the next run of a schedule. The runs between two daily runs read only CFDI. */
export const nextRunOf = (
  {
    timeOfDay,
    freshEveryHours,
    sources,
  }: Pick<Schedule, 'timeOfDay' | 'freshEveryHours' | 'sources'>,
  now: Date,
): Date => {
  const isOften = sources.some((source) => downloads.includes(source));
  return nextRunAfter({ timeOfDay, freshEveryHours: isOften ? freshEveryHours : 24 }, now);
};

const schedules = 740_301;

/**
 * Locks the schedule of the organization until the commit, even if the database row does not exist
 * yet.
 */
export async function lockSchedule(tx: Transaction): Promise<void> {
  await tx.rows('select pg_advisory_xact_lock($1, hashtext($2))', [schedules, tx.organizationId]);
}

/** SQL that selects the schedules whose next run is due. */
export const dueSchedules = `select org_id, id from schedules where enabled and next_due_at <= $1
  order by next_due_at`;
