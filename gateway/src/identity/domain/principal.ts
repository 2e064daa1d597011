import type { CredentialLimits } from './credential-limits';

/** The caller of a request: an API credential, or a member of the organization. */
export interface Principal {
  /** The identifier of the credential or of the user. */
  id: string;
  /** `credential:<id>` or `user:<id>`, the form in events, histories and the audit trail. */
  actor: string;
  organizationId: string;
  permissions: ReadonlySet<string>;
  /**
   * The permissions of the member's role; absent for a credential. An access token can have fewer
   * permissions. A client that needs more requests another token.
   */
  rolePermissions?: ReadonlySet<string>;
  /** The OAuth client through which a member acts. */
  clientId?: string;
  /** The grant of that client, if Timbre's own authorization server issued it. */
  grantId?: string | undefined;
  /** Whether the caller may archive the organization and change its owners. */
  isOwner: boolean;
  /** Whether the organization is archived. An archived organization cannot be changed. */
  isArchived: boolean;
  /** How far the organization's clock is advanced; only in a sandbox. */
  clockAheadMs?: number | undefined;
  /** The IANA time zone of the organization; absent before its fiscal profile is known. */
  timeZone?: string | undefined;
  /** The limits of the credential within its permissions; absent without limits. */
  limits?: CredentialLimits | undefined;
  /**
   * The credential whose proposal this caller approved. What the action creates belongs to the
   * proposing credential and ends with it.
   */
  proposer?: Credential | undefined;
  /**
   * Identifies a credential together with the credentials that it replaced: the identifier of the
   * first of them.
   */
  budgetId?: string;
}

/**
 * Returns the seller that receipts and reports show. A credential that replaces another credential
 * counts as the same seller.
 */
export const sellerOf = ({ actor, budgetId }: Pick<Principal, 'actor' | 'budgetId'>): string =>
  budgetId === undefined ? actor : `credential:${budgetId}`;

/** An API credential. */
export interface Credential extends Principal {
  expiresAt: Date | undefined;
  /** The credential that created this one; absent if none did. */
  parentId: string | undefined;
  /**
   * The addresses and networks (CIDR) from which the credential may be used; absent if it may be
   * used from anywhere.
   */
  allowedAddresses: readonly string[] | undefined;
}

/**
 * The time for which a gateway caches credentials and members, in milliseconds. It is shorter than
 * five seconds, because a change must have effect at every gateway within five seconds.
 */
export const rememberedMs = 4_000;

/** A stored credential with the digest of its secret. */
export interface StoredCredential extends Credential {
  digest: Buffer;
  isRevoked: boolean;
}

/** A credential whose actions count against its limits. */
export type Limited = Pick<Principal, 'id' | 'budgetId' | 'limits'>;

/** The origin of a request. */
export interface Caller {
  address: string;
  userAgent: string;
}

/**
 * Whether an operation hides payroll documents from the principal, because these require the
 * permission of the payroll area in addition to the permissions of the operation.
 */
export const hidesPayroll = (
  { permissions }: Pick<Principal, 'permissions'>,
  { isIdempotent, rateClass }: { isIdempotent: boolean; rateClass?: string },
): boolean =>
  !permissions.has(isIdempotent && rateClass !== 'export' ? 'employees:manage' : 'employees:read');
