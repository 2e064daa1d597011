import { identifier } from '@timbre/api';
import { z } from 'zod';
import { operation } from '../operation';

export const deleteCertificate = operation({
  id: 'deleteCertificate',
  area: 'fiscalSetup',
  method: 'DELETE',
  path: '/v1/fiscal/certificates/{certificateId}',
  summary: { en: 'Delete a certificate and its key', es: 'Borrar un certificado y su llave' },
  description: {
    en: 'Documents that it sealed stay valid.',
    es: 'Los documentos que selló siguen siendo válidos.',
  },
  permissions: ['fiscal:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  params: z.strictObject({ certificateId: identifier }),
  response: z.strictObject({ certificateId: z.string().min(1), deleted: z.literal(true) }),
  call: async ({ services }, { params }, context) =>
    (await services.fiscalCfdi.deleteCertificate(params, context)).body,
});
