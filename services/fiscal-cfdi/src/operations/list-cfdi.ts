import type { fiscalCfdi } from '@timbre/contract';
import { query } from '@timbre/kit';
import { cfdiList, counterpartyFilter } from '../store/cfdi/cfdi-resources';

export const listCfdi = query((read, request: fiscalCfdi.ListCfdiRequest) => {
  const { page, kind, direction, status, archived, counterparty } = request;
  const filters: [condition: string, value: unknown][] = [];
  if (kind !== undefined) filters.push(['r.kind = ?', kind]);
  if (direction !== undefined) filters.push(['r.direction = ?', direction]);
  if (status !== undefined) filters.push(['r.status = ?', status]);
  if (archived !== undefined) filters.push(['r.archived = ?', archived]);
  if (counterparty !== undefined) filters.push(counterpartyFilter(counterparty));
  return read.page(cfdiList, page, filters);
});
