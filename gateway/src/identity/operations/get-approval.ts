import { nilUuid, query } from '@timbre/kit';
import { approvalResource, visibleApproval, type Visibility } from '../store/approvals';

interface Asked extends Visibility {
  approvalId: string;
}

/** @throws Refusal not_found, also for an approval that the caller may not see */
export const getApproval = query(async (read, { approvalId, ...visibility }: Asked) => {
  const found = await visibleApproval(read, approvalId, visibility);
  return read.resource(approvalResource, found ?? nilUuid);
});
