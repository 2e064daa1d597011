import { contactStatement, statementFilters, statementParams } from '@timbre/api';
import { pageRequest } from '../../messages/page';
import { readableSides } from '../../messages/sides';
import { operation } from '../operation';

export const getContactStatement = operation({
  id: 'getContactStatement',
  area: 'accounts',
  method: 'GET',
  path: '/v1/accounts/statements/{contactId}',
  summary: {
    en: 'Get the statement of a contact',
    es: 'Consultar el estado de cuenta de un contacto',
  },
  description: {
    en: 'The transactions of a period, and the balances before and after the period. The statement of a supplier needs payables:read too.',
    es: 'El saldo anterior al periodo, los movimientos del periodo y el saldo posterior. El estado de cuenta de un proveedor requiere también payables:read.',
  },
  permissions: ['receivables:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  params: statementParams,
  query: statementFilters,
  response: contactStatement,
  fileTypes: [
    'text/csv',
    'application/pdf',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ],
  call: async ({ services }, { params, query }, context, credential) => {
    const { format = 'json', currency, language, ...page } = query;
    const sides = readableSides(credential);
    const statement = { ...params, page: pageRequest(page), currency, sides };
    if (format === 'json') {
      return (await services.accounts.getContactStatement(statement, context)).body;
    }
    return services.accounts.exportContactStatement({ statement, format, language }, context);
  },
});
