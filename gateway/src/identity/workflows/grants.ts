import { permissionsOf, type RoleName } from '@timbre/api';
import { invalid } from '@timbre/kit';
import type { Principal } from '../domain/principal';
import { forbidden, requireOwner } from './require-permissions';

/**
 * The caller who changes members. The caller can only assign or remove permissions that the caller
 * has.
 */
export type Granter = Pick<Principal, 'actor' | 'grantId' | 'permissions' | 'isOwner' | 'limits'>;

/**
 * @throws Refusal validation_error (permission_not_held) for a role with a permission that the
 * granter lacks; forbidden (owner_only) for the owner role; forbidden (limit_not_held) for a
 * credential with limits
 */
export function requireGrantable(granter: Granter, role: RoleName): void {
  if (granter.limits) {
    const message = 'This credential has limits and a member has none; ask a person to do it.';
    throw forbidden(message, 'limit_not_held');
  }
  if (role === 'owner') requireOwner(granter);
  const missing = missingOf(granter, role);
  if (missing.length === 0) return;
  const message = `You cannot give the role ${role}, because you lack: ${missing.join(', ')}.`;
  throw invalid([{ path: ['role'], code: 'permission_not_held', message }]);
}

/**
 * @throws Refusal forbidden (owner_only, permission_not_held) for a member with more permissions
 * than the granter
 */
export function requireAbove(granter: Granter, role: RoleName): void {
  if (role === 'owner') requireOwner(granter);
  const missing = missingOf(granter, role);
  if (missing.length === 0) return;
  throw forbidden(
    `This member has permissions that you lack: ${missing.join(', ')}.`,
    'permission_not_held',
  );
}

const missingOf = ({ permissions }: Granter, role: RoleName): string[] =>
  permissionsOf(role).filter((name) => !permissions.has(name));
