import {
  documentComplementNames,
  itemComplementNames,
  type cfdiDetail as detailShape,
  type cfdiFiscal,
  type cfdiItem,
  type cfdiPayment,
  type cfdiReceiver,
  type cfdiSummary as summaryShape,
  type money as moneyShape,
} from '@timbre/api';
import { Rfc } from '@timbre/fiscal';
import {
  absent,
  code,
  flag,
  hasWords,
  instant,
  isIdentifier,
  json,
  number,
  object,
  resource,
  selected,
  text,
  when,
  wordPatterns,
  type Answer,
  type Filter,
  type List,
  type Members,
  type Sql,
} from '@timbre/kit';
import { cancellationJson, replacedJson } from '../cancellations';
import { complementsIn } from '../complement-members';
import { cfdiName } from './cfdi';
import { balancesOfInvoice } from './invoice-payments';
import { unconfirmedStampJson } from '../stamping/stamp-attempts';

const money = (amount: string) =>
  object<Answer<typeof moneyShape>>({ amount: number(amount), currency: text('r.currency') });

/** The SQL condition for a document with an open balance, which is a stamped PPD income document. */
const isOwed = `r.status = 'valid' and r.kind = 'income' and r.method_code = 'PPD'`;

/**
 * The SQL for the open balance of a stamped PPD income document, with the amounts from the events of the
 * service accounts.
 */
const balance = `select o.remaining, v.payment_due_date,
    greatest(o.effective - coalesce(v.uncertified, 0), 0) as effective,
    case when o.needs_review or v.needs_review then true end as needs_review
  from (${balancesOfInvoice()}) o
  left join receivables v on v.org_id = r.org_id and v.cfdi_id = r.id`;

/**
 * The SQL for the current payment plan as `plan`; the plan comes from the events of the service accounts.
 */
const besidePlan = `from (select 1) one left join receivables plan
  on plan.org_id = r.org_id and plan.cfdi_id = r.id and plan.plan_id is not null`;

type Payment = Answer<typeof cfdiPayment>;
type Balances = Pick<
  Members<Payment>,
  'dueDate' | 'remainingBalance' | 'effectiveRemainingBalance' | 'manualAdjustmentNeedsReview'
>;

const paymentWith = (balances: Balances) =>
  object<Payment>({
    timing: code('r.payment_timing'),
    formCode: text('r.form_code'),
    methodCode: text('r.method_code'),
    ...balances,
    conditions: text('r.conditions'),
  });

const isPaid = 'r.payment_timing is not null';

const withoutBalance = paymentWith({
  dueDate: code('r.due_date'),
  remainingBalance: absent,
  effectiveRemainingBalance: absent,
  manualAdjustmentNeedsReview: absent,
});

const withBalance = paymentWith({
  dueDate: code('coalesce(b.payment_due_date, r.due_date)'),
  remainingBalance: number('b.remaining'),
  effectiveRemainingBalance: number('b.effective'),
  manualAdjustmentNeedsReview: flag('b.needs_review'),
});

// PostgreSQL calculates the balance only for documents for which `isOwed` is true.
const payment = when(
  isPaid,
  when(isOwed, selected(withBalance, `from (${balance}) b`), withoutBalance),
);

const paidAtOnce = when(isPaid, withoutBalance);

const summary: Members<Answer<typeof summaryShape>> = {
  documentRef: code(`'cfdi:' || r.id`),
  category: `'cfdi'`,
  kind: code('r.kind'),
  cfdiType: code('r.cfdi_type'),
  direction: code('r.direction'),
  status: code('r.status'),
  archived: flag('r.archived'),
  total: money('r.total'),
  series: text('r.series'),
  folio: text('coalesce(r.folio::text, r.external_folio)'),
  uuid: code('r.uuid'),
  counterpartyName: text('r.counterparty_name'),
  settlementTerms: json('coalesce(plan.settlement_terms, r.settlement_terms)'),
  receivablePlanId: code('plan.plan_id'),
  inventoryImpact: json('r.inventory_impact'),
  issuedLocalDateTime: text('r.issued_local'),
  payment,
  // The column `input` is large and compressed, so it is read only for payroll receipts, which are the only
  // documents with an employee.
  employeeId: text(`case when r.kind = 'payroll' then r.input->>'employeeId' end`),
};

