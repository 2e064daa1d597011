import { permissionsOf, type Permission, type RoleName } from '@timbre/api';
import { LRUCache } from 'lru-cache';
import { conflict, Refusal } from '@timbre/kit';
import type { Pool } from 'pg';
import type { CredentialLimits } from './credential-limits';

/** The caller of a request: an API credential, or a member of the organization. */
export interface Principal {
  /** The identifier of the credential or of the user. */
  id: string;
  /** `credential:<id>` or `user:<id>`, as events, histories and the audit trail name it. */
  actor: string;
  organizationId: string;
  permissions: ReadonlySet<string>;
  /**
   * The permissions of the member's role; the access token has a part of them. A client that needs
   * another one asks for another token. Absent for a credential.
   */
  rolePermissions?: ReadonlySet<string>;
  /** The OAuth client through which a member acts. */
  clientId?: string;
  /** The grant of that client, of our own authorization server. */
  grantId?: string;
  /** Whether it may archive the organization and change its owners. */
  isOwner: boolean;
  /** Whether the organization is archived: then nothing in it changes. */
  isArchived: boolean;
  /** How far the clock of the organization is ahead; in a sandbox only. */
  clockAheadMs?: number | undefined;
  /** Limits of the credential within its permissions; absent: none. */
  limits?: CredentialLimits | undefined;
  /** The credential whose proposal this one approved: what comes of it is the proposer's, and ends with it. */
  proposer?: Credential | undefined;
  /** Names a credential together with those that it replaced: the identifier of the first one. */
  budgetId?: string;
}

/**
 * The seller on receipts and in reports; a credential that replaces another one stays the same
 * seller.
 */
export const sellerOf = ({ actor, budgetId }: Pick<Principal, 'actor' | 'budgetId'>): string =>
  budgetId === undefined ? actor : `credential:${budgetId}`;

/** An API credential. */
export interface Credential extends Principal {
  expiresAt: Date | undefined;
  /** Absent for a credential that no other one created. */
  parentId: string | undefined;
  /** Addresses and networks (CIDR) that may use it; absent: all. */
  allowedAddresses: readonly string[] | undefined;
}

/** Less than the five seconds within which a change is known at every gateway. */
export const rememberedMs = 4_000;

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

/**
 * @param isOneEnough instead of all of them
 * @throws Refusal forbidden naming the permissions that are missing
 */
export function requirePermissions(
  principal: Pick<Principal, 'permissions' | 'rolePermissions'>,
  required: readonly Permission[],
  isOneEnough = false,
): void {
  const missing = required.filter((p) => !principal.permissions.has(p));
  if (missing.length === 0 || (isOneEnough && missing.length < required.length)) return;
  const { rolePermissions } = principal;
  const isOfRole = (permission: Permission) => !rolePermissions || rolePermissions.has(permission);
  // A token with more scope has no more than its member, so its client is not told to ask for one.
  if (isOneEnough ? !missing.some(isOfRole) : !missing.every(isOfRole)) {
    throw forbidden(`Your role lacks: ${missing.join(', ')}.`, 'role_insufficient');
  }
  const lacking = rolePermissions ? 'access token' : 'credential';
  throw forbidden(`This ${lacking} lacks: ${missing.join(', ')}.`, 'insufficient_scope');
}

/**
 * Whether documents of payroll do not exist for the principal in an operation: besides the permissions of
 * the operation they need that of the payroll area.
 */
export const hidesPayroll = (
  { permissions }: Pick<Principal, 'permissions'>,
  { isIdempotent, rateClass }: { isIdempotent: boolean; rateClass?: string },
): boolean =>
  !permissions.has(isIdempotent && rateClass !== 'export' ? 'employees:manage' : 'employees:read');

/** @throws Refusal forbidden for whoever may not archive the organization or change its owners */
export function requireOwner({ isOwner }: Pick<Principal, 'isOwner'>): void {
  if (isOwner) return;
  throw forbidden('Only an owner of the organization may do this.', 'owner_only');
}

/** 403 with a stable code for its cause. */
export const forbidden = (message: string, reason: string): Refusal =>
  new Refusal('forbidden', message, { reason });

export const organizationArchived = (): Refusal =>
  conflict(
    'The organization is archived: it can be read, but nothing in it changes. Restore it first.',
    'organization_archived',
  );
