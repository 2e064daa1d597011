import type { CredentialLimits } from './credential-limits';

/** The authenticated caller of a request: an API credential, or a member of the organization. */
export interface Principal {
  /** The identifier of the credential or of the user. */
  id: string;
  /** `credential:<id>` or `user:<id>`: the form used in events, histories and the audit trail. */
  actor: string;
  organizationId: string;
  permissions: ReadonlySet<string>;
  /**
   * The permissions of the member's role; undefined for a credential. An access token can carry
   * fewer permissions than the role. A client that needs more permissions requests another token.
   */
  rolePermissions?: ReadonlySet<string>;
  /** The OAuth client through which a member acts. */
  clientId?: string;
  /**
   * The identifier of the client's OAuth grant, if Timbre's own authorization server issued the
   * grant.
   */
  grantId?: string | undefined;
  /** Whether the caller may archive the organization and change its owners. */
  isOwner: boolean;
  /** Whether the organization is archived. An archived organization cannot be changed. */
  isArchived: boolean;
  /**
   * The number of milliseconds that the organization's clock is ahead of real time; only in a
   * sandbox.
   */
  clockAheadMs?: number | undefined;
  /** The IANA time zone of the organization; undefined until its fiscal profile is stored. */
  timeZone?: string | undefined;
  /** The credential's limits, which further restrict its permissions; undefined without limits. */
  limits?: CredentialLimits | undefined;
  /**
   * The credential that proposed the action, if this caller approved the proposal. Records that the
   * action creates belong to the proposing credential and end together with that credential.
   */
  proposer?: Credential | undefined;
  /**
   * The identifier that a credential shares with the credentials that it replaced: the identifier
   * of the oldest of these credentials.
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
  /**
   * The identifier of the credential that created this credential; undefined if no credential
   * created it.
   */
  parentId: string | undefined;
  /**
   * The addresses and CIDR networks from which the credential may be used; undefined if any address
   * is allowed.
   */
  allowedAddresses: readonly string[] | undefined;
}

/**
 * The time for which a gateway caches credentials and members, in milliseconds. The time is shorter
 * than five seconds, because every gateway must apply a change within five seconds.
 */
export const rememberedMs = 4_000;

/** A stored credential together with the digest of its secret. */
export interface StoredCredential extends Credential {
  digest: Buffer;
  isRevoked: boolean;
}

/** A credential whose actions count against its limits. */
export type Limited = Pick<Principal, 'id' | 'budgetId' | 'limits'>;

/** The network origin of a request. */
export interface Caller {
  address: string;
  userAgent: string;
}

/** Whether an operation must hide payroll documents from the principal. */
export const hidesPayroll = (
  { permissions }: Pick<Principal, 'permissions'>,
  { isIdempotent, rateClass }: { isIdempotent: boolean; rateClass?: string },
): boolean =>
  !permissions.has(isIdempotent && rateClass !== 'export' ? 'employees:manage' : 'employees:read');
