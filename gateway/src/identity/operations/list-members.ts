import type { common } from '@timbre/contract';
import { query } from '@timbre/kit';
import { hasStatus, memberList } from '../store/members';

interface Asked {
  page: common.PageRequest;
  role?: string | undefined;
  status?: string | undefined;
}

export const listMembers = query((read, { page, role, status }: Asked) =>
  read.page(memberList, page, [
    ...(role === undefined ? [] : [['r.role = $1', role] as [string, unknown]]),
    ...(status === undefined ? [] : [[hasStatus, status] as [string, unknown]]),
  ]),
);
