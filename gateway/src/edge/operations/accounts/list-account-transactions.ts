import { accountTransaction, transactionFilters } from '@timbre/api';
import { pageRequest } from '../../messages/page';
import { readableSides } from '../../messages/sides';
import { operation } from '../operation';

export const listAccountTransactions = operation({
  id: 'listAccountTransactions',
  area: 'accounts',
  method: 'GET',
  path: '/v1/accounts/transactions',
  summary: { en: 'List account transactions', es: 'Listar los movimientos de las cuentas' },
  description: {
    en: 'Newest first. `receivables:read` shows the transactions of customers, `payables:read` those of suppliers.',
    es: 'El más reciente primero. `receivables:read` muestra los movimientos de clientes, `payables:read` los de proveedores.',
  },
  permissions: ['receivables:read', 'payables:read'],
  isOnePermissionEnough: true,
  environments: 'both',
  isIdempotent: false,
  success: 200,
  query: transactionFilters,
  response: accountTransaction,
  isList: true,
  tool: 'search_transactions',
  call: async ({ services }, { query: { side, ...query } }, context, credential) => {
    const { contactId, documentRef, kind, ...page } = query;
    const sides = readableSides(credential).filter((one) => side === undefined || one === side);
    const request = { page: pageRequest(page), sides, contactId, documentRef, kind };
    return (await services.accounts.listAccountTransactions(request, context)).body;
  },
});
