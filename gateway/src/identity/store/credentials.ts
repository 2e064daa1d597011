import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import { type credential, type credentialLimits, publicForm } from '@timbre/api';
import { gateway } from '@timbre/contract';
import {
  audit,
  onlyRow,
  type Answer,
  type DomainEvent,
  foldedText,
  instant,
  json,
  type List,
  numberIn,
  object,
  type Reader,
  resource,
  type Transaction,
} from '@timbre/kit';
import type { Pool } from 'pg';
import type { Caller, StoredCredential } from '../domain/principal';
import type { CredentialLimits } from '../domain/credential-limits';

/** An API key and its permissions. Only a digest of the API key's secret is stored. */
export const CredentialEntity = defineEntity({
  name: 'Credential',
  tableName: 'credentials',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id'),
    version: p.integer().version(),
    name: p.text(),
    permissions: p.json<string[]>(),
    digest: p.blob(),
    /** The actor that created the credential. */
    createdBy: p.text(),
    /**
     * The identifier of the parent: the credential that created this credential. A credential ends
     * no later than its parent.
     */
    parentId: p.uuid().nullable(),
    rotatedFrom: p.uuid().nullable(),
    /**
     * The member who created the credential, either directly or through an ancestor of the
     * credential. The credential ends together with the membership.
     */
    userId: p.uuid().nullable(),
    /**
     * The application through which the member created the credential. The credential also ends
     * when the application is disconnected.
     */
    grantId: p.text().nullable(),
    /** The time at which another credential replaced this credential. */
    replacedAt: p.datetime().nullable(),
    /** Whether the credential may archive the organization and change its owners. */
    isOwner: p.boolean(),
    allowedAddresses: p.json<string[]>().nullable(),
    limits: p.json<CredentialLimits>().nullable(),
    /**
     * The identifier of the budget that a credential shares with its replacements. A used amount
     * counts against all credentials with the same budget.
     */
    budgetId: p.uuid(),
    /**
     * The last notice sent to the administrators: the number of days before the credential ends, or
     * 0 for the end itself.
     */
    warnedDays: p.integer().nullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
    expiresAt: p.datetime().nullable(),
    revokedAt: p.datetime().nullable(),
  },
});

export type CredentialEntity = InferEntity<typeof CredentialEntity>;

const limits = object<Answer<typeof credentialLimits>>({
  documentAmountMax: numberIn('r.limits', 'documentAmountMax'),
  dayAmountMax: numberIn('r.limits', 'dayAmountMax'),
  kinds: json(`r.limits->'kinds'`),
  receivers: json(`r.limits->'receivers'`),
  dryRun: json(`r.limits->'dryRun'`),
  requiresApproval: json(`r.limits->'requiresApproval'`),
});

export const credentialResource = resource<Answer<typeof credential>>('credential', 'credentials', {
  credentialId: 'r.id',
  name: 'r.name',
  permissions: json('r.permissions'),
  status: `case when r.revoked_at is not null then 'revoked'
    when r.expires_at <= now() then 'expired' else 'active' end`,
  createdBy: 'r.created_by',
  creatorRemoved: `case when r.created_by like 'user:%' and not exists (select from members m
    where m.org_id = r.org_id and 'user:' || m.user_id = r.created_by) then true end`,
  parentCredentialId: 'r.parent_id',
  rotatedFrom: 'r.rotated_from',
  allowedAddresses: json('r.allowed_addresses'),
  limits: json(`case when r.limits is not null then ${limits} end`),
  createdAt: instant('r.created_at'),
  updatedAt: instant('r.updated_at'),
  expiresAt: instant('r.expires_at'),
  revokedAt: instant('r.revoked_at'),
  lastUsedAt: instant('r.last_used_at'),
  lastUsedAddress: 'r.last_used_address',
  lastUsedAgent: 'r.last_used_agent',
  unused: `case when coalesce(r.last_used_at, r.created_at) < now() - interval '90 days' then true end`,
});

export const credentialList: List = {
  name: 'credentials',
  resource: credentialResource,
  searchColumn: foldedText('r.name'),
  instantColumn: 'r.created_at',
};

/**
 * Counts the valid API keys that were not replaced, and the keys that were created since a given
 * time. The caller must have locked the organization.
 */
export async function countCredentials(
  tx: Transaction,
  since: Date,
): Promise<{ active: number; recent: number }> {
  const row = onlyRow(
    await tx.rows<{ active: number; recent: number }>(
      `select count(*) filter (where revoked_at is null and replaced_at is null
         and (expires_at is null or expires_at > $2))::int as active,
       count(*) filter (where created_at > $3)::int as recent
     from credentials where org_id = $1`,
      [tx.organizationId, tx.now, since],
    ),
  );
  return row;
}

const descendantsBy = (from: string) => `with recursive descendants as (
    select c.id from credentials c where c.org_id = $1 and c.id = $2
    union select c.id from credentials c join descendants d on c.org_id = $1 and d.id in (${from}))`;

