import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import type { quote, quoteAcceptance, quoteContent } from '@timbre/api';
import { fold } from '@timbre/fiscal';
import {
  entriesOf,
  entryNumber,
  instant,
  integer,
  json,
  numberIn,
  object,
  referencedId,
  resource,
  onlyRow,
  type Answer,
  type List,
  type Members,
  type Transaction,
} from '@timbre/kit';
import type { Acceptance, QuoteContent, QuoteStatus } from '../domain/quote';
import { duplicatePayments, livePayment } from './quote-payments';
import { byBuyer } from './receipt-documents';

/** The last folio of the quotes of an organization. */
export const QuoteFolio = defineEntity({
  name: 'QuoteFolio',
  tableName: 'quote_folios',
  properties: {
    organizationId: p.uuid().name('org_id').primary(),
    last: p.integer(),
  },
});

/** The mail of a published quote that is not yet queued. */
export interface QuoteMail {
  recipient: string;
  /** The link to the quote's page. */
  linkId: string;
  message?: string | undefined;
}

/** A quote; `version` increases with each change and is part of the events. */
export const Quote = defineEntity({
  name: 'Quote',
  tableName: 'quotes',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    version: p.integer().version(),
    folioNumber: p.integer(),
    status: p.string().$type<QuoteStatus>(),
    customerId: p.uuid().nullable(),
    /** The seller of the quote and of its receipt, as `user:<id>` or `credential:<id>`. */
    seller: p.text().nullable(),
    /** The published offer; decimals are text. */
    content: p.json<QuoteContent>(),
    /** The unpublished changes of a published quote. */
    pendingRevision: p.json<QuoteContent>().nullable(),
    issueDate: p.date(),
    /** The first instant after the last day of the offer. */
    expiresAt: p.datetime(),
    revisionNumber: p.integer().nullable(),
    sentAt: p.datetime().nullable(),
    lastPublishedAt: p.datetime().nullable(),
    acceptance: p.json<Acceptance>().nullable(),
    receiptId: p.uuid().nullable(),
    mail: p.json<QuoteMail>().nullable(),
    mailAt: p.datetime().nullable(),
    searchText: p.text(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});

export type Quote = InferEntity<typeof Quote>;

type Content = Answer<typeof quoteContent>;
type Item = Content['items'][number];
type TaxOf<List extends 'taxes' | 'withholdings'> = NonNullable<Item[List]>[number];

const item = object<Item>({
  lineRef: `e.entry->'lineRef'`,
  productId: `e.entry->'productId'`,
  sku: `e.entry->'sku'`,
  description: `e.entry->'description'`,
  quantity: entryNumber('quantity'),
  unitPrice: entryNumber('unitPrice'),
  discount: entryNumber('discount'),
  taxIncluded: `e.entry->'taxIncluded'`,
  taxability: `e.entry->'taxability'`,
  taxRate: entryNumber('taxRate'),
  satProductCode: `e.entry->'satProductCode'`,
  satUnitCode: `e.entry->'satUnitCode'`,
  unitName: `e.entry->'unitName'`,
  activity: `e.entry->'activity'`,
  withholdings: entriesOf(
    `e.entry->'withholdings'`,
    object<TaxOf<'withholdings'>>({ type: `e.entry->'type'`, rate: entryNumber('rate') }),
  ),
  taxes: entriesOf(
    `e.entry->'taxes'`,
    object<TaxOf<'taxes'>>({
      type: `e.entry->'type'`,
      factor: `e.entry->'factor'`,
      rate: entryNumber('rate'),
      quantityPerUnit: entryNumber('quantityPerUnit'),
    }),
  ),
  taxObject: `e.entry->'taxObject'`,
  propertyTaxAccounts: json(`e.entry->'propertyTaxAccounts'`),
  customsNumbers: json(`e.entry->'customsNumbers'`),
  thirdParty: json(`e.entry->'thirdParty'`),
});

type Totals = Content['totals'];

const taxLine = object<Totals['taxBreakdown'][number]>({
  type: `e.entry->'type'`,
  factor: `e.entry->'factor'`,
  rate: entryNumber('rate'),
  withholding: `e.entry->'withholding'`,
  base: entryNumber('base'),
  amount: entryNumber('amount'),
  label: `e.entry->'label'`,
});

const totals = (from: string) =>
  object<Totals>({
    subtotal: numberIn(from, 'subtotal'),
    discount: numberIn(from, 'discount'),
    taxes: numberIn(from, 'taxes'),
    total: numberIn(from, 'total'),
    taxBreakdown: json(`coalesce(${entriesOf(`${from}->'taxBreakdown'`, taxLine)}, '[]')`),
  });

const content = (from: string): Members<Content> => ({
  customerId: `${from}->'customerId'`,
  customerName: `${from}->'customerName'`,
  customerEmail: `${from}->'customerEmail'`,
  locationId: `${from}->'locationId'`,
  locationName: `${from}->'locationName'`,
  notes: `${from}->'notes'`,
  settlementTerms: json(`${from}->'settlementTerms'`),
  issueDate: `${from}->'issueDate'`,
  validUntil: `${from}->'validUntil'`,
  items: entriesOf(`${from}->'items'`, item),
  totals: totals(`${from}->'totals'`),
});

const acceptance = object<Answer<typeof quoteAcceptance>>({
  acceptedAt: `r.acceptance->'acceptedAt'`,
  invoiceRequested: `r.acceptance->'invoiceRequested'`,
  fiscalTreatment: `r.acceptance->'fiscalTreatment'`,
  fiscalTotals: totals(`r.acceptance->'fiscalTotals'`),
  fiscalCustomer: json(`r.acceptance->'fiscalCustomer'`),
});

/** Returns the request key for the invoice of a quote that is sold on credit. */
export const invoiceKeyOf = (quoteId: string): string => `${byBuyer}quote:${quoteId}`;

/**
 * Returns SQL for a field of the invoice of a quote that is sold on credit; null without an
 * invoice.
 */
const ofInvoice = (shown: string) => `(select ${shown} from receipt_documents d
  where d.org_id = r.org_id and d.request_key = '${invoiceKeyOf('')}' || r.id)`;

const members: Members<Answer<typeof quote>> = {
  documentRef: `'quote:' || r.id`,
  category: `'quote'`,
  folioNumber: integer('r.folio_number'),
  currency: `'MXN'`,
  status: 'r.status',
  ...content('r.content'),
  pendingRevision: json(
    `case when r.pending_revision is not null then ${object<Content>(content('r.pending_revision'))} end`,
  ),
  receivablePlanId: `(select s.receivable_plan_id from sales_receipts s
    where s.org_id = r.org_id and s.id = r.receipt_id)`,
  revisionNumber: integer('r.revision_number'),
  sentAt: instant('r.sent_at'),
  lastPublishedAt: instant('r.last_published_at'),
  receiptDocumentRef: `'sales_receipt:' || r.receipt_id`,
  invoiceStatus:
    ofInvoice(`case d.state when 'drafting' then 'pending' when 'drafted' then 'processing'
    when 'stamped' then 'issued' else 'failed' end`),
  cfdiDocumentRef: ofInvoice(`case when d.state <> 'gone' then 'cfdi:' || d.cfdi_id end`),
  acceptance: json(`case when r.acceptance is not null then ${acceptance} end`),
  payment: livePayment,
  duplicatePayments,
  createdAt: instant('r.created_at'),
  updatedAt: instant('r.updated_at'),
};

/**
 * The public form of a quote (specification, part 2, section Quote) after a command. The stored
 * status is the current status, because the command has called `move`.
 */
export const quoteResource = resource<Answer<typeof quote>>('quote', 'quotes', members);

type Linked = Answer<typeof quote> & { publicLink: { linkId: string; expiresAt: string } };

const isOver = `r.status in ('draft', 'sent') and r.expires_at <= :now`;

/**
 * The public form of a quote in reads. The status of a quote is calculated as in `statusAt`,
 * because the job may not have stored the expiry yet.
 */
export const shownQuote = resource<Answer<typeof quote>>('quote', 'quotes', {
  ...members,
  status: `case when ${isOver} then 'expired' else r.status end`,
});

/**
 * The public form of a quote with the identifier of its link, from which the gateway builds the URL
 * of the page.
 */
export const publishedQuoteResource = resource<Linked>('quote', 'quotes', {
  ...members,
  publicLink:
    json(`(select json_build_object('linkId', k.id, 'expiresAt', ${instant('k.expires_at')})
    from public_links k where k.org_id = r.org_id and k.kind = 'quote' and k.subject_id = r.id
    order by k.expires_at desc, k.id limit 1)`),
});

export const quoteList: List = {
  name: 'quotes',
  resource: shownQuote,
  searchColumn: 'r.search_text',
  isSearchIndexed: true,
  dateColumn: 'r.issue_date',
};

/**
 * Returns the SQL condition for quotes whose current status is `status`, which is also the value
 * `$1`.
 */
export const statusNow = (status: string): string =>
  status === 'expired' ? `(r.status = $1 or (${isOver}))` : `(r.status = $1 and not (${isOver}))`;

/** Returns the text in which `query` searches for quotes: folio, customer and items. */
export const quoteSearchText = (folioNumber: number, { customerName, items }: QuoteContent) =>
  fold([folioNumber, customerName, ...items.map(({ description }) => description)].join(' '));

/**
 * Returns the identifier in a quote's reference.
 * @throws Refusal not_found
 */
export const quoteIdOf = (reference: string): string =>
  referencedId(reference, 'quote', quoteResource.name);

/** Assigns the organization's next quote folio; the counter stays locked until the commit. */
export async function takeFolio(tx: Transaction): Promise<number> {
  const row = onlyRow(
    await tx.rows<{ last: number }>(
      `insert into quote_folios (org_id, last) values ($1, 1)
     on conflict (org_id) do update set last = quote_folios.last + 1 returning last`,
      [tx.organizationId],
    ),
  );
  return row.last;
}

/**
 * SQL that selects expired offers that are not yet stored as expired, by real time or, in a
 * sandbox, by the advanced clock of the organization.
 */
export const dueOffers = `select d.org_id, d.id from (
    select org_id, id, expires_at from quotes
    where status in ('draft', 'sent') and expires_at <= $1
    union select q.org_id, q.id, q.expires_at from organization_clocks c
    join quotes q on q.org_id = c.org_id and q.status in ('draft', 'sent')
      and q.expires_at <= $1::timestamptz + c.ahead_ms * interval '1 millisecond'
  ) d order by d.expires_at`;

/** SQL that selects quotes with a mail to queue. */
export const dueMails = 'select org_id, id from quotes where mail_at <= $1 order by mail_at';
