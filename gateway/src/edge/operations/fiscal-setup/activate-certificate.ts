import { certificate, identifier } from '@timbre/api';
import { z } from 'zod';
import { operation } from '../operation';

export const activateCertificate = operation({
  id: 'activateCertificate',
  area: 'fiscalSetup',
  method: 'POST',
  path: '/v1/fiscal/certificates/{certificateId}/activate',
  summary: 'Use a certificate to seal documents',
  description: 'The active CSD seals documents; the active FIEL signs requests to the SAT.',
  permissions: ['fiscal:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  params: z.strictObject({ certificateId: identifier }),
  response: certificate,
  call: async ({ services }, { params }, context) =>
    (await services.fiscalCfdi.activateCertificate(params, context)).body,
});