/** Specification, part 2: CFDI summary. */
const cfdiSummary = resource<Answer<typeof summaryShape>>(cfdiName, 'cfdi', summary, besidePlan);

/** Returns the SQL for the amount of one tax (c_Impuesto) in the tax summary. */
const taxed = (lines: 'transfers' | 'withholdings', tax: string) =>
  json<number>(`(select ${number(`coalesce(sum((t->>'amount')::numeric), 0)`)}
  from jsonb_array_elements(r.taxes->'${lines}') t where t->>'tax' = '${tax}')`);

/** The SQL for the exchange rate; absent while a draft in a foreign currency has no exchange rate. */
const exchangeRate = `coalesce(r.exchange_rate, case when r.currency in ('MXN', 'XXX') then 1 end)`;

const fiscal = object<Answer<typeof cfdiFiscal>>({
  subtotal: number('r.subtotal'),
  discount: number('r.discount'),
  ivaTransferred: taxed('transfers', '002'),
  ivaWithheld: taxed('withholdings', '002'),
  isrWithheld: taxed('withholdings', '001'),
  exchangeRate: number(exchangeRate),
  totalMxn: number(`round(r.total * ${exchangeRate}, 2)`),
  placeOfIssue: 'r.place_of_issue',
  exportation: 'r.exportation',
  taxes: json('r.taxes'),
});

/**
 * Returns the SQL for a numeric field of an item. Responses contain numbers, but JSON columns store
 * decimals as text so that they stay exact.
 */
const itemNumber = (field: string) => number(`(i.item->>'${field}')::numeric`);

type Item = Answer<typeof cfdiItem>;
type TaxOf<List extends 'taxes' | 'withholdings'> = NonNullable<Item[List]>[number];

const taxNumber = (field: string) => number(`(t.tax->>'${field}')::numeric`);

const taxAmounts = {
  rate: taxNumber('rate'),
  base: taxNumber('base'),
  amount: taxNumber('amount'),
};

const itemTaxes = <List extends 'taxes' | 'withholdings'>(list: List, tax: Sql<TaxOf<List>>) =>
  json<TaxOf<List>[]>(`case when i.item->'${list}' is not null then (
    select json_agg(${tax} order by t.position)
    from jsonb_array_elements(i.item->'${list}') with ordinality t (tax, position)) end`);

const itemTax = object<TaxOf<'taxes'>>({
  type: `t.tax->'type'`,
  factor: `t.tax->'factor'`,
  ...taxAmounts,
  quantityPerUnit: taxNumber('quantityPerUnit'),
});

const itemWithholding = object<TaxOf<'withholdings'>>({ type: `t.tax->'type'`, ...taxAmounts });

type Part = NonNullable<Item['parts']>[number];

const partNumber = (field: string) => number(`(p.part->>'${field}')::numeric`);

const itemPart = object<Part>({
  satProductCode: `p.part->'satProductCode'`,
  description: `p.part->'description'`,
  quantity: partNumber('quantity'),
  sku: `p.part->'sku'`,
  unitName: `p.part->'unitName'`,
  unitPrice: partNumber('unitPrice'),
  amount: partNumber('amount'),
  customsNumbers: json(`p.part->'customsNumbers'`),
});

