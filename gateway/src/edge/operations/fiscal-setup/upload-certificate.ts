import { certificate, certificateInput } from '@timbre/api';
import { operation } from '../operation';

export const uploadCertificate = operation({
  id: 'uploadCertificate',
  area: 'fiscalSetup',
  method: 'POST',
  path: '/v1/fiscal/certificates',
  summary: { en: 'Upload a CSD or FIEL', es: 'Cargar un CSD o una FIEL' },
  description: {
    en: 'The files from the SAT, in base64. The private key is stored encrypted and is in no answer.',
    es: 'Los archivos del SAT, en base64. La llave privada se guarda cifrada y no aparece en ninguna respuesta.',
  },
  permissions: ['fiscal:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 201,
  body: certificateInput,
  response: certificate,
  call: async ({ services }, { body }, context) =>
    (await services.fiscalCfdi.uploadCertificate(body, context)).body,
});
