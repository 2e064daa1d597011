import { permissionsOf, type RoleName } from '@timbre/api';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { rememberedMs, type Principal } from '../domain/principal';

export interface Principals {
  /**
   * The principal of a user in an organization: its permissions are those of the role that the member
   * has now. Undefined unless the user is a member.
   */
  principalOf(userId: string, organizationId: string): Promise<Principal | undefined>;
  /** The organization of a user who is a member of one alone. */
  onlyOrganizationOf(userId: string): Promise<string | undefined>;
  /** Makes this gateway load the members of the organization again. */
  forget(organizationId: string): void;
}

interface Row {
  role: RoleName;
  is_archived: boolean;
}

/** Reads members; caches them for a few seconds. The organization is not bound yet: the system role reads. */
export function createPrincipals(systemPool: Pick<Pool, 'query'>): Principals {
  const remembered = new LRUCache<string, Promise<Principal | undefined>>({
    max: 10_000,
    ttl: rememberedMs,
  });
  const load = async (id: string, organizationId: string): Promise<Principal | undefined> => {
    const { rows } = await systemPool.query<Row>({
      name: 'load_member',
      text: `select m.role, o.archived_at is not null as is_archived
        from members m join organizations o on o.org_id = m.org_id and o.deleted_at is null
        where m.user_id = $1 and m.org_id = $2 and m.joined_at is not null`,
      values: [id, organizationId],
    });
    const [row] = rows;
    return (
      row && {
        id,
        organizationId,
        actor: `user:${id}`,
        isArchived: row.is_archived,
        permissions: new Set<string>(permissionsOf(row.role)),
        isOwner: row.role === 'owner',
      }
    );
  };
  const loadOnly = async (userId: string): Promise<string | undefined> => {
    const { rows } = await systemPool.query<{ org_id: string }>(
      `select m.org_id from members m join organizations o on o.org_id = m.org_id
       where m.user_id = $1 and m.joined_at is not null and o.deleted_at is null limit 2`,
      [userId],
    );
    return rows.length === 1 ? rows[0]!.org_id : undefined;
  };
  return {
    onlyOrganizationOf: loadOnly,
    principalOf(userId, organizationId) {
      const key = `${userId} ${organizationId}`;
      let found = remembered.get(key);
      if (!found) {
        found = load(userId, organizationId);
        remembered.set(key, found);
        found.catch(() => remembered.delete(key));
      }
      return found;
    },
    forget(organizationId) {
      for (const key of remembered.keys()) {
        if (key.endsWith(organizationId)) remembered.delete(key);
      }
    },
  };
}