const withDescendants = descendantsBy('c.parent_id');
const withReplacements = descendantsBy('c.parent_id, c.rotated_from');

/** Returns the identifiers of a credential and of its descendants in every generation. */
export async function listWithDescendants(tx: Transaction, id: string): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(`${withDescendants} select id from descendants`, [
    tx.organizationId,
    id,
  ]);
  return rows.map((row) => row.id);
}

/**
 * Revokes a credential, its descendants and, if requested, all credentials that replaced them.
 * @returns the credentials that this call revoked
 */
export async function revokeWithDescendants(
  tx: Transaction,
  id: string,
  replacements: boolean,
): Promise<(CredentialState & Pick<CredentialEntity, 'isOwner'>)[]> {
  const rows = await tx.rows<CredentialState & Pick<CredentialEntity, 'isOwner'>>(
    `${replacements ? withReplacements : withDescendants} update credentials c
       set revoked_at = $3, updated_at = $3, version = c.version + 1
     where c.org_id = $1 and c.id in (select id from descendants) and c.revoked_at is null
     returning ${stateColumns}`,
    [tx.organizationId, id, tx.now],
  );
  return rows.map((row) => ({ ...row, revokedAt: tx.now }));
}

/** Revokes the credentials that a member created, or that were created through an application. */
export const revokeTied = async (
  tx: Transaction,
  tie: 'user_id' | 'grant_id',
  id: string,
): Promise<void> => {
  const rows = await tx.rows<CredentialState>(
    `update credentials c set revoked_at = $3, updated_at = $3, version = c.version + 1
     where c.org_id = $1 and c.${tie}::text = $2 and c.revoked_at is null returning ${stateColumns}`,
    [tx.organizationId, id, tx.now],
  );
  for (const row of rows) {
    audit(tx, { action: 'credential.revoked', subjectId: row.id });
    tx.emit(credentialEvent('revoked', { ...row, revokedAt: tx.now }, tx.now));
  }
};

const stateColumns = `c.id, c.version, c.name, c.permissions, c.parent_id as "parentId",
  c.rotated_from as "rotatedFrom", c.is_owner as "isOwner"`;

/**
 * Whether somebody can still manage the organization's credentials: with an API key that was not
 * replaced or, only in production, as an owner who logs in.
 */
export async function hasWayIn(tx: Transaction, asOwner: boolean): Promise<boolean> {
  const row = onlyRow(
    await tx.rows<{ has: boolean }>(
      `select exists (select from credentials c where c.org_id = $1 and c.revoked_at is null
         and c.replaced_at is null and (c.expires_at is null or c.expires_at > $2)
         and c.permissions ? 'credentials:manage' and (c.is_owner or not $3))
       or ($4 and exists (select from members m
         where m.org_id = $1 and m.role = 'owner' and m.joined_at is not null)) as has`,
      [tx.organizationId, tx.now, asOwner, tx.context.environment === 'production'],
    ),
  );
  return row.has;
}

/**
 * Moves the children of a credential to its replacement. All descendants then end no later than the
 * replacement.
 */
export async function moveChildren(
  tx: Transaction,
  from: string,
  to: Pick<CredentialEntity, 'id'> & { expiresAt: Date | undefined },
): Promise<void> {
  const descendants = (await listWithDescendants(tx, from)).filter((id) => id !== from);
  if (descendants.length === 0) return;
  await tx.rows(
    `update credentials c
     set parent_id = case when c.parent_id = $2 then $3 else c.parent_id end,
       expires_at = least(c.expires_at, $4), updated_at = $5, version = c.version + 1
     where c.org_id = $1 and c.id in (select (jsonb_array_elements_text($6::jsonb))::uuid)`,
    [tx.organizationId, from, to.id, to.expiresAt ?? null, tx.now, JSON.stringify(descendants)],
  );
}

type Happened = 'created' | 'rotated' | 'expiring' | 'expired' | 'revoked' | 'exposed';

/** Returns the event gateway.credential.<happened> with the current state of the credential. */
export function credentialEvent(
  happened: Happened,
  credential: CredentialState,
  now: Date,
): DomainEvent {
  const { id, version, name, permissions, parentId, rotatedFrom, expiresAt, revokedAt } =
    credential;
  const isExpired = expiresAt != null && expiresAt <= now;
  return {
    subject: `gateway.credential.${happened}`,
    aggregate: 'credential',
    aggregateId: id,
    aggregateVersion: version,
    payload: gateway.Credential.encode({
      credentialId: id,
      version,
      name,
      permissions,
      status: revokedAt ? 'revoked' : isExpired ? 'expired' : 'active',
      parentCredentialId: parentId ?? undefined,
      rotatedFrom: rotatedFrom ?? undefined,
      expiresAt: expiresAt?.toISOString(),
      revokedAt: revokedAt?.toISOString(),
    }).finish(),
  };
}

type CredentialState = Pick<CredentialEntity, 'id' | 'version' | 'name' | 'permissions'> &
  Partial<Pick<CredentialEntity, 'parentId' | 'rotatedFrom' | 'expiresAt' | 'revokedAt'>>;

