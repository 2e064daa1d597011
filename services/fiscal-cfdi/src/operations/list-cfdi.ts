import type { fiscalCfdi } from '@timbre/contract';
import { query, type Filter } from '@timbre/kit';
import { archivedIs, cfdiList, counterpartyFilter } from '../store/cfdi/cfdi-resources';

export const listCfdi = query((read, request: fiscalCfdi.ListCfdiRequest) => {
  const { page, kind, direction, status, archived, counterparty } = request;
  const filters: Filter[] = [];
  if (kind !== undefined) filters.push(['r.kind = $1', kind]);
  if (direction !== undefined) filters.push(['r.direction = $1', direction]);
  if (status !== undefined) filters.push(['r.status = $1', status]);
  if (archived !== undefined) filters.push([archivedIs(archived), archived]);
  if (counterparty !== undefined) filters.push(counterpartyFilter(counterparty));
  return read.page(cfdiList, page, filters);
});
