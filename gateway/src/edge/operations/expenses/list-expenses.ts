import { expense, expenseFilters } from '@timbre/api';
import { pageRequest } from '../../messages/page';
import { operation } from '../operation';

export const listExpenses = operation({
  id: 'listExpenses',
  area: 'expenses',
  method: 'GET',
  path: '/v1/expenses',
  summary: { en: 'List expenses', es: 'Listar los gastos' },
  description: {
    en: 'Newest first; dateFrom and dateTo are business dates.',
    es: 'El más reciente primero; dateFrom y dateTo son fechas de operación.',
  },
  permissions: ['expenses:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  query: expenseFilters,
  response: expense,
  isList: true,
  tool: 'search_documents',
  choice: 'expense',
  call: async ({ services }, { query }, context) => {
    const { categoryId, supplierId, locationId, settlementState, hasCfdi, ...page } = query;
    const filters = { categoryId, supplierId, locationId, settlementState, hasCfdi };
    const request = { page: pageRequest(page), ...filters };
    return (await services.commerce.listExpenses(request, context)).body;
  },
});
