import { defineEntity, p } from '@mikro-orm/postgresql';
import type { activity } from '@timbre/api';
import {
  instant,
  integer,
  json,
  nilUuid,
  resource,
  type Answer,
  type List,
  type Reader,
} from '@timbre/kit';
import type { Pool } from 'pg';
import { bucketOf, percentile } from './durations';

/** A recorded API request. */
export const Activity = defineEntity({
  name: 'Activity',
  tableName: 'activity',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    at: p.datetime(),
    requestId: p.text(),
    channel: p.text(),
    operation: p.text(),
    tool: p.text().nullable(),
    method: p.text(),
    path: p.text(),
    status: p.integer(),
    code: p.text().nullable(),
    reason: p.text().nullable(),
    issueCodes: p.array().columnType('text[]').nullable(),
    durationMs: p.double(),
    actor: p.text(),
    clientId: p.text().nullable(),
    replayed: p.boolean(),
    /** The client's network. */
    address: p.text().nullable(),
    agent: p.text().nullable(),
    documentRef: p.text().nullable(),
  },
});

/** The number of requests in an hour by operation, status class and duration. */
export const ActivityHour = defineEntity({
  name: 'ActivityHour',
  tableName: 'activity_hours',
  properties: {
    organizationId: p.uuid().name('org_id').primary(),
    hour: p.datetime().primary(),
    operation: p.text().primary(),
    statusClass: p.smallint().primary(),
    /** The number of the duration bucket that contains the request (durations.ts). */
    bucket: p.smallint().primary(),
    requests: p.bigint('number'),
  },
});

const ofActor = (kind: string): string =>
  `case when r.actor like '${kind}:%' then substr(r.actor, ${kind.length + 2}) end`;

export const activityResource = resource<Answer<typeof activity>>('request', 'activity', {
  requestId: 'r.request_id',
  at: instant('r.at'),
  channel: 'r.channel',
  operation: 'r.operation',
  method: 'r.method',
  path: 'r.path',
  status: integer('r.status'),
  durationMs: json('r.duration_ms'),
  idempotentReplay: 'r.replayed',
  tool: 'r.tool',
  code: 'r.code',
  reason: 'r.reason',
  issueCodes: json(`to_json(nullif(r.issue_codes, '{}'))`),
  credentialId: ofActor('credential'),
  userId: ofActor('user'),
  clientId: 'r.client_id',
  network: 'r.address',
  agent: 'r.agent',
  documentRef: 'r.document_ref',
});

/**
 * The list is sorted by identifier. An identifier begins with the time of the response, so newer
 * activities sort later.
 */
export const activityList: List = { name: 'developer_activity', resource: activityResource };

/**
 * Returns the last activity that a request recorded. A request of an assistant can have several
 * activities.
 */
export async function lastActivityOf(read: Reader, requestId: string): Promise<string> {
  const [last] = await read.rows<{ id: string }>(
    'select id from activity r where r.org_id = :org and r.request_id = $2 order by r.id desc limit 1',
    [requestId],
  );
  return last?.id ?? nilUuid;
}

/**
 * SQL that inserts activities and adds them to the hourly counts. The counts are written in sorted
 * order, so that concurrent gateways do not deadlock.
 */
const insert = `with recorded as (
    insert into activity select * from json_populate_recordset(null::activity, $1::json)
    on conflict do nothing returning org_id, at, operation, status, duration_ms
  )
  insert into activity_hours as h (org_id, hour, operation, status_class, bucket, requests)
  select org_id, date_trunc('hour', at, 'UTC'), operation, status / 100,
    ${bucketOf('duration_ms')}, count(*)
  from recorded group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
  on conflict (org_id, hour, operation, status_class, bucket)
  do update set requests = h.requests + excluded.requests`;

/** Stores activities, whose keys are column names, and adds them to the hourly counts. */
export async function storeActivity(pool: Pool, rows: readonly object[]): Promise<void> {
  await pool.query({ name: 'activity', text: insert, values: [JSON.stringify(rows)] });
}

/**
 * Creates the partitions of the coming days, and drops partitions older than the given number of
 * days.
 */
export async function keepActivityDays(systemPool: Pool, days: number): Promise<void> {
  await systemPool.query('select keep_activity_days($1)', [days]);
}

/** The request counts and duration percentiles of one group, such as an operation or an hour. */
export interface CountedRequests {
  key: string;
  requests: string;
  succeeded: string;
  refused: string;
  failed: string;
  p50: number | null;
  p95: number | null;
}

/**
 * Returns SQL for the counts, with one row per group. The percentiles of a group are calculated
 * from its bucket counts.
 */
const countsBy = (key: string): string => `select key, sum(requests) as requests,
    sum(succeeded) as succeeded, sum(refused) as refused, sum(failed) as failed,
    ${percentile(0.5, 'c')} as p50, ${percentile(0.95, 'c')} as p95
  from (select key, bucket, requests, succeeded, refused, failed,
      sum(requests) over (partition by key order by bucket) as reached,
      sum(requests) over (partition by key) as total
    from (select ${key} as key, h.bucket, sum(h.requests) as requests,
        coalesce(sum(h.requests) filter (where h.status_class = 2), 0) as succeeded,
        coalesce(sum(h.requests) filter (where h.status_class = 4), 0) as refused,
        coalesce(sum(h.requests) filter (where h.status_class = 5), 0) as failed
      from activity_hours h
      where h.org_id = :org and h.hour >= $2 and h.hour < $3 and ($4::text is null or h.operation = $4)
      group by 1, 2) b) c
  group by key`;

const keys = {
  totals: `'all'`,
  operations: 'h.operation',
  hour: `instant(h.hour)`,
  day: `instant(date_trunc('day', h.hour, 'UTC'))`,
};

/** Counts the requests of a period in total, by operation, or by interval. */
export const countRequests = (
  read: Reader,
  by: keyof typeof keys,
  [fromMs, untilMs]: [fromMs: number, untilMs: number],
  operation: string | undefined,
): Promise<CountedRequests[]> =>
  read.rows(countsBy(keys[by]), [new Date(fromMs), new Date(untilMs), operation ?? null]);
