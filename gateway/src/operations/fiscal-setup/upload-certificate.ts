import { certificate, certificateInput } from '@timbre/api';
import { operation } from '../operation';

export const uploadCertificate = operation({
  id: 'uploadCertificate',
  area: 'fiscalSetup',
  method: 'POST',
  path: '/v1/fiscal/certificates',
  summary: 'Upload a CSD or FIEL',
  description:
    'Files as the SAT gives them, in base64. The private key is kept encrypted and never answered.',
  permissions: ['fiscal:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 201,
  body: certificateInput,
  response: certificate,
  call: async ({ services }, { body }, context) =>
    (await services.fiscalCfdi.uploadCertificate(body, context)).body,
});
