import { approval, approvalParams } from '@timbre/api';
import { ofItsCaller } from '../../../identity';
import { operation } from '../operation';

export const approveRequest = operation({
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
  call: ({ services }, { params }, context, approver) =>
    services.identity.approve({ ...params, approver }, ofItsCaller(context)),
});
