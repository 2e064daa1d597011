import type { fiscalCfdi } from '@timbre/contract';
import { query, type Filter } from '@timbre/kit';
import { counterpartyText } from '../store/cfdi/cfdi-resources';
import { withholdingList } from '../store/withholdings/withholding-resources';

export const listWithholdings = query((read, request: fiscalCfdi.ListWithholdingsRequest) => {
  const { page, status, archived, withholdingCode, year, counterparty } = request;
  const filters: Filter[] = [];
  if (status !== undefined) filters.push(['r.status = $1', status]);
  if (archived !== undefined) filters.push(['r.archived = $1', archived]);
  if (withholdingCode !== undefined) filters.push(['r.withholding_code = $1', withholdingCode]);
  if (year !== undefined) filters.push(['r.period_year = $1', year]);
  if (counterparty !== undefined) filters.push(counterpartyText(counterparty));
  return read.page(withholdingList, page, filters);
});
