import type { OperationRow } from '../operation';
import { archiveOrganization } from './archive-organization';
import { disconnectApplication } from './disconnect-application';
import { getOrganization } from './get-organization';
import { getOrganizationWallet } from './get-organization-wallet';
import { inviteMember } from './invite-member';
import { listAccess } from './list-access';
import { listMembers } from './list-members';
import { listPermissions } from './list-permissions';
import { listRoles } from './list-roles';
import { listWalletTransactions } from './list-wallet-transactions';
import { putBranding } from './put-branding';
import { removeMember } from './remove-member';
import { restoreOrganization } from './restore-organization';
import { updateMember } from './update-member';
import { updateOrganization } from './update-organization';

export const organization = (table: () => OperationRow[]) => [
  getOrganization,
  updateOrganization,
  archiveOrganization,
  restoreOrganization,
  getOrganizationWallet,
  listWalletTransactions,
  listMembers,
  inviteMember,
  updateMember,
  removeMember,
  listAccess,
  disconnectApplication,
  listRoles,
  listPermissions(table),
  putBranding,
];
