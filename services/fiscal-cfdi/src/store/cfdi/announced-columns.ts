import type { AnnouncedCfdi } from './cfdi-events';

/** The SQL expression for each member of an event, where `r` is a row of cfdi. */
type Expressions = { readonly [Member in keyof AnnouncedCfdi]-?: string };

const entity: Expressions = {
  id: 'r.id',
  version: 'r.version',
  kind: 'r.kind',
  direction: 'r.direction',
  status: 'r.status',
  archived: 'r.archived',
  input: 'r.input',
  items: 'r.items',
  customerId: 'r.customer_id',
  counterpartyRfc: 'r.counterparty_rfc',
  counterpartyName: 'r.counterparty_name',
  series: 'r.series',
  folio: 'r.folio::float8',
  uuid: 'r.uuid',
  currency: 'r.currency',
  exchangeRate: 'r.exchange_rate',
  subtotal: 'r.subtotal',
  discount: 'r.discount',
  taxes: 'r.taxes',
  total: 'r.total',
  paymentTiming: 'r.payment_timing',
  formCode: 'r.form_code',
  methodCode: 'r.method_code',
  dueDate: 'r.due_date::text',
  settlementTerms: 'r.settlement_terms',
  issuedLocal: 'r.issued_local',
  paidDocuments: 'r.paid_documents',
  origin: 'r.origin',
};

/**
 * Returns the columns that an event needs, for a statement that reads a document without its entity.
 * @param own contains SQL expressions that replace columns of the entity
 */
export const announcedColumns = (own: Partial<Expressions> = {}): string =>
  Object.entries({ ...entity, ...own })
    .map(([member, expression]) => `${expression} as "${member}"`)
    .join(', ');
