import { approval, approvalParams, rejectionInput } from '@timbre/api';
import { ofItsCaller } from '../../../identity';
import { operation } from '../operation';

export const rejectRequest = operation({
  id: 'rejectRequest',
  area: 'approvals',
  method: 'POST',
  path: '/v1/approvals/{approvalId}/reject',
  summary: { en: 'Reject an action', es: 'Rechazar una acción' },
  description: {
    en: 'The credential that proposed the action gets the reason when it repeats its request. The caller needs the operation’s permissions, as for an approval.',
    es: 'La credencial que propuso la acción recibe el motivo cuando repite su solicitud. Quien llama necesita los permisos de la operación, igual que para aprobar.',
  },
  permissions: ['approvals:manage'],
  environments: 'both',
  isIdempotent: true,
  changesPower: false,
  success: 200,
  params: approvalParams,
  body: rejectionInput,
  response: approval,
  call: ({ services }, { params, body }, context, rejecter) =>
    services.identity.reject({ ...params, ...body, rejecter }, ofItsCaller(context)),
});
