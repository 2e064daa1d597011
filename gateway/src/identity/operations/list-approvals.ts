import type { common } from '@timbre/contract';
import { byIdentifier, query } from '@timbre/kit';
import { approvalList, hasStatus, isVisible, type Visibility } from '../store/approvals';

interface Asked extends Visibility {
  page: common.PageRequest;
  status?: string | undefined;
  credentialId?: string | undefined;
}

export const listApprovals = query((read, { page, status, credentialId, ...visibility }: Asked) =>
  read.page(approvalList, page, [
    ...isVisible(visibility),
    ...(status ? [[hasStatus, status] as [string, unknown]] : []),
    ...byIdentifier('r.credential_id', credentialId),
  ]),
);
