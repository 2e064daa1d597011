import { documentParams, documentRef } from '@timbre/api';
import { z } from 'zod';
import { operation } from '../operation';

export const deleteWithholding = operation({
  id: 'deleteWithholding',
  area: 'withholdings',
  method: 'DELETE',
  path: '/v1/withholdings/{documentRef}',
  summary: { en: 'Delete a withholding draft', es: 'Borrar un borrador de retenciones' },
  description: {
    en: 'Only a draft can be deleted; a valid document is canceled.',
    es: 'Solo se puede borrar un borrador; un documento vigente se cancela.',
  },
  permissions: ['withholdings:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  params: documentParams,
  response: z.strictObject({ documentRef: documentRef('withholding'), deleted: z.literal(true) }),
  errors: ['recovery_required'],
  call: async ({ services }, { params }, context) =>
    (await services.fiscalCfdi.deleteWithholding(params, context)).body,
});
