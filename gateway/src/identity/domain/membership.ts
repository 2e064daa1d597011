import type { RoleName } from '@timbre/api';

/** An organization that has the user as a member. */
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
