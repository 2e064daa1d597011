import type { credentialLimitsInput, Permission } from '@timbre/api';
import {
  audit,
  command,
  conflict,
  invalid,
  Refusal,
  replyWith,
  type Issue,
  type Transaction,
} from '@timbre/kit';
import type { z } from 'zod';
import { isWithin } from '../domain/addresses';
import { modeOf, secretDigest, writeApiKey } from '../domain/api-key';
import {
  countCredentials,
  CredentialEntity,
  credentialEvent,
  credentialResource,
} from '../store/credentials';
import { limitIssues, limitsOf, type CredentialLimits } from '../domain/credential-limits';
import { lockOrganization } from '../store/organizations';
import type { Creator } from '../workflows/creator';

export interface NewCredential {
  name: string;
  permissions: Permission[];
  expiresAt?: string | undefined;
  allowedAddresses?: string[] | undefined;
  limits?: z.output<typeof credentialLimitsInput> | undefined;
  /** 32 bytes, from which the secret is made. */
  entropy: Buffer;
  creator: Creator;
}

const credentialsMax = 50;
const creationsPerHour = 100;
const hourMs = 3_600_000;

/**
 * Creates a credential. One that another credential creates is its child: it has no more permissions
 * and addresses, no wider limits, and ends with it at the latest.
 * Refusals: validation_error (permission_not_held, in_the_past, outlives_parent, address_not_held, limit_not_held);
 * conflict (credential_limit); rate_limited (creations_per_hour); unauthenticated for a parent that was
 * revoked meanwhile
 */
export const create = command(async (tx, request: NewCredential) => {
  const { creator } = request;
  await lockOrganization(tx);
  if (creator.credentialId !== undefined) await requireUsable(tx, creator.credentialId);
  const issues = issuesOf(tx, request);
  if (issues.length) throw invalid(issues);
  await requireRoom(tx);
  const expiresAt = request.expiresAt ? new Date(request.expiresAt) : creator.expiresAt;
  const id = addCredential(tx, request.entropy, {
    name: request.name,
    permissions: [...new Set(request.permissions)],
    parentId: creator.credentialId,
    isOwner: creator.isOwner,
    ...(await tieOf(tx, creator)),
    expiresAt,
    allowedAddresses: request.allowedAddresses ?? creator.allowedAddresses,
    limits: limitsOf(request.limits, creator.limits),
  });
  const { name, permissions, limits } = request;
  audit(tx, { action: 'credential.created', subjectId: id, after: { name, permissions, limits } });
  return replyWith(credentialResource, id);
});

/** The membership and application with which a credential ends. */
export type Tie = Partial<Pick<CredentialEntity, 'userId' | 'grantId'>>;

/** A credential ends with the member or the application with which its creator ends. */
export async function tieOf(tx: Transaction, creator: Creator): Promise<Tie> {
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
    /** The identifier of the credential that it replaces. */
    budgetId?: string;
  };

/** Adds a credential and announces it. @returns its identifier */
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

/** The caller is remembered for a few seconds; what it creates must not outlive its end. */
async function requireUsable(tx: Transaction, credentialId: string): Promise<void> {
  const parent = await tx.find(CredentialEntity, credentialId);
  const isOver = parent?.expiresAt != null && parent.expiresAt <= tx.now;
  if (parent && !parent.revokedAt && !isOver) return;
  throw new Refusal('unauthenticated', 'This API key works no more.', { reason: 'invalid_token' });
}

function issuesOf(tx: Transaction, request: NewCredential): Issue[] {
  const { creator, permissions, expiresAt, allowedAddresses = [] } = request;
  const lacking = permissions.flatMap((name, index) =>
    creator.permissions.has(name) ? [] : [{
      path: ['permissions', index],
      code: 'permission_not_held',
      message: `This credential cannot grant ${name}, because it does not hold it.`,
    }],
  ); // prettier-ignore
  const held = creator.allowedAddresses;
  const outside = allowedAddresses.flatMap((network, index) =>
    held === undefined || isWithin(network, held) ? [] : [{
      path: ['allowedAddresses', index],
      code: 'address_not_held',
      message: `This credential cannot allow ${network}, because it may not be used from there.`,
    }],
  ); // prettier-ignore
  return [
    ...lacking,
    ...expiryIssues(tx, expiresAt, creator.expiresAt),
    ...outside,
    ...limitIssues(request.limits, creator.limits),
  ];
}

/** @param latest the end of what it comes from */
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

/** - outlives_parent: the credential that it comes from ends earlier */
export function outlives(latest: Date): Issue {
  const message = `The credential that it comes from ends at ${latest.toISOString()}.`;
  return { path: ['expiresAt'], code: 'outlives_parent', message };
}

/**
 * @throws Refusal conflict (credential_limit), rate_limited (creations_per_hour)
 * @param isReplacement counts only against the creations of an hour
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
