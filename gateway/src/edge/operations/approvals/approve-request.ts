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
    'The operation runs once, with the permissions that the approver and the proposing credential share. If the operation is refused, this request gets the same refusal and the approval becomes `failed`. If the document has changed since the proposal, the answer is 409 `document_changed`. A person cannot approve an action that their own credential proposed.',
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
