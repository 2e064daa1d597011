import type { Pool } from 'pg';

/** A run with rows that are due and in nobody's hands. */
export interface DueRun {
  organizationId: string;
  runId: string;
}

/** Of one organization at once: they share its places at the stamper, more would only wait. */
const perOrganization = 4;

/** Runs of all organizations, each found by one of its rows however many wait with it; row-level
 * security lets the system role. By chance, so that none is always behind another. */
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
 * The next runs to be looked after, those of an organization that has fewer at work first.
 * @param atWork which are looked after already
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
