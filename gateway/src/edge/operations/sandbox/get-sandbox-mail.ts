import { sandboxMailDetail, sandboxMailParams } from '@timbre/api';
import { jsonOf } from '../../messages/json-of';
import { operation } from '../operation';

export const getSandboxMail = operation({
  id: 'getSandboxMail',
  area: 'sandbox',
  method: 'GET',
  path: '/v1/sandbox/mails/{mailId}',
  summary: {
    en: 'Read a mail of the mailbox of the sandbox',
    es: 'Leer un correo del buzón del sandbox',
  },
  description: {
    en: 'The answer has the text as the recipient reads it, and the files. `url` is a page that shows it in a browser, for 15 minutes.',
    es: 'La respuesta trae el texto como lo lee el destinatario, y los archivos. `url` es una página que lo muestra en un navegador, durante 15 minutos.',
  },
  permissions: ['files:read', 'members:manage', 'employees:read'],
  environments: 'sandbox',
  isIdempotent: false,
  success: 200,
  params: sandboxMailParams,
  response: sandboxMailDetail,
  call: async ({ services, link }, { params }, context) => {
    const { body } = await services.fiscalCfdi.getMail(params, context);
    const { organizationId } = context;
    const data = jsonOf<{ mailId: string }>(body);
    const { url, expiresAt } = link({ kind: 'mail', organizationId, id: data.mailId });
    return Buffer.from(JSON.stringify({ data: { ...data, url, urlExpiresAt: expiresAt } }));
  },
});
