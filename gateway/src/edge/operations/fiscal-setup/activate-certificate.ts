import { certificate, identifier } from '@timbre/api';
import { z } from 'zod';
import { operation } from '../operation';

export const activateCertificate = operation({
  id: 'activateCertificate',
  area: 'fiscalSetup',
  method: 'POST',
  path: '/v1/fiscal/certificates/{certificateId}/activate',
  summary: {
    en: 'Use a certificate to seal documents',
    es: 'Usar un certificado para sellar documentos',
  },
  description: {
    en: 'The active CSD seals documents; the active FIEL signs requests to the SAT.',
    es: 'El CSD activo sella los documentos; la FIEL activa firma las solicitudes al SAT.',
  },
  permissions: ['fiscal:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  params: z.strictObject({ certificateId: identifier }),
  response: certificate,
  call: async ({ services }, { params }, context) =>
    (await services.fiscalCfdi.activateCertificate(params, context)).body,
});
