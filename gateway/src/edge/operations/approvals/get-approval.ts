import { approval, approvalParams } from '@timbre/api';
import { operation, type OperationRow } from '../operation';
import { visibleTo } from './list-approvals';

export const getApproval = (all: () => OperationRow[]): OperationRow =>
  operation({
    id: 'getApproval',
    area: 'approvals',
    method: 'GET',
    path: '/v1/approvals/{approvalId}',
    summary: 'Get an action that waits for approval, or its outcome',
    description:
      'The credential that proposed the action needs no approvals:read. Other credentials need approvals:read and the permissions of the operation.',
    permissions: [],
    environments: 'both',
    isIdempotent: false,
    success: 200,
    params: approvalParams,
    response: approval,
    call: ({ services }, { params }, context, principal) => {
      const { permissions, id } = principal;
      const visible = permissions.has('approvals:read') ? visibleTo(principal, all()) : [id];
      const seesPayroll = permissions.has('employees:read');
      return services.identity.getApproval({ ...params, visible, seesPayroll }, context);
    },
  });
