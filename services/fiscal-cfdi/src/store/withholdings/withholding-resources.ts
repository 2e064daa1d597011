import { instant, number, resource, type List } from '@timbre/kit';
import { cancellationJson } from '../cancellations';
import { unconfirmedStampJson } from '../stamping/stamp-attempts';
import { withholdingName } from './withholdings';

const pesos = (amount: string): string =>
  `json_build_object('amount', ${number(amount)}, 'currency', 'MXN')`;

const summary = {
  documentRef: `'withholding:' || r.id`,
  category: `'withholding'`,
  status: 'r.status',
  archived: 'r.archived',
  withholdingCode: 'r.withholding_code',
  period: `r.input->'period'`,
  total: pesos('r.total'),
  withheld: pesos('r.withheld'),
  counterpartyName: 'r.counterparty_name',
  uuid: 'r.uuid',
  issuedLocalDateTime: 'r.issued_local',
};

/** A decimal is kept as text inside the document, so that it stays exact; it shows as a number. */
const inputNumber = (path: string): string => number(`(r.input->'totals'->>'${path}')::numeric`);

const totals = `json_build_object(
  'operation', ${number('r.total')}, 'taxable', ${inputNumber('taxable')},
  'exempt', ${inputNumber('exempt')}, 'withheld', ${number('r.withheld')},
  'bimonthlyProfit', ${inputNumber('bimonthlyProfit')},
  'correspondingIsr', ${inputNumber('correspondingIsr')})`;

const taxNumber = (field: string): string => number(`(t.tax->>'${field}')::numeric`);

const taxes = `coalesce((select json_agg(json_build_object(
    'type', t.tax->'type', 'base', ${taxNumber('base')}, 'amount', ${taxNumber('amount')},
    'paymentType', t.tax->'paymentType') order by t.position)
  from jsonb_array_elements(r.taxes) with ordinality t (tax, position)), '[]')`;

export const withholdingSummary = resource(withholdingName, 'withholdings', summary);

export const withholdingDetail = resource(withholdingName, 'withholdings', {
  ...summary,
  description: `r.input->'description'`,
  receiver: `r.input->'receiver'`,
  totals,
  taxes,
  relatedDocument: `r.input->'relatedDocument'`,
  seriesId: 'r.series_id',
  series: 'r.series',
  folio: 'r.folio::text',
  placeOfIssue: 'r.place_of_issue',
  pdfCustomSection: `r.input->'pdfCustomSection'`,
  stamp: 'r.stamp',
  unconfirmedStamp: unconfirmedStampJson,
  cancellation: cancellationJson,
  lastRejection: 'r.last_rejection',
  createdAt: instant('r.created_at'),
  updatedAt: instant('r.updated_at'),
});

export const withholdingList: List = {
  name: 'withholdings',
  resource: withholdingSummary,
  searchColumn: 'r.search_text',
  dateColumn: 'r.dated_on',
};
