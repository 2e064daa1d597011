import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import { pickColumns, type Transaction } from '@timbre/kit';
import type { Pool } from 'pg';

/** An application that acts for a member in one organization. */
export const ConnectedApplication = defineEntity({
  name: 'ConnectedApplication',
  tableName: 'connected_applications',
  properties: {
    /** The identifier of the OAuth grant, which access tokens contain. */
    id: p.text().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    userId: p.uuid(),
    clientId: p.text(),
    clientName: p.text(),
    /**
     * The target of the redirect after the consent: the host or, for an installed application, the
     * URL scheme.
     */
    redirectHost: p.text(),
    scope: p.text(),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
  },
});

/** The data of a new application, with its scope as a list. */
export type NewApplication = Omit<
  InferEntity<typeof ConnectedApplication>,
  'organizationId' | 'createdAt' | 'scope'
> & { scope: string[] };

const client = pickColumns(ConnectedApplication, ['clientName', 'clientId', 'redirectHost'], 'a');

/** An application in the form in which lists show it. */
export interface ListedApplication {
  applicationId: string;
  email: string;
  clientName: string;
  clientId: string;
  redirectHost: string;
  permissions: string[];
  connectedAt: string;
}

/** Returns the applications of an organization, or of one of its members. */
export async function applicationsOf(
  systemPool: Pool,
  organizationId: string,
  userId: string | undefined,
): Promise<ListedApplication[]> {
  const { rows } = await systemPool.query<ListedApplication>(
    `select a.id as "applicationId", u.email, ${client}, string_to_array(a.scope, ' ') as permissions, instant(a.created_at) as "connectedAt"
     from connected_applications a join users u on u.id = a.user_id
     where a.org_id = $1 and ($2::uuid is null or a.user_id = $2) and a.expires_at > now()
     order by a.created_at desc, a.id limit 500`,
    [organizationId, userId ?? null],
  );
  return rows;
}

/** Returns the organization of a grant, if the grant's user is still a member. */
export async function organizationOfGrant(
  systemPool: Pool,
  grantId: string,
): Promise<string | undefined> {
  const { rows } = await systemPool.query<{ id: string }>({
    name: 'live_application',
    text: `select a.org_id as id from connected_applications a
      join members m on m.org_id = a.org_id and m.user_id = a.user_id and m.joined_at is not null
      join organizations o on o.org_id = a.org_id and o.deleted_at is null
      where a.id = $1 and a.expires_at > now()`,
    values: [grantId],
  });
  return rows[0]?.id;
}

export function addApplication(tx: Transaction, { scope, ...application }: NewApplication): void {
  tx.add(ConnectedApplication, { ...application, scope: scope.join(' '), createdAt: tx.now });
}

/** Whether an application is currently connected in the transaction's organization. */
export async function isConnected(tx: Transaction, id: string): Promise<boolean> {
  const sql = 'select 1 from connected_applications where org_id = $1 and id = $2';
  return (await tx.rows(sql, [tx.organizationId, id])).length > 0;
}

export interface LockedApplication {
  id: string;
  /** The member who connected the application. */
  userId: string;
  clientName: string;
}

/**
 * Returns an application of the given member, or of any member, and locks the application's row
 * until the commit.
 */
export async function lockApplication(
  tx: Transaction,
  id: string,
  userId?: string,
): Promise<LockedApplication | undefined> {
  const [found] = await tx.rows<LockedApplication>(
    `select id, user_id as "userId", client_name as "clientName" from connected_applications
     where org_id = $1 and id = $2 and ($3::uuid is null or user_id = $3) for update`,
    [tx.organizationId, id, userId ?? null],
  );
  return found;
}

/** Removes an application. A database trigger ends the application's tokens. */
export async function removeApplication(tx: Transaction, id: string): Promise<void> {
  const sql = 'delete from connected_applications where org_id = $1 and id = $2';
  await tx.rows(sql, [tx.organizationId, id]);
}