interface Row {
  id: string;
  org_id: string;
  permissions: string[];
  digest: Buffer;
  expires_at: string | Date | null;
  revoked_at: string | Date | null;
  parent_id: string | null;
  is_owner: boolean;
  limits: CredentialLimits | null;
  budget_id: string;
  allowed_addresses: string[] | null;
  is_archived: boolean;
  clock_ahead_ms: string;
  time_zone: string | null;
}

/**
 * Returns the name of the client program: the first word of the User-Agent, without the version.
 */
export const agentOf = (userAgent: string): string | null =>
  /^[\w .+-]{1,60}/.exec(userAgent)?.[0].trim() || null;

/**
 * Returns a function that loads a credential for authentication. The query runs as the system role,
 * because the organization is not yet known. At most once a minute, the query records the time,
 * address and program of the last use.
 */
export function loadCredential(systemPool: Pool) {
  return async (id: string, caller: Caller): Promise<StoredCredential | undefined> => {
    const { rows } = await systemPool.query<Row>({
      name: 'load_credential',
      text: `with used as (update credentials
          set last_used_at = now(), last_used_address = $2, last_used_agent = $3
          where id = $1 and (last_used_at is null or last_used_at < now() - interval '1 minute'))
        select c.id, c.org_id, c.permissions, c.digest, c.expires_at, c.revoked_at, c.parent_id,
          c.is_owner, c.limits, c.budget_id, c.allowed_addresses, o.archived_at is not null as is_archived,
          o.clock_ahead_ms, o.time_zone
        from credentials c join organizations o on o.org_id = c.org_id
        where c.id = $1 and o.deleted_at is null`,
      values: [id, caller.address, agentOf(caller.userAgent)],
    });
    const row = rows[0];
    return (
      row && {
        id: row.id,
        actor: `credential:${row.id}`,
        organizationId: row.org_id,
        permissions: new Set(row.permissions),
        isOwner: row.is_owner,
        isArchived: row.is_archived,
        clockAheadMs: Number(row.clock_ahead_ms) || undefined,
        timeZone: row.time_zone ?? undefined,
        parentId: row.parent_id ?? undefined,
        allowedAddresses: row.allowed_addresses ?? undefined,
        limits: row.limits ?? undefined,
        budgetId: row.budget_id,
        digest: row.digest,
        expiresAt: row.expires_at ? new Date(row.expires_at) : undefined,
        isRevoked: row.revoked_at !== null,
      }
    );
  };
}

export const publicCredential = publicForm('gateway.credential', gateway.Credential, {
  type: (happened: Happened) => `credential.${happened}`,
  data: (one) => one,
});

/** Revokes all credentials of an organization that is being deleted. */
export async function revokeAll(tx: Transaction): Promise<void> {
  await tx.rows(
    `update credentials set revoked_at = $2, updated_at = $2, version = version + 1
     where org_id = $1 and revoked_at is null`,
    [tx.organizationId, tx.now],
  );
}

/** Returns the organization of a credential, for an operator who has only an API key. */
export async function organizationOfCredential(
  systemPool: Pool,
  id: string | undefined,
): Promise<string | undefined> {
  const { rows } = await systemPool.query<{ org_id: string }>(
    'select org_id from credentials where id = $1',
    [id ?? null],
  );
  return rows[0]?.org_id;
}

/**
 * SQL that selects the sellers that are credentials. A credential and its predecessors are one
 * seller, which has the name of the newest credential.
 */
const sellers = `select distinct on (r.budget_id) 'credential:' || r.budget_id as key, r.name
  from credentials r where r.org_id = :org order by r.budget_id, r.created_at desc`;

const memberSellers = `select 'user:' || r.user_id as key, r.email as name
  from members r where r.org_id = :org and r.user_id is not null`;

/** Returns the names of sellers, keyed like the sellers on receipts. */
export const sellerNamesIn = (
  read: Reader,
  { withMembers, max }: { withMembers: boolean; max: number },
): Promise<{ key: string; name: string }[]> => {
  const known = withMembers ? `(${sellers}) union all ${memberSellers}` : sellers;
  return read.rows(`select key, name from (${known}) x order by key limit $2::int`, [max]);
};

/**
 * SQL that selects the credentials whose next notice is due: fourteen days before the end, three
 * days before the end, or at the end.
 */
export const expiringCredentials = `select c.org_id, c.id from credentials c
  join organizations o on o.org_id = c.org_id and o.deleted_at is null
  where c.revoked_at is null and c.warned_days is distinct from 0
    and c.expires_at <= $1::timestamptz + case
      when c.replaced_at is not null or c.warned_days = 3
        or c.expires_at - c.created_at <= interval '3 days' then interval '0'
      when c.warned_days = 14 then interval '3 days'
      when c.expires_at - c.created_at <= interval '14 days' then interval '3 days'
      else interval '14 days' end
  order by c.expires_at`;
