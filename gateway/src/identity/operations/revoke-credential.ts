import { audit, command, conflict, replyWith, type Transaction } from '@timbre/kit';
import {
  CredentialEntity,
  credentialEvent,
  credentialResource,
  hasWayIn,
  revokeWithDescendants,
} from '../store/credentials';
import { writeToAdministrators } from '../store/mails';
import { lockOrganization } from '../store/organizations';
import { requireAuthorityOver } from '../workflows/require-authority';
import type { Creator } from '../workflows/creator';
import { requireStanding } from '../workflows/require-standing';

export interface Revocation {
  credentialId: string;
  /**
   * Whether to also revoke the credentials that replaced this credential by rotation. A thief of
   * the API key could have rotated the credential.
   */
  replacements?: boolean | undefined;
}

/**
 * Revokes a credential and its descendants. If the credential is already revoked, nothing changes.
 * The possible refusals are not_found; those of requireAuthorityOver; conflict (last_credential)
 */
export const revoke = command(async (tx, request: Revocation & { creator: Creator }) => {
  await endWithDescendants(tx, request, 'revoked');
  return replyWith(credentialResource, request.credentialId);
});

/**
 * Revokes a leaked key. An operator may revoke even the last API key of the organization this way.
 */
export const expose = command(async (tx, request: Revocation) => {
  await endWithDescendants(tx, request, 'exposed');
  return replyWith(credentialResource, request.credentialId);
});

async function endWithDescendants(
  tx: Transaction,
  { credentialId, replacements = false, creator }: Revocation & { creator?: Creator },
  cause: 'revoked' | 'exposed',
): Promise<void> {
  await lockOrganization(tx);
  if (creator) await requireStanding(tx, creator);
  const found = await tx.get(CredentialEntity, credentialId, credentialResource.name);
  const { id, name } = found;
  if (creator) await requireAuthorityOver(tx, creator, found);
  const revoked = await revokeWithDescendants(tx, id, replacements);
  if (creator && !creator.isOperator) await requireWayIn(tx, revoked);
  for (const one of revoked) {
    const happened = one.id === id ? cause : 'revoked';
    audit(tx, { action: `credential.${happened}`, subjectId: one.id });
    tx.emit(credentialEvent(happened, one, tx.now));
  }
  if (revoked.length === 0) return;
  await writeToAdministrators(tx, `credential_${cause}`, {
    name,
    count: `${revoked.length}`,
    at: tx.now.toISOString(),
  });
}

/**
 * Rejects the revocation of the last credential that can manage credentials, because then only an
 * operator could restore access to the organization.
 *
 * - last_credential: this is the last credential that can manage the others; create another one first, or
 *   rotate this one
 */
async function requireWayIn(
  tx: Transaction,
  revoked: Pick<CredentialEntity, 'permissions' | 'isOwner'>[],
): Promise<void> {
  const isOwner = revoked.some((one) => one.isOwner);
  const manages = revoked.some(({ permissions }) => permissions.includes('credentials:manage'));
  if (!(isOwner || manages) || (await hasWayIn(tx, isOwner))) return;
  throw conflict(
    `The organization would have no ${isOwner ? "owner's credential" : 'credential that manages credentials'} any more; create another one first, or rotate this one.`,
    'last_credential',
  );
}
