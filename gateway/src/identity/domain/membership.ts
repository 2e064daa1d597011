import type { RoleName } from '@timbre/api';

/** The membership of a user in an organization. */
export interface Membership {
  organizationId: string;
  name: string;
  role: RoleName;
}

/** An invitation that can still be accepted. */
export interface OpenInvitation {
  organizationId: string;
  memberId: string;
}
