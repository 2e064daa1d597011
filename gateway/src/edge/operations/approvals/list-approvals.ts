import { approval, approvalFilters } from '@timbre/api';
import { byIdentifier, query } from '@timbre/kit';
import type { z } from 'zod';
import type { Principal } from '../../../identity/domain/principal';
import { proposedAct } from '../../acts/power';
import { pageRequest } from '../../messages/page';
import { approvalList, hasStatus } from '../../../identity/store/approvals';
import { operation, type OperationRow } from '../operation';

interface Asked {
  page: z.output<typeof approvalFilters>;
  /** Operations, and the caller itself. */
  visible: string[];
  seesPayroll: boolean;
}

const readApprovals = query((read, { page, visible, seesPayroll }: Asked) => {
  const { status, credentialId, ...common } = page;
  return read.page(approvalList, pageRequest(common), [
    ['(r.operation = any($1::text[]) or r.credential_id::text = any($1::text[]))', visible],
    ...(seesPayroll ? [] : [['r.is_payroll = $1', false] as [string, unknown]]),
    ...(status ? [[hasStatus, status] as [string, unknown]] : []),
    ...byIdentifier('r.credential_id', credentialId),
  ]);
});

/** The caller sees proposals of actions that it may do itself, and its own proposals. */
const visibleTo = ({ permissions, id }: Principal, all: OperationRow[]): string[] => [
  ...all
    .filter((row) => {
      const held = row.permissions.filter((name) => permissions.has(name));
      const isHeld = row.isOnePermissionEnough
        ? held.length > 0
        : held.length === row.permissions.length;
      return isHeld && proposedAct(row);
    })
    .map((row) => row.id),
  id,
];

export const listApprovals = (all: () => OperationRow[]): OperationRow =>
  operation({
    id: 'listApprovals',
    area: 'approvals',
    method: 'GET',
    path: '/v1/approvals',
    summary: 'List what waits for approval',
    description:
      'Acts that credentials with requiresApproval have proposed, newest first, and what became of them. Shown are those that the caller may do itself, and its own.',
    permissions: ['approvals:read'],
    environments: 'both',
    isIdempotent: false,
    success: 200,
    query: approvalFilters,
    response: approval,
    isList: true,
    call: ({ own }, { query: page }, context, principal) =>
      readApprovals.run(own, context, {
        page,
        visible: visibleTo(principal, all()),
        seesPayroll: principal.permissions.has('employees:read'),
      }),
  });
