import { sandboxCertificate, sandboxCertificateInput } from '@timbre/api';
import { operation } from '../operation';

export const createSandboxCertificate = operation({
  id: 'createSandboxCertificate',
  area: 'sandbox',
  method: 'POST',
  path: '/v1/sandbox/certificates',
  summary: {
    en: 'Create a test CSD or FIEL for an RFC',
    es: 'Crear un CSD o una FIEL de prueba para un RFC',
  },
  description: {
    en: 'The certificate is for an RFC of your choice, to try the sandbox without a certificate of the SAT.',
    es: 'El certificado es para el RFC que se elija, para probar el sandbox sin un certificado del SAT.',
  },
  permissions: ['fiscal:manage'],
  environments: 'sandbox',
  isIdempotent: true,
  success: 201,
  body: sandboxCertificateInput,
  response: sandboxCertificate,
  call: async ({ services }, { body }, context) =>
    (await services.fiscalCfdi.createSandboxCertificate(body, context)).body,
});
