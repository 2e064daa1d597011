import { sandboxMail, sandboxMailFilters } from '@timbre/api';
import { pageRequest } from '../../messages/page';
import { operation } from '../operation';

export const listSandboxMails = operation({
  id: 'listSandboxMails',
  area: 'sandbox',
  method: 'GET',
  path: '/v1/sandbox/mails',
  summary: {
    en: 'List the mails in the mailbox of the sandbox',
    es: 'Listar los correos del buzón del sandbox',
  },
  description: {
    en: 'The organization’s newest 100 mails with a document, a quote, an invitation or a notice. Without a mail server nobody receives these mails. Mails with login codes are left out.',
    es: 'Todos los correos de la organización con un documento, una cotización, una invitación o un aviso, los 100 más recientes. Sin servidor de correo nadie recibe estos correos. Los correos con códigos de acceso quedan fuera.',
  },
  permissions: ['files:read', 'members:manage', 'employees:read'],
  environments: 'sandbox',
  isIdempotent: false,
  success: 200,
  query: sandboxMailFilters,
  response: sandboxMail,
  isList: true,
  call: async ({ services }, { query: { documentRef, ...page } }, context) => {
    const request = { documentRef, page: pageRequest(page) };
    return (await services.fiscalCfdi.listMails(request, context)).body;
  },
});
