import { Migration } from '@mikro-orm/migrations';
import type { Pool } from 'pg';
import { tenantTable } from '../database/tables';
import { every, type Repeated } from '../telemetry/every';
import type { Logger } from '../telemetry/logger';
import type { Transaction } from './transaction';

/**
 * The time by which sandbox organizations have advanced their clocks. A request carries the clock
 * offset of its organization; jobs and consumers read the offset here.
 */
export interface OrganizationClocks {
  aheadMsOf(organizationId: string): number | undefined;
  /**
   * Remembers the offset that a caller sends, if it is greater than the known offset, because a
   * clock is never set back.
   * @returns the present offset
   */
  learn(organizationId: string, aheadMs: number | undefined): number | undefined;
}

/**
 * Returns the statements that create the table of clocks and the SQL function
 * `business_now(org_id)`, which returns an organization's business time for SQL that has no
 * parameter for it.
 */
const clockTable = (service: string): string[] => [
  `create table organization_clocks (
    org_id uuid not null,
    ahead_ms bigint not null,
    primary key (org_id)
  )`,
  ...tenantTable('organization_clocks'),
  `grant select on organization_clocks to ${service}_system`,
  `create policy system_jobs on organization_clocks for select to ${service}_system using (true)`,
  `create function business_now(org uuid) returns timestamptz language sql stable
    return now() + coalesce((select c.ahead_ms from organization_clocks c where c.org_id = org), 0)
      * interval '1 millisecond'`,
];

/** Returns the migration that adds the clocks of organizations to a service. */
export const followClocks = (service: string) =>
  class FollowClocks extends Migration {
    override up(): void {
      for (const sql of clockTable(service)) this.addSql(sql);
    }

    override down(): void {
      this.addSql('drop function business_now(uuid)');
      this.addSql('drop table organization_clocks');
    }
  };

/** Stores the offset of an organization's clock if it is greater than the stored offset. */
export async function storeClock(tx: Transaction, aheadMs: number): Promise<void> {
  await tx.rows(
    `insert into organization_clocks (org_id, ahead_ms) values ($1, $2)
     on conflict (org_id) do update
     set ahead_ms = greatest(organization_clocks.ahead_ms, excluded.ahead_ms)`,
    [tx.organizationId, aheadMs],
  );
}

const readEveryMs = 1_000;

/**
 * Caches the stored clock offsets in memory.
 * @returns the clocks, and a function that reloads them
 */
export function createClocks(
  systemPool: Pick<Pool, 'query'>,
  logger: Logger,
): { clocks: OrganizationClocks; reading: Repeated } {
  const known = new Map<string, number>();
  const clocks: OrganizationClocks = {
    aheadMsOf: (organizationId) => known.get(organizationId),
    learn(organizationId, aheadMs = 0) {
      const before = known.get(organizationId) ?? 0;
      if (aheadMs > before) known.set(organizationId, aheadMs);
      return Math.max(before, aheadMs) || undefined;
    },
  };
  const read = async (): Promise<void> => {
    const { rows } = await systemPool.query<{ org_id: string; ahead_ms: string }>({
      name: 'organization_clocks',
      text: 'select org_id, ahead_ms from organization_clocks',
    });
    for (const row of rows) clocks.learn(row.org_id, Number(row.ahead_ms));
  };
  return { clocks, reading: every(readEveryMs, read, logger, 'reading of clocks') };
}
