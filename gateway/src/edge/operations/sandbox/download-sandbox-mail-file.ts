import { sandboxMailFileParams } from '@timbre/api';
import { operation } from '../operation';

export const downloadSandboxMailFile = operation({
  id: 'downloadSandboxMailFile',
  area: 'sandbox',
  method: 'GET',
  path: '/v1/sandbox/mails/{mailId}/files/{fileId}',
  summary: 'Download a file of a mail',
  description: 'The body is the file as the recipient would get it.',
  permissions: ['files:read', 'members:manage', 'employees:read'],
  environments: 'sandbox',
  isIdempotent: false,
  success: 200,
  rateClass: 'export',
  params: sandboxMailFileParams,
  fileTypes: ['application/xml', 'application/pdf'],
  call: ({ services }, { params }, context) => services.fiscalCfdi.readMailFile(params, context),
});
