import type { commerce } from '@timbre/contract';
import { byIdentifier, query, type Filter } from '@timbre/kit';
import { expenseList } from '../store/expenses';

export const listExpenses = query((read, request: commerce.ListExpensesRequest) => {
  const { page, categoryId, supplierId, locationId, settlementState, hasCfdi } = request;
  const filters: Filter[] = [
    ...byIdentifier('r.category_id', categoryId),
    ...byIdentifier('r.supplier_id', supplierId),
    ...byIdentifier('r.location_id', locationId),
  ];
  if (settlementState !== undefined) filters.push(['r.settlement_state = $1', settlementState]);
  if (hasCfdi !== undefined) filters.push(['(r.cfdi_id is not null) = $1', hasCfdi]);
  return read.page(expenseList, page, filters);
});
