import type { Transaction } from '@timbre/kit';
import { forbidden, requireOwner } from './require-permissions';
import { isWithinLimits } from '../domain/credential-limits';
import { listWithDescendants, type CredentialEntity } from '../store/credentials';
import type { Creator } from './creator';

/**
 * Checks that a caller may replace or revoke a credential: the caller must have at least the
 * credential's permissions. A caller may always replace or revoke its own credential. The possible
 * refusals are forbidden (owner_only, permission_not_held, limit_not_held, not_of_family)
 *
 * - not_of_family: a credential that another credential created may change only itself and the credentials
 *   that it created
 */
export async function requireAuthorityOver(
  tx: Transaction,
  creator: Creator,
  { id, isOwner, permissions, limits }: CredentialEntity,
): Promise<void> {
  if (creator.credentialId === id) return;
  if (isOwner) requireOwner(creator);
  const missing = permissions.filter((name) => !creator.permissions.has(name));
  if (missing.length) {
    const message = `This credential has permissions that you lack: ${missing.join(', ')}.`;
    throw forbidden(message, 'permission_not_held');
  }
  if (!isWithinLimits(limits ?? undefined, creator.limits)) {
    throw forbidden('This credential may do more than your limits allow.', 'limit_not_held');
  }
  // Without this rule, a child credential could replace or revoke a key that is not a descendant of
  // its parent.
  if (creator.credentialId === undefined || creator.parentId === undefined) return;
  if ((await listWithDescendants(tx, creator.credentialId)).includes(id)) return;
  throw forbidden(
    'A credential that another one created changes itself and what comes from it.',
    'not_of_family',
  );
}
