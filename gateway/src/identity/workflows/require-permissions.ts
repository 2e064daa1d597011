import type { Permission } from '@timbre/api';
import { conflict, Refusal } from '@timbre/kit';
import type { Principal } from '../domain/principal';

/**
 * - role_insufficient: your role lacks a permission; the message names it
 * - insufficient_scope: the key or the token lacks a permission; the message names it
 * @param isOneEnough states whether having one of the permissions is enough
 * @throws Refusal forbidden that names the missing permissions
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
  // If the member's role lacks the permission, a token with a wider scope would not help. The
  // refusal then does not advise the client to request a wider scope.
  if (isOneEnough ? !missing.some(isOfRole) : !missing.every(isOfRole)) {
    throw forbidden(`Your role lacks: ${missing.join(', ')}.`, 'role_insufficient');
  }
  const lacking = rolePermissions ? 'access token' : 'credential';
  throw forbidden(`This ${lacking} lacks: ${missing.join(', ')}.`, 'insufficient_scope');
}

/**
 * @throws Refusal forbidden for a caller who may not archive the organization or change its owners
 */
export function requireOwner({ isOwner }: Pick<Principal, 'isOwner'>): void {
  if (isOwner) return;
  throw forbidden('Only an owner of the organization may do this.', 'owner_only');
}

/** Returns a refusal with status 403 and a stable code for the cause. */
export const forbidden = (message: string, reason: string): Refusal =>
  new Refusal('forbidden', message, { reason });

export const organizationArchived = (): Refusal =>
  conflict(
    'The organization is archived: it can be read, but nothing in it changes. Restore it first.',
    'organization_archived',
  );
