import { sandboxMail, sandboxMailFilters } from '@timbre/api';
import { pageRequest } from '../../messages/page';
import { operation } from '../operation';

export const listSandboxMails = operation({
  id: 'listSandboxMails',
  area: 'sandbox',
  method: 'GET',
  path: '/v1/sandbox/mails',
  summary: 'List the mails in the mailbox of the sandbox',
  description:
    'Every mail of the organization with a document, a quote, an invitation or a notice, the newest 100. Without a mail server nobody receives these mails. Mails with login codes are left out.',
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
