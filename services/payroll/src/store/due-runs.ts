import type { Pool } from 'pg';

/** A run with due rows that no worker has leased. */
export interface DueRun {
  organizationId: string;
  runId: string;
}

/**
 * The maximum number of runs of one organization whose receipts are sent concurrently. All runs of
 * an organization share its limit for stamp requests, so more workers would only wait.
 */
const perOrganization = 4;

/**
 * SQL that finds the due runs of all organizations. For each run, the statement reads only one waiting
 * row, regardless of how many rows wait. Row-level security allows the system role to read due rows
 * of all organizations. The order of the runs is random, so that no run is starved.
 */
const select = `select "organizationId", "runId" from (
    select r.org_id as "organizationId", r.id as "runId",
      row_number() over (partition by r.org_id order by r.id = any($2) desc, random()) as place
    from payroll_runs r cross join lateral (
      select 1 from payroll_rows where org_id = r.org_id and run_id = r.id
        and state in ('queued', 'stamping') and next_try_at <= $1
        and (lease_until is null or lease_until < $1) limit 1) due
    where r.state = 'stamping') found
  where place <= ${perOrganization} and "runId" <> all($2)
  order by place, random() limit $3`;

/**
 * Returns the next due runs, starting with organizations that have fewer runs in progress.
 * @param atWork the runs that are in progress now
 */
export async function nextDueRuns(
  systemPool: Pick<Pool, 'query'>,
  now: Date,
  atWork: readonly string[],
  limit: number,
): Promise<DueRun[]> {
  const { rows } = await systemPool.query<DueRun>(select, [now, atWork, limit]);
  return rows;
}
