import type { credentialLimitsInput, Permission } from '@timbre/api';
import { audit, command, invalid, replyWith, type Issue, type Transaction } from '@timbre/kit';
import type { z } from 'zod';
import { isWithin } from '../domain/addresses';
import { limitIssues, limitsOf } from '../domain/credential-limits';
import { credentialResource } from '../store/credentials';
import { lockOrganization } from '../store/organizations';
import { addCredential, expiryIssues, requireRoom, tieOf } from '../workflows/add-credential';
import type { Made } from '../workflows/creator';
import { requireStanding } from '../workflows/require-standing';

export interface NewCredential {
  name: string;
  permissions: Permission[];
  expiresAt?: string | undefined;
  allowedAddresses?: string[] | undefined;
  limits?: z.output<typeof credentialLimitsInput> | undefined;
}

/**
 * Creates a credential. If a credential makes the request, that credential becomes the parent of
 * the new credential. The new credential cannot have more permissions, more addresses or wider
 * limits than its parent, and ends no later than the parent. The possible refusals are
 * validation_error (permission_not_held, in_the_past, outlives_parent, address_not_held,
 * limit_not_held); conflict (credential_limit); rate_limited (creations_per_hour); unauthenticated
 * if the creator's access has just ended
 */
export const create = command(async (tx, request: NewCredential & Made) => {
  const { creator } = request;
  await lockOrganization(tx);
  await requireStanding(tx, creator);
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

/**
 * - address_not_held: a credential cannot create or change a credential that may be used from addresses where
 *   it may not be used itself
 */
function issuesOf(tx: Transaction, request: NewCredential & Made): Issue[] {
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
