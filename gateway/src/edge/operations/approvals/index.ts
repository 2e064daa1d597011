import type { OperationRow } from '../operation';
import { approveRequest } from './approve-request';
import { getApproval } from './get-approval';
import { listApprovals } from './list-approvals';
import { rejectRequest } from './reject-request';

/** @param all every operation, once there are all: any action may be approved */
export const approvals = (all: () => OperationRow[]): OperationRow[] => [
  listApprovals(all),
  getApproval(all),
  approveRequest,
  rejectRequest,
];
