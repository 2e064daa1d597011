import type { CredentialLimits } from './credential-limits';

/** The caller of a request: an API credential, or a member of the organization. */
export interface Principal {
  /** The identifier of the credential or of the user. */
  id: string;
  /** `credential:<id>` or `user:<id>`, as events, histories and the audit trail name it. */
  actor: string;
  organizationId: string;
  permissions: ReadonlySet<string>;
  /**
   * The permissions of the member's role; the access token has a part of them. A client that needs
   * another one asks for another token. Absent for a credential.
   */
  rolePermissions?: ReadonlySet<string>;
  /** The OAuth client through which a member acts. */
  clientId?: string;
  /** The grant of that client, of our own authorization server. */
  grantId?: string;
  /** Whether it may archive the organization and change its owners. */
  isOwner: boolean;
  /** Whether the organization is archived: then nothing in it changes. */
  isArchived: boolean;
  /** How far the clock of the organization is ahead; in a sandbox only. */
  clockAheadMs?: number | undefined;
  /** The IANA zone of the organization's days; absent until its fiscal profile is known. */
  timeZone?: string | undefined;
  /** Limits of the credential within its permissions; absent: none. */
  limits?: CredentialLimits | undefined;
  /**
   * The credential whose proposal this one approved: the result belongs to the proposer, and ends with it.
   */
  proposer?: Credential | undefined;
  /** Names a credential together with its predecessors: the identifier of the first one. */
  budgetId?: string;
}

/**
 * The seller on receipts and in reports; a credential that replaces another one stays the same
 * seller.
 */
export const sellerOf = ({ actor, budgetId }: Pick<Principal, 'actor' | 'budgetId'>): string =>
  budgetId === undefined ? actor : `credential:${budgetId}`;

/** An API credential. */
export interface Credential extends Principal {
  expiresAt: Date | undefined;
  /** Absent for a credential that no other one created. */
  parentId: string | undefined;
  /** Addresses and networks (CIDR) that may use it; absent: all. */
  allowedAddresses: readonly string[] | undefined;
}

/** Less than the five seconds within which a change is known at every gateway. */
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
 * Whether documents of payroll do not exist for the principal in an operation: besides the permissions of
 * the operation they need that of the payroll area.
 */
export const hidesPayroll = (
  { permissions }: Pick<Principal, 'permissions'>,
  { isIdempotent, rateClass }: { isIdempotent: boolean; rateClass?: string },
): boolean =>
  !permissions.has(isIdempotent && rateClass !== 'export' ? 'employees:manage' : 'employees:read');
