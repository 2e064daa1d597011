import { certificate, certificateInput } from '@timbre/api';
import { operation } from '../operation';

export const uploadCertificate = operation({
  id: 'uploadCertificate',
  area: 'fiscalSetup',
  method: 'POST',
  path: '/v1/fiscal/certificates',
  summary: 'Upload a CSD or FIEL',
  description:
    'The files from the SAT, in base64. The private key is stored encrypted and is in no answer.',
  permissions: ['fiscal:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 201,
  body: certificateInput,
  response: certificate,
  call: async ({ services }, { body }, context) =>
    (await services.fiscalCfdi.uploadCertificate(body, context)).body,
});
