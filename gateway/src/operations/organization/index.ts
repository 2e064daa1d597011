import type { OperationRow } from '../operation';
import { getOrganization } from './get-organization';
import { getOrganizationWallet } from './get-organization-wallet';
import { listPermissions } from './list-permissions';
import { listWalletTransactions } from './list-wallet-transactions';
import { putBranding } from './put-branding';

export const organization = (table: () => OperationRow[]) => [
  getOrganization,
  getOrganizationWallet,
  listWalletTransactions,
  listPermissions(table),
  putBranding,
];
