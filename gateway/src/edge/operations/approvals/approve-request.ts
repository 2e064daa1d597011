import { approval, approvalParams } from '@timbre/api';
import { approve } from '../../../identity/operations/approve-request';
import { ofItsCaller } from '../../messages/api-key';
import { operation, type OperationRow } from '../operation';

export const approveRequest = (all: () => OperationRow[]): OperationRow =>
  operation({
    id: 'approveRequest',
    area: 'approvals',
    method: 'POST',
    path: '/v1/approvals/{approvalId}/approve',
    summary: 'Approve an action and do it',
    description:
      'The operation runs once, with the permissions that both the approver and the one who proposed it hold. If it is refused, so is this, and the approval is `failed`. A document that has changed since is 409 `document_changed`. Nobody approves what his own credential proposed.',
    permissions: ['approvals:manage'],
    environments: 'both',
    isIdempotent: true,
    changesPower: false,
    success: 200,
    params: approvalParams,
    response: approval,
    errors: ['payment_required', 'recovery_required'],
    call: (backend, { params }, context, approver) =>
      approve.run(backend.own, ofItsCaller(context), {
        ...params,
        approver,
        parts: { operations: all(), backend },
      }),
  });
