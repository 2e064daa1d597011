import { audit, command, replyWith, type Transaction } from '@timbre/kit';
import {
  CredentialEntity,
  credentialEvent,
  credentialResource,
  revokeFamily,
} from '../store/credentials';
import { writeToAdministrators } from '../store/letters';
import { lockOrganization } from '../store/organizations';

interface Revocation {
  credentialId: string;
  /** Whether what replaced it by a rotation ends too: whoever stole a key may have rotated it. */
  replacements?: boolean | undefined;
}

/** Revokes a credential and all that come from it; to revoke it again changes nothing. */
export const revoke = command(async (tx, request: Revocation) => {
  await endFamily(tx, request, 'revoked');
  return replyWith(credentialResource, request.credentialId);
});

/** Like `revoke`, for a key that somebody found where it should not be. */
export const expose = command(async (tx, request: Revocation) => {
  await endFamily(tx, request, 'exposed');
  return replyWith(credentialResource, request.credentialId);
});

async function endFamily(
  tx: Transaction,
  { credentialId, replacements = false }: Revocation,
  cause: 'revoked' | 'exposed',
): Promise<void> {
  await lockOrganization(tx);
  const { id, name } = await tx.get(CredentialEntity, credentialId, credentialResource.name);
  const revoked = await revokeFamily(tx, id, replacements);
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