const item = object<Item>({
  kind: `i.item->'kind'`,
  productId: `i.item->'productId'`,
  sku: `i.item->'sku'`,
  description: `i.item->'description'`,
  satProductCode: `i.item->'satProductCode'`,
  satUnitCode: `i.item->'satUnitCode'`,
  quantity: itemNumber('quantity'),
  unitPrice: itemNumber('unitPrice'),
  discount: itemNumber('discount'),
  taxIncluded: `i.item->'taxIncluded'`,
  taxability: `i.item->'taxability'`,
  taxRate: itemNumber('taxRate'),
  unitName: `i.item->'unitName'`,
  activity: `i.item->'activity'`,
  withholdings: itemTaxes('withholdings', itemWithholding),
  taxes: itemTaxes('taxes', itemTax),
  taxObject: `i.item->'taxObject'`,
  propertyTaxAccounts: json(`i.item->'propertyTaxAccounts'`),
  customsNumbers: json(`i.item->'customsNumbers'`),
  parts: json<Part[]>(`case when i.item->'components' is not null then (
    select json_agg(${itemPart} order by p.position)
    from jsonb_array_elements(i.item->'components') with ordinality p (part, position)) end`),
  thirdParty: json(`i.item->'thirdParty'`),
  ...complementsIn('i.item', itemComplementNames),
  amount: itemNumber('amount'),
  taxAmount: itemNumber('taxAmount'),
  withheldAmount: itemNumber('withheldAmount'),
});

const items = `(select json_agg(${item} order by i.position)
  from jsonb_array_elements(r.items) with ordinality i (item, position))`;

const receiver = object<Answer<typeof cfdiReceiver>>({
  rfc: `r.customer->'rfc'`,
  legalName: `nullif(r.customer->>'legalName', '')`,
  taxSystem: `r.customer->'taxSystem'`,
  postalCode: `r.customer->'postalCode'`,
  taxResidence: `r.customer->'taxResidence'`,
  foreignTaxId: `r.customer->'foreignTaxId'`,
});

const paidNumber = (field: string) => number(`(d.document->>'${field}')::numeric`);

const paidTaxes = `json_build_object('taxObject', d.document->'taxObject', 'entries', coalesce((
    select json_agg(json_build_object(
      'base', ${number(`(t.tax->>'base')::numeric`)},
      'type', case t.tax->>'tax' when '001' then 'ISR' when '002' then 'IVA' else 'IEPS' end,
      'rate', ${number(`coalesce((t.tax->>'rate')::numeric, 0)`)},
      'factor', t.tax->'factor', 'withholding', t.tax->>'kind' = 'retencion') order by t.position)
    from jsonb_array_elements(d.document->'taxes') with ordinality t (tax, position)), '[]'))`;

const paidDocumentsAt = (position: string) => `(select json_agg(json_build_object(
      'documentRef', 'cfdi:' || (d.document->'invoice'->>'cfdiId'),
      'uuid', d.document->'uuid', 'series', d.document->'series', 'folio', d.document->'folio',
      'currency', d.document->'currency', 'exchangeRate', ${paidNumber('exchangeRate')},
      'installment', d.document->'installment',
      'previousBalance', ${paidNumber('previousBalance')}, 'amount', ${paidNumber('amount')},
      'remainingBalance', ${number(
        `(d.document->>'previousBalance')::numeric - (d.document->>'amount')::numeric`,
      )},
      'taxes', ${paidTaxes}) order by d.position)
    from jsonb_array_elements(r.paid_documents) with ordinality d (document, position)
    where coalesce((d.document->>'payment')::int, 0) = ${position})`;

/** Returns the members of a payment in a complement, with the amount that it pays of each document. */
const paymentMembers = (payment: string, position: string) =>
  `'formCode', ${payment}->'formCode', 'paidLocalDateTime', ${payment}->'paidLocalDateTime',
  'operationNumber', ${payment}->'operationNumber', 'payerBank', ${payment}->'payerBank',
  'payeeBank', ${payment}->'payeeBank', 'paymentChain', ${payment}->'paymentChain',
  'amount', json_build_object('amount', ${number(`(${payment}->>'amount')::numeric`)},
    'currency', ${payment}->'currency'),
  'exchangeRate', ${number(`(${payment}->>'exchangeRate')::numeric`)},
  'documents', ${paidDocumentsAt(position)}`;

const complement = `case when r.complement is not null then json_build_object(
  ${paymentMembers('r.complement', '0')},
  'additionalPayments', (select json_agg(
      json_build_object(${paymentMembers('p.payment', 'p.position')}) order by p.position)
    from jsonb_array_elements(r.complement->'additionalPayments') with ordinality
      p (payment, position))) end`;

