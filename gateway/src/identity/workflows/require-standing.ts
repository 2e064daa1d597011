import { Refusal, type Transaction } from '@timbre/kit';
import { isConnected } from '../store/connected-applications';
import { CredentialEntity } from '../store/credentials';
import { isMember } from '../store/members';
import type { Creator } from './creator';

/**
 * The member, application and credential on whose behalf a caller acts. An operator has no member,
 * application or credential.
 */
export type Maker = Pick<Creator, 'userId' | 'grantId' | 'credentialId'>;

/** Parses the maker from an actor, `user:<id>` or `credential:<id>`. */
export function makerOf(actor: string, grantId: string | undefined): Maker {
  const [kind, id = ''] = actor.split(':');
  return kind === 'user'
    ? { userId: id, grantId }
    : kind === 'credential'
      ? { credentialId: id }
      : {};
}

/**
 * Checks again that the caller still has access, before a key or an invitation is created. Code
 * that calls this function must have locked the organization. Gateways cache callers for a few
 * seconds, so a removed member could otherwise create access that outlasts the membership.
 *
 * - invalid_token: the API key is no longer valid
 * @throws Refusal unauthenticated (invalid_token)
 */
export async function requireStanding(tx: Transaction, maker: Maker): Promise<void> {
  const { userId, grantId, credentialId } = maker;
  if (userId !== undefined && !(await isMember(tx, userId))) throw ended();
  if (grantId !== undefined && !(await isConnected(tx, grantId))) throw ended();
  if (credentialId === undefined) return;
  const own = await tx.find(CredentialEntity, credentialId);
  const isOver = own?.expiresAt != null && own.expiresAt <= tx.now;
  if (!own || own.revokedAt || isOver) throw ended();
}

const ended = () =>
  new Refusal('unauthenticated', 'This access has ended.', { reason: 'invalid_token' });
