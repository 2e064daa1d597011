import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import { type organization, publicForm } from '@timbre/api';
import { gateway } from '@timbre/contract';
import {
  type Answer,
  type DomainEvent,
  instant,
  integer,
  isIdentifier,
  resource,
  type Transaction,
} from '@timbre/kit';
import type { Pool } from 'pg';

/** An organization, whose identifier is also its `org_id`. */
export const Organization = defineEntity({
  name: 'Organization',
  tableName: 'organizations',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id'),
    version: p.integer().version(),
    name: p.text(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
    archivedAt: p.datetime().nullable(),
    deletedAt: p.datetime().nullable(),
    /**
     * The number of milliseconds that the organization's clock is ahead of real time; only in a
     * sandbox.
     */
    clockAheadMs: p.bigint('number'),
    /** Whether members can give consent in this organization only with a second factor. */
    demandsSecondFactor: p.boolean(),
  },
});

export type Organization = InferEntity<typeof Organization>;

export const organizationResource = resource<Answer<typeof organization>>(
  'organization',
  'organizations',
  {
    organizationId: 'r.id',
    name: 'r.name',
    status: `case when r.archived_at is null then 'active' else 'archived' end`,
    createdAt: instant('r.created_at'),
    updatedAt: instant('r.updated_at'),
    archivedAt: instant('r.archived_at'),
    clockAheadSeconds: integer('nullif(r.clock_ahead_ms / 1000, 0)'),
  },
);

/**
 * Locks the row of the caller's organization. Concurrent changes of the organization, its members
 * or its credentials wait until the commit.
 */
export const lockOrganization = (tx: Transaction): Promise<Organization> =>
  tx.lock(Organization, tx.organizationId, organizationResource.name);

/**
 * Whether the caller's organization is archived. The function locks the row, so that the
 * organization cannot be archived before the transaction ends.
 */
export async function isArchivedIn(tx: Transaction): Promise<boolean> {
  const [row] = await tx.rows<{ archived: boolean }>(
    `select archived_at is not null as archived from organizations where org_id = $1 for share`,
    [tx.organizationId],
  );
  return row?.archived ?? true;
}

/** Whether an organization is archived, for code without an organization in its context. */
export const isArchived =
  (systemPool: Pick<Pool, 'query'>) =>
  async (organizationId: string): Promise<boolean> => {
    const { rows } = await systemPool.query<{ archived: boolean }>({
      name: 'is_archived',
      text: 'select archived_at is not null as archived from organizations where org_id = $1',
      values: [organizationId],
    });
    return rows[0]?.archived ?? true;
  };

/** Stores the time zone of a fiscal profile, except if a newer profile was already processed. */
export async function storeZone(tx: Transaction, version: number, zone: string): Promise<void> {
  await tx.rows(
    `update organizations set time_zone = $2, profile_version = $3
     where org_id = $1 and profile_version < $3`,
    [tx.organizationId, zone, version],
  );
}

/** Returns the event gateway.sandbox_clock.advanced with the organization's advanced clock. */
export const clockEvent = (
  { id, version, clockAheadMs }: Pick<Organization, 'id' | 'version' | 'clockAheadMs'>,
  now: Date,
): DomainEvent => ({
  subject: 'gateway.sandbox_clock.advanced',
  aggregate: 'sandbox_clock',
  aggregateId: id,
  aggregateVersion: version,
  payload: gateway.SandboxClock.encode({
    version,
    aheadMs: clockAheadMs,
    now: now.toISOString(),
  }).finish(),
});

type Happened = 'changed' | 'archived' | 'restored' | 'deleted';

/** Returns the event gateway.organization.<happened> with the current state of the organization. */
export function organizationEvent(
  happened: Happened,
  { id, version, name, archivedAt, deletedAt }: Organization,
): DomainEvent {
  const status = deletedAt ? 'deleted' : archivedAt ? 'archived' : 'active';
  return {
    subject: `gateway.organization.${happened}`,
    aggregate: 'organization',
    aggregateId: id,
    aggregateVersion: version,
    payload: gateway.Organization.encode({ organizationId: id, version, name, status }).finish(),
  };
}

export const publicClock = publicForm('gateway.sandbox_clock', gateway.SandboxClock, {
  type: () => 'sandbox_clock.advanced',
  data: ({ aheadMs, ...clock }) => ({ ...clock, aheadSeconds: Math.floor(aheadMs / 1_000) }),
});

export const publicOrganization = publicForm('gateway.organization', gateway.Organization, {
  type: (happened: Happened) => (happened === 'deleted' ? undefined : `organization.${happened}`),
  data: (one) => one,
});

/** Whether an organization exists and is not deleted. */
export async function isOrganization(systemPool: Pool, id: string): Promise<boolean> {
  if (!isIdentifier(id)) return false;
  const sql = 'select 1 from organizations where id = $1 and deleted_at is null';
  return (await systemPool.query(sql, [id])).rowCount === 1;
}

/** Returns all organizations in the form in which the operator command lists them. */
export async function organizationsForOperator(systemPool: Pool): Promise<object[]> {
  const { rows } = await systemPool.query<object>(
    `select id as "organizationId", name,
       case when archived_at is null then 'active' else 'archived' end as status,
       instant(created_at) as "createdAt"
     from organizations where deleted_at is null order by created_at, id`,
  );
  return rows;
}

/**
 * Runs a function under an exclusive lock on the name of an organization.
 * @param work receives the oldest organization with the name
 */
export async function withNameLocked<T>(
  systemPool: Pool,
  name: string,
  work: (known: string | undefined) => Promise<T>,
): Promise<T> {
  const client = await systemPool.connect();
  try {
    await client.query('begin');
    const lock = `select pg_advisory_xact_lock(hashtextextended('organization ' || $1, 0))`;
    await client.query(lock, [name]);
    const { rows } = await client.query<{ id: string }>(
      `select id from organizations where name = $1 and deleted_at is null
       order by created_at limit 1`,
      [name],
    );
    return await work(rows[0]?.id);
  } finally {
    await client.query('rollback');
    client.release();
  }
}
