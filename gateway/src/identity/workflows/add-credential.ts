import { conflict, Refusal, type Issue, type Transaction } from '@timbre/kit';
import { modeOf, secretDigest, writeApiKey } from '../domain/api-key';
import type { CredentialLimits } from '../domain/credential-limits';
import { countCredentials, CredentialEntity, credentialEvent } from '../store/credentials';
import type { Maker } from './require-standing';

const credentialsMax = 50;
const creationsPerHour = 100;
const hourMs = 3_600_000;

/** The membership and the application whose end also ends a credential. */
export type Tie = Partial<Pick<CredentialEntity, 'userId' | 'grantId'>>;

/**
 * Returns the member and the application of the creator, whose end also ends the new credential.
 */
export async function tieOf(tx: Transaction, creator: Maker): Promise<Tie> {
  if (creator.credentialId === undefined)
    return { userId: creator.userId, grantId: creator.grantId };
  const own = await tx.find(CredentialEntity, creator.credentialId);
  return { userId: own?.userId, grantId: own?.grantId };
}

type Added = Pick<CredentialEntity, 'name' | 'permissions' | 'isOwner'> &
  Tie & {
    parentId?: string | undefined;
    rotatedFrom?: string | undefined;
    expiresAt: Date | undefined;
    allowedAddresses: readonly string[] | undefined;
    limits: CredentialLimits | undefined;
    /** The budget identifier of the replaced credential. */
    budgetId?: string;
  };

/**
 * Adds a credential and publishes an event.
 * @returns its identifier
 */
export function addCredential(tx: Transaction, entropy: Buffer, added: Added): string {
  const id = tx.newId();
  const key = writeApiKey(modeOf(tx.context.environment), id, entropy);
  tx.add(CredentialEntity, {
    id,
    version: 1,
    digest: secretDigest(key.secret),
    createdBy: tx.context.actor,
    createdAt: tx.now,
    updatedAt: tx.now,
    ...added,
    budgetId: added.budgetId ?? id,
  });
  const happened = added.rotatedFrom === undefined ? 'created' : 'rotated';
  tx.emit(credentialEvent(happened, { id, version: 1, ...added }, tx.now));
  return id;
}

/** @param latest is the end of the parent; the new credential must not end later than the parent */
export function expiryIssues(
  tx: Transaction,
  expiresAt: string | undefined,
  latest: Date | undefined,
): Issue[] {
  if (expiresAt === undefined) return [];
  const path = ['expiresAt'];
  if (new Date(expiresAt) <= tx.now) {
    return [{ path, code: 'in_the_past', message: 'expiresAt is in the past.' }];
  }
  return !latest || new Date(expiresAt) <= latest ? [] : [outlives(latest)];
}

/**
 * - outlives_parent: the new credential would expire later than the credential that creates it
 */
export function outlives(latest: Date): Issue {
  const message = `The credential that it comes from ends at ${latest.toISOString()}.`;
  return { path: ['expiresAt'], code: 'outlives_parent', message };
}

/**
 * - credential_limit: the organization has too many active credentials; revoke one first
 * - creations_per_hour: the organization has created too many credentials within an hour; try again later
 * @throws Refusal conflict (credential_limit), rate_limited (creations_per_hour)
 * @param isReplacement states whether the credential replaces another one, in which case only the
 * limit of creations per hour applies
 */
export async function requireRoom(tx: Transaction, isReplacement = false): Promise<void> {
  const since = new Date(tx.now.getTime() - hourMs);
  const { active, recent } = await countCredentials(tx, since);
  if (active >= credentialsMax && !isReplacement) {
    throw conflict(
      `An organization has at most ${credentialsMax} active credentials; revoke one first.`,
      'credential_limit',
    );
  }
  if (recent < creationsPerHour) return;
  throw new Refusal(
    'rate_limited',
    `An organization creates at most ${creationsPerHour} credentials an hour.`,
    { retryable: true, retryAfterSeconds: hourMs / 1_000, reason: 'creations_per_hour' },
  );
}
