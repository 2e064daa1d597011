import type { RoleName } from '@timbre/api';

/** An organization that a user is a member of. */
export interface Membership {
  organizationId: string;
  name: string;
  role: RoleName;
}

/** An invitation that can be accepted. */
export interface OpenInvitation {
  organizationId: string;
  memberId: string;
}
