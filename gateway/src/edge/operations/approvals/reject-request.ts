import { approval, approvalParams, rejectionInput } from '@timbre/api';
import { reject } from '../../../identity/operations/approve-request';
import { ofItsCaller } from '../../messages/api-key';
import { operation, type OperationRow } from '../operation';

export const rejectRequest = (all: () => OperationRow[]): OperationRow =>
  operation({
    id: 'rejectRequest',
    area: 'approvals',
    method: 'POST',
    path: '/v1/approvals/{approvalId}/reject',
    summary: 'Reject an action',
    description:
      'The credential that proposed it is told the reason when it repeats its request. Whoever rejects needs the permissions of the operation, as for its approval.',
    permissions: ['approvals:manage'],
    environments: 'both',
    isIdempotent: true,
    changesPower: false,
    success: 200,
    params: approvalParams,
    body: rejectionInput,
    response: approval,
    call: ({ own }, { params, body }, context, rejecter) =>
      reject.run(own, ofItsCaller(context), { ...params, ...body, rejecter, operations: all() }),
  });
