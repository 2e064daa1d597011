import { certificate, identifier } from '@timbre/api';
import { z } from 'zod';
import { operation } from '../operation';

export const getCertificate = operation({
  id: 'getCertificate',
  area: 'fiscalSetup',
  method: 'GET',
  path: '/v1/fiscal/certificates/{certificateId}',
  summary: { en: 'Get a certificate', es: 'Consultar un certificado' },
  description: {
    en: 'No answer shows the private key.',
    es: 'Ninguna respuesta muestra la llave privada.',
  },
  permissions: ['fiscal:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  params: z.strictObject({ certificateId: identifier }),
  response: certificate,
  call: async ({ services }, { params }, context) =>
    (await services.fiscalCfdi.getCertificate(params, context)).body,
});
