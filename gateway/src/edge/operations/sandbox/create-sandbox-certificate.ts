import { sandboxCertificate, sandboxCertificateInput } from '@timbre/api';
import { operation } from '../operation';

export const createSandboxCertificate = operation({
  id: 'createSandboxCertificate',
  area: 'sandbox',
  method: 'POST',
  path: '/v1/sandbox/certificates',
  summary: 'Create a test CSD or FIEL for an RFC',
  description:
    'The certificate is for an RFC of your choice, to try the sandbox without a certificate of the SAT.',
  permissions: ['fiscal:manage'],
  environments: 'sandbox',
  isIdempotent: true,
  success: 201,
  body: sandboxCertificateInput,
  response: sandboxCertificate,
  call: async ({ services }, { body }, context) =>
    (await services.fiscalCfdi.createSandboxCertificate(body, context)).body,
});