const isComplete = `(r.status = 'draft' or r.stamped_xml is not null)`;

/**
 * The SQL for the field `completeness`: `partial` means that only the SAT's metadata of the CFDI are
 * stored, and not its XML.
 */
const completeness = `case when ${isComplete} then 'complete' else 'partial' end`;

/** The members of the CFDI detail, in its complete and its partial variant (specification, part 2). */
const detail: Members<Answer<typeof detailShape>> = {
  ...summary,
  completeness,
  customerId: 'r.customer_id',
  receiver: json(`case when r.customer is not null then ${receiver} end`),
  cfdiUse: `r.input->'cfdiUse'`,
  relatedDocuments: json(`coalesce(r.input->'creditNote'->'relatedDocuments',
    r.input->'relations'->'relatedDocuments')`),
  cancelReplaced: `r.input->'cancelReplaced'`,
  globalPeriod: json(`r.input->'globalPeriod'`),
  confirmation: `r.input->'confirmation'`,
  ...complementsIn('r.input', documentComplementNames),
  seriesId: 'r.series_id',
  // The SAT's metadata contain no taxes and no items.
  fiscal: json(`case when ${isComplete} then ${fiscal} end`),
  items: json(`case when ${isComplete} then ${items} end`),
  complement,
  payroll: 'r.payroll',
  pdfCustomSection: `r.input->'pdfCustomSection'`,
  stamp: json('r.stamp'),
  unconfirmedStamp: unconfirmedStampJson,
  cancellation: cancellationJson,
  replacedDocuments: replacedJson,
  // The warnings are omitted after the stamp of a draft, because they are outdated then. The warnings of an
  // imported document do not change.
  warnings: json(`case when r.status = 'draft' or r.sello_hash is null then r.warnings end`),
  lastRejection: json('r.last_rejection'),
  refreshed: json(`case when r.refreshed <> '[]' then r.refreshed end`),
  createdAt: instant('r.created_at'),
  updatedAt: instant('r.updated_at'),
};

export const cfdiDetail = resource<Answer<typeof detailShape>>(
  cfdiName,
  'cfdi',
  detail,
  besidePlan,
);

/**
 * The detail of a document that was just stamped, is paid in a single payment and is not a payment
 * complement. A document that was just stamped and is paid in a single payment has no balance, complement
 * or unconfirmed stamp. The resource omits the SQL for these members, because that SQL takes half of the
 * time.
 */
export const cfdiJustStamped = resource<Answer<typeof detailShape>>(
  cfdiName,
  'cfdi',
  {
    ...detail,
    payment: paidAtOnce,
    complement: absent,
    unconfirmedStamp: absent,
    refreshed: absent,
    cancellation: absent,
    replacedDocuments: absent,
    warnings: absent,
  },
  besidePlan,
);

export const cfdiList: List = {
  name: 'cfdi',
  resource: cfdiSummary,
  searchColumn: 'r.search_text',
  isSearchIndexed: true,
  dateColumn: 'r.dated_on',
};

/**
 * Returns a filter whose text contains the constant, so that PostgreSQL can use the partial index of the
 * few archived documents.
 */
export const archivedIs = (archived: boolean): string =>
  archived ? 'r.archived and $1::bool' : 'not r.archived and not $1::bool';

/** Returns a filter by a contact's identifier, an RFC, or the words of a name. */
export function counterpartyFilter(counterparty: string): Filter {
  if (isIdentifier(counterparty)) return ['r.customer_id = $1::uuid', counterparty];
  return counterpartyText(counterparty);
}

/** Returns a filter by an RFC or by the words of a name. */
export function counterpartyText(counterparty: string): Filter {
  const rfc = Rfc.parse(counterparty.toUpperCase());
  if (rfc) return ['r.counterparty_rfc = $1', rfc.toString()];
  return [hasWords('r.counterparty_text', '$1'), wordPatterns(counterparty), 'words'];
}
