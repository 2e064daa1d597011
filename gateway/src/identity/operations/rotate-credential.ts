import { audit, command, conflict, invalid, replyWith, type Transaction } from '@timbre/kit';
import { isWithin } from '../domain/addresses';
import { forbidden } from '../workflows/require-permissions';
import { CredentialEntity, credentialResource, moveChildren } from '../store/credentials';
import { lockOrganization } from '../store/organizations';
import { requireAuthorityOver } from '../workflows/require-authority';
import {
  addCredential,
  expiryIssues,
  outlives,
  requireRoom,
  tieOf,
} from '../workflows/add-credential';
import type { Creator, Made } from '../workflows/creator';
import { requireStanding } from '../workflows/require-standing';

interface Rotation {
  credentialId: string;
  /** The number of seconds for which the replaced API key remains valid. */
  overlapSeconds: number;
  expiresAt?: string | undefined;
}

/**
 * Replaces a credential with a new credential that has another API key and the same name,
 * permissions, addresses, limits and children. If the credential was already rotated, the rotation
 * does not change when the replaced credential ends. The possible refusals are not_found; conflict
 * (credential_revoked, credential_expired); forbidden (owner_only, permission_not_held,
 * address_not_held, limit_not_held, not_of_family); validation_error (in_the_past,
 * outlives_parent); rate_limited (creations_per_hour)
 */
export const rotate = command(async (tx, request: Rotation & Made) => {
  const { creator } = request;
  await lockOrganization(tx);
  await requireStanding(tx, creator);
  const name = credentialResource.name;
  const replaced = await tx.lock(CredentialEntity, request.credentialId, name);
  await requireMayHold(tx, creator, replaced);
  requireUsable(tx, replaced);
  const latest = await latestEnd(tx, creator, replaced);
  const issues = expiryIssues(tx, request.expiresAt, latest);
  if (issues.length) throw invalid(issues);
  await requireRoom(tx, true);
  const expiresAt = request.expiresAt
    ? new Date(request.expiresAt)
    : (replaced.expiresAt ?? undefined);
  // The response contains the new API key. Therefore the new API key must end no later than the
  // caller's credential, even if the replaced key ends later.
  if (latest && (!expiresAt || expiresAt > latest)) throw invalid([outlives(latest)]);
  // If an owner rotates a member's credential, the new credential belongs to the owner and does not
  // end with the membership. If a credential rotates itself, the new credential still ends with the
  // membership, because an application could otherwise extend its own access.
  const isKept = creator.isOwner && creator.credentialId !== replaced.id;
  const id = addCredential(tx, request.entropy, {
    name: replaced.name,
    permissions: replaced.permissions,
    isOwner: replaced.isOwner,
    ...(isKept ? await tieOf(tx, creator) : { userId: replaced.userId, grantId: replaced.grantId }),
    parentId: replaced.parentId ?? undefined,
    rotatedFrom: replaced.id,
    expiresAt,
    allowedAddresses: replaced.allowedAddresses ?? undefined,
    limits: replaced.limits ?? undefined,
    budgetId: replaced.budgetId,
  });
  await moveChildren(tx, replaced.id, { id, expiresAt });
  if (!replaced.replacedAt) endAfter(tx, replaced, request.overlapSeconds);
  audit(tx, { action: 'credential.rotated', subjectId: id, before: { credentialId: replaced.id } });
  return replyWith(credentialResource, id);
});

function endAfter(tx: Transaction, replaced: CredentialEntity, seconds: number): void {
  const end = new Date(tx.now.getTime() + seconds * 1_000);
  if (!replaced.expiresAt || replaced.expiresAt > end) replaced.expiresAt = end;
  replaced.replacedAt = tx.now;
  replaced.updatedAt = tx.now;
}

function requireUsable(tx: Transaction, { revokedAt, expiresAt }: CredentialEntity): void {
  if (revokedAt) throw conflict('This credential was revoked.', 'credential_revoked');
  if (expiresAt && expiresAt <= tx.now) {
    throw conflict('This credential has expired; create another one.', 'credential_expired');
  }
}

/**
 * Checks that the rotated credential has no more permissions and allowed addresses than the caller,
 * because the caller receives the new API key.
 */
async function requireMayHold(
  tx: Transaction,
  creator: Creator,
  replaced: CredentialEntity,
): Promise<void> {
  await requireAuthorityOver(tx, creator, replaced);
  const { allowedAddresses: held } = creator;
  if (creator.credentialId === replaced.id || !held) return;
  if (replaced.allowedAddresses?.every((network) => isWithin(network, held))) return;
  const message = 'This credential may be used from addresses from which you may not.';
  throw forbidden(message, 'address_not_held');
}

/**
 * Returns the latest permitted end of the new API key: the end of the parent or of the caller's
 * credential. As a result, an API key cannot extend its own validity.
 */
async function latestEnd(
  tx: Transaction,
  creator: Creator,
  { parentId }: CredentialEntity,
): Promise<Date | undefined> {
  const parent =
    parentId == null || parentId === creator.credentialId
      ? undefined
      : await tx.find(CredentialEntity, parentId);
  const ends = [creator.expiresAt, parent?.expiresAt ?? undefined].filter(
    (end) => end !== undefined,
  );
  return ends.sort((one, other) => one.getTime() - other.getTime())[0];
}
