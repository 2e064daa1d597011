import { documentLink, sandboxMailFileParams } from '@timbre/api';
import { z } from 'zod';
import { operation } from '../operation';

export const downloadSandboxMailFile = operation({
  id: 'downloadSandboxMailFile',
  area: 'sandbox',
  method: 'GET',
  path: '/v1/sandbox/mails/{mailId}/files/{fileId}',
  summary: { en: 'Download a file of a mail', es: 'Descargar un archivo de un correo' },
  description: {
    en: 'The body is the file as the recipient would get it; with `as=link` it has a link to the file, which needs no key and is valid for 15 minutes.',
    es: 'El cuerpo es el archivo como lo recibiría el destinatario; con `as=link` lleva un enlace al archivo, que no requiere llave y sirve 15 minutos.',
  },
  permissions: ['files:read', 'members:manage', 'employees:read'],
  environments: 'sandbox',
  isIdempotent: false,
  success: 200,
  rateClass: 'export',
  params: sandboxMailFileParams,
  query: z.strictObject({ as: z.literal('link').optional() }),
  response: documentLink,
  fileTypes: ['application/xml', 'application/pdf'],
  call: async ({ services, link }, { params, query }, context) => {
    // The file is read even if only a link is requested, so that no link points to a missing file.
    const file = await services.fiscalCfdi.readMailFile(params, context);
    if (query.as !== 'link') return file;
    const { organizationId } = context;
    const { mailId, fileId: id } = params;
    const data = link({ kind: 'mail_file', organizationId, id, mailId });
    return Buffer.from(JSON.stringify({ data }));
  },
});
