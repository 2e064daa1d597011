import { documentParams, documentRef } from '@timbre/api';
import { z } from 'zod';
import { operation } from '../operation';

export const deleteCfdi = operation({
  id: 'deleteCfdi',
  area: 'cfdi',
  method: 'DELETE',
  path: '/v1/cfdi/{documentRef}',
  summary: { en: 'Delete a CFDI draft', es: 'Borrar un borrador de CFDI' },
  description: {
    en: 'Only a draft can be deleted; a valid CFDI is canceled.',
    es: 'Solo se puede borrar un borrador; un CFDI vigente se cancela.',
  },
  permissions: ['invoices:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  params: documentParams,
  response: z.strictObject({ documentRef: documentRef('cfdi'), deleted: z.literal(true) }),
  errors: ['recovery_required'],
  call: async ({ services }, { params }, context) =>
    (await services.fiscalCfdi.deleteCfdi(params, context)).body,
});
