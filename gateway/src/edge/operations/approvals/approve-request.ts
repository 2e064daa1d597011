import { approval, approvalParams } from '@timbre/api';
import { ofItsCaller } from '../../../identity';
import { operation } from '../operation';

export const approveRequest = operation({
  id: 'approveRequest',
  area: 'approvals',
  method: 'POST',
  path: '/v1/approvals/{approvalId}/approve',
  summary: { en: 'Approve an action and do it', es: 'Aprobar una acción y realizarla' },
  description: {
    en: 'The operation runs once, with the permissions that the approver and the proposing credential share. If the operation is refused, this request gets the same refusal and the approval becomes `failed`. If the document has changed since the proposal, the answer is 409 `document_changed`. A person cannot approve an action that their own credential proposed.',
    es: 'La operación se ejecuta una vez, con los permisos que comparten quien aprueba y la credencial que la propuso. Si la operación se rechaza, esta solicitud recibe el mismo rechazo y la aprobación queda en `failed`. Si el documento cambió desde la propuesta, la respuesta es 409 `document_changed`. Una persona no puede aprobar una acción que propuso su propia credencial.',
  },
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
