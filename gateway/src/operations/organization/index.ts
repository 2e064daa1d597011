import type { OperationRow } from '../operation';
import { getOrganization } from './get-organization';
import { listPermissions } from './list-permissions';

export const organization = (table: () => OperationRow[]) => [
  getOrganization,
  listPermissions(table),
];
