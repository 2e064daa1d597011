import type { common } from '@timbre/contract';
import { byIdentifier, query } from '@timbre/kit';
import { approvalList, hasStatus } from '../store/approvals';

interface Asked {
  page: common.PageRequest;
  status?: string | undefined;
  credentialId?: string | undefined;
  /** The operations that the caller may see proposed, and the caller itself. */
  visible: string[];
  seesPayroll: boolean;
}

export const listApprovals = query(
  (read, { page, status, credentialId, visible, seesPayroll }: Asked) =>
    read.page(approvalList, page, [
      ['(r.operation = any($1::text[]) or r.credential_id::text = any($1::text[]))', visible],
      ...(seesPayroll ? [] : [['r.is_payroll = $1', false] as [string, unknown]]),
      ...(status ? [[hasStatus, status] as [string, unknown]] : []),
      ...byIdentifier('r.credential_id', credentialId),
    ]),
);
