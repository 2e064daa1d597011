import { Migration } from '@mikro-orm/migrations';
import type { Pool } from 'pg';

export interface DueRow {
  org_id: string;
  id: string;
}

/**
 * The time for which a row belongs to its worker without a renewal. After a worker crashes, the row
 * is free again when this time has passed.
 */
export const leaseMs = 15_000;
export const renewEveryMs = 5_000;

/**
 * Returns the statements that create the table of rows that jobs are currently processing. Only the
 * system role may use the table. The table is unlogged: a database crash empties the table, which
 * releases all rows.
 */
export const jobClaimsTable = (service: string): string[] => [
  `create unlogged table job_claims (
    job text not null,
    org_id uuid not null,
    id uuid not null,
    worker uuid not null,
    until timestamptz not null,
    primary key (job, org_id, id)
  )`,
  'create index job_claims_until on job_claims (until)',
  'alter table job_claims enable row level security',
  'alter table job_claims force row level security',
  `create policy system_jobs on job_claims to ${service}_system using (true)`,
  `revoke all on job_claims from ${service}_app`,
  `grant select, insert, update, delete on job_claims to ${service}_system`,
];

/**
 * Returns the migration that adds the claims of jobs to a service. @param service is the prefix of
 * its database roles
 */
export const claimDueWork = (service: string) =>
  class ClaimDueWork extends Migration {
    override up(): void {
      for (const sql of jobClaimsTable(service)) this.addSql(sql);
    }

    override down(): void {
      this.addSql('drop table job_claims');
    }
  };

const releaseSql = `delete from job_claims where job = $1 and worker = $2
  and (org_id, id) in (select * from unnest($3::uuid[], $4::uuid[]))`;

const renewSql = `update job_claims set until = $5::timestamptz + interval '${leaseMs} ms'
  where job = $1 and worker = $2 and (org_id, id) in (select * from unnest($3::uuid[], $4::uuid[]))`;

const keysOf = (rows: readonly DueRow[]): [string[], string[]] => [
  rows.map((row) => row.org_id),
  rows.map((row) => row.id),
];

/**
 * Releases rows that a worker has claimed. Rows that another worker has taken over stay claimed by
 * that worker.
 */
export async function releaseRows(
  systemPool: Pick<Pool, 'query'>,
  job: string,
  worker: string,
  rows: readonly DueRow[],
): Promise<void> {
  if (rows.length > 0) await systemPool.query(releaseSql, [job, worker, ...keysOf(rows)]);
}

/** Renews the claims of a worker at the given time. */
export async function renewRows(
  systemPool: Pick<Pool, 'query'>,
  job: string,
  worker: string,
  rows: readonly DueRow[],
  now: Date,
): Promise<void> {
  if (rows.length > 0) await systemPool.query(renewSql, [job, worker, ...keysOf(rows), now]);
}
