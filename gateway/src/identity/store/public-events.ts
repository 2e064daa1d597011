import { publicBodies } from '@timbre/api';
import { endedAccess } from './access';
import { publicApproval } from './approvals';
import { publicCredential } from './credentials';
import { publicMember } from './members';
import { publicClock, publicOrganization } from './organizations';

/** The public payloads of all gateway events. */
export const publicBody = publicBodies([
  publicOrganization,
  publicClock,
  publicMember,
  publicCredential,
  publicApproval,
  endedAccess,
]);
