import type { OperationRow } from '../operation';
import { approveRequest } from './approve-request';
import { getApproval } from './get-approval';
import { listApprovals } from './list-approvals';
import { rejectRequest } from './reject-request';

/**
 * @param all returns every operation, and is called only once all operations are defined, because
 * any action may need approval
 */
export const approvals = (all: () => OperationRow[]): OperationRow[] => [
  listApprovals(all),
  getApproval(all),
  approveRequest,
  rejectRequest,
];
