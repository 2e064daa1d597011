import { permissionsOf } from '@timbre/api';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { rememberedMs, type Principal } from '../domain/principal';
import { firstOrganizationsOf, roleOf } from '../store/members';

export interface Principals {
  /**
   * Returns the principal of a user in an organization, with the permissions of the member's
   * current role. The result is undefined if the user is not a member.
   */
  principalOf(userId: string, organizationId: string): Promise<Principal | undefined>;
  /** Returns the organization of a user who is a member of exactly one organization. */
  onlyOrganizationOf(userId: string): Promise<string | undefined>;
  /** Makes this gateway reload the organization's members. */
  forget(organizationId: string): void;
}

/**
 * Creates the reader of members, which caches them for a few seconds. The reader uses the system
 * role, because no organization is set in the context yet.
 */
export function createPrincipals(systemPool: Pick<Pool, 'query'>): Principals {
  const remembered = new LRUCache<string, Promise<Principal | undefined>>({
    max: 10_000,
    ttl: rememberedMs,
  });
  const load = async (id: string, organizationId: string): Promise<Principal | undefined> => {
    const member = await roleOf(systemPool, id, organizationId);
    return (
      member && {
        id,
        organizationId,
        actor: `user:${id}`,
        isArchived: member.isArchived,
        timeZone: member.timeZone ?? undefined,
        permissions: new Set<string>(permissionsOf(member.role)),
        isOwner: member.role === 'owner',
      }
    );
  };
  const loadOnly = async (userId: string): Promise<string | undefined> => {
    const organizations = await firstOrganizationsOf(systemPool, userId);
    return organizations.length === 1 ? organizations[0] : undefined;
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
