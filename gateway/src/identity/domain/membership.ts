import type { RoleName } from '@timbre/api';

/** The membership of a user in an organization. */
export interface Membership {
  organizationId: string;
  name: string;
  memberId: string;
  role: RoleName;
  /** Whether a member can give consent in this organization only with a second factor. */
  demandsSecondFactor: boolean;
}

/** An invitation that can still be accepted. */
export interface OpenInvitation {
  organizationId: string;
  memberId: string;
}
