import type { Pool } from 'pg';
import { newId } from '../database/identifier';
import { leaseMs, releaseRows, renewRows, type DueRow } from './due-leases';

/**
 * Returns SQL that claims due rows that no other worker has claimed, in the order of `due`. $1:
 * now; $2: job; $3: organizations to exclude; $4: rows to exclude; $5: number of rows; $6: worker.
 * Two workers never wait for each other: while one worker claims rows, another worker gets no rows,
 * and `is_own` is false. A row that was claimed after the statement began violates the primary key
 * and is skipped.
 */
export const claimSql = (due: string): string => `with turn as materialized (
    select pg_try_advisory_xact_lock(hashtextextended('job_claims ' || $2::text, 0)) as is_own
  ), selected as materialized (
    select e.*, row_number() over () as place from (
      select d.* from (${due}) d
      where (select is_own from turn)
        and d.org_id <> all($3::uuid[]) and d.id <> all($4::uuid[])
        and coalesce((select c.until <= $1 from job_claims c
          where c.job = $2 and c.org_id = d.org_id and c.id = d.id), true)
      limit $5::int) e
  ), claimed as (
    insert into job_claims as c (job, org_id, id, worker, until)
    select $2, org_id, id, $6::uuid, $1::timestamptz + interval '${leaseMs} ms' from selected
    on conflict (job, org_id, id) do update set worker = excluded.worker, until = excluded.until
    where c.until <= $1
    returning org_id, id
  )
  select t.is_own, s.* from turn t
  left join (select s.* from selected s join claimed using (org_id, id)) s on true
  order by s.place`;

/** The rows that a claim excludes. */
export interface Without {
  organizations: readonly string[];
  ids: readonly string[];
}

/** Creates the functions with which one process claims the rows of one job. */
export function createClaims<Row extends DueRow>(
  systemPool: Pick<Pool, 'query'>,
  { name, due }: { name: string; due: string },
  now: () => Date,
) {
  const worker = newId();
  const sql = claimSql(due);
  return {
    /** @returns the claimed rows; undefined while another worker claims rows of this job */
    async claim(max: number, { organizations, ids }: Without): Promise<Row[] | undefined> {
      const values = [now(), name, organizations, ids, max, worker];
      const { rows } = await systemPool.query<Row & { is_own: boolean; id: string | null }>(
        sql,
        values,
      );
      if (rows[0]?.is_own === false) return undefined;
      return rows.filter(({ id }) => id !== null);
    },
    release: (rows: readonly DueRow[]) => releaseRows(systemPool, name, worker, rows),
    renew: (rows: readonly DueRow[]) => renewRows(systemPool, name, worker, rows, now()),
  };
}

export type Claims<Row extends DueRow> = ReturnType<typeof createClaims<Row>>;
