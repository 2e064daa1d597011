import {
  withholdingComplementNames,
  type withholdingDetail as detailShape,
  type withholdingSummary as summaryShape,
} from '@timbre/api';
import {
  type Answer,
  instant,
  json,
  type List,
  type Members,
  number,
  object,
  resource,
} from '@timbre/kit';
import { complementsIn } from '../complement-members';
import { cancellationJson } from '../cancellations';
import { unconfirmedStampJson } from '../stamping/stamp-attempts';
import { withholdingName } from './withholdings';

type Detail = Answer<typeof detailShape>;

const pesos = (amount: string) =>
  object<Detail['total']>({ amount: number(amount), currency: `'MXN'` });

const summary: Members<Answer<typeof summaryShape>> = {
  documentRef: `'withholding:' || r.id`,
  category: `'withholding'`,
  direction: 'r.direction',
  status: 'r.status',
  archived: 'r.archived',
  withholdingCode: 'r.withholding_code',
  period: json(`r.input->'period'`),
  total: pesos('r.total'),
  withheld: pesos('r.withheld'),
  counterpartyName: 'r.counterparty_name',
  uuid: 'r.uuid',
  issuedLocalDateTime: 'r.issued_local',
};

/** Reads an amount as a number, because the JSON column stores decimals as text so that they stay exact. */
const inputNumber = (path: string) => number(`(r.input->'totals'->>'${path}')::numeric`);

const totals = object<Detail['totals']>({
  operation: number('r.total'),
  taxable: inputNumber('taxable'),
  exempt: inputNumber('exempt'),
  withheld: number('r.withheld'),
  bimonthlyProfit: inputNumber('bimonthlyProfit'),
  correspondingIsr: inputNumber('correspondingIsr'),
});

const taxNumber = (field: string) => number(`(t.tax->>'${field}')::numeric`);

const tax = object<Detail['taxes'][number]>({
  type: `t.tax->'type'`,
  base: taxNumber('base'),
  amount: taxNumber('amount'),
  paymentType: `t.tax->'paymentType'`,
});

const taxes = json<Detail['taxes']>(`coalesce((select json_agg(${tax} order by t.position)
  from jsonb_array_elements(r.taxes) with ordinality t (tax, position)), '[]')`);

const withholdingSummary = resource<Answer<typeof summaryShape>>(
  withholdingName,
  'withholdings',
  summary,
);

export const withholdingDetail = resource<Detail>(withholdingName, 'withholdings', {
  ...summary,
  description: `r.input->'description'`,
  receiver: json(`r.input->'receiver'`),
  totals,
  taxes,
  relatedDocument: json(`r.input->'relatedDocument'`),
  seriesId: 'r.series_id',
  series: 'r.series',
  folio: 'coalesce(r.folio::text, r.external_folio)',
  placeOfIssue: 'r.place_of_issue',
  pdfCustomSection: `r.input->'pdfCustomSection'`,
  ...complementsIn('r.input', withholdingComplementNames),
  stamp: json('r.stamp'),
  unconfirmedStamp: unconfirmedStampJson,
  cancellation: cancellationJson,
  lastRejection: json('r.last_rejection'),
  warnings: json('r.warnings'),
  createdAt: instant('r.created_at'),
  updatedAt: instant('r.updated_at'),
});

export const withholdingList: List = {
  name: 'withholdings',
  resource: withholdingSummary,
  searchColumn: 'r.search_text',
  isSearchIndexed: true,
  dateColumn: 'r.dated_on',
};
