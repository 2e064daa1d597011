import { permissions } from '@timbre/api';
import type { Credential, Principal } from '../domain/principal';
import type { CredentialLimits } from '../domain/credential-limits';

/** The creator of credentials, with the permissions that it may pass on. */
export interface Creator {
  permissions: ReadonlySet<string>;
  isOwner: boolean;
  isOperator?: true;
  /**
   * The user identifier, if the creator is a member, whose credentials end with the membership and
   * with the application through which the member acts.
   */
  userId?: string;
  grantId?: string | undefined;
  /**
   * The creating credential, if a credential makes the request; new credentials become its
   * children.
   */
  credentialId?: string | undefined;
  /** The identifier of the credential that created the creating credential. */
  parentId?: string | undefined;
  expiresAt?: Date | undefined;
  allowedAddresses?: readonly string[] | undefined;
  limits?: CredentialLimits | undefined;
}

/** The data from which a new credential is made. */
export interface Made {
  /** 32 bytes from which the secret is derived. */
  entropy: Buffer;
  creator: Creator;
}

/**
 * Returns the creator that a principal acts as when it creates credentials. If the creation was
 * approved, the creator is the proposer.
 */
export function creatorOf({ proposer, ...principal }: Principal | Credential): Creator {
  const { permissions: held, isOwner } = principal;
  const { id, actor, ...maker } = proposer ?? principal;
  if (!actor.startsWith('credential:'))
    return { permissions: held, isOwner, userId: id, grantId: principal.grantId };
  const { parentId, expiresAt, allowedAddresses, limits } = maker as Credential;
  const own = { credentialId: id, parentId, expiresAt, allowedAddresses, limits };
  return { permissions: held, isOwner, ...own };
}

/** An operator, who may run commands in the gateway's image. */
export const operator: Creator = {
  permissions: new Set(permissions),
  isOwner: true,
  isOperator: true,
};
