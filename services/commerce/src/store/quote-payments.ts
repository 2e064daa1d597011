import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import type { quotePayment } from '@timbre/api';
import { instant, json, number, object, onlyRow, type Answer, type Transaction } from '@timbre/kit';
import type { ApplicationError, ApplicationStatus, InvoiceStatus } from '../domain/quote-payment';

/**
 * A payment of a quote. At most one payment of a quote is live; further payments are recorded as
 * duplicates.
 */
export const QuotePayment = defineEntity({
  name: 'QuotePayment',
  tableName: 'quote_payments',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    version: p.integer().version(),
    quoteId: p.uuid(),
    isLive: p.boolean(),
    source: p.string().$type<'manual' | 'online'>(),
    amount: p.decimal('string'),
    paymentForm: p.text().nullable(),
    /** The location of the sale, if the quote names no location. */
    locationId: p.uuid().nullable(),
    paidAt: p.datetime(),
    applicationStatus: p.string().$type<ApplicationStatus>(),
    applicationErrorCode: p.string().$type<ApplicationError>().nullable(),
    applicationError: p.text().nullable(),
    invoiceStatus: p.string().$type<InvoiceStatus>().nullable(),
    invoiceError: p.text().nullable(),
    receiptId: p.uuid().nullable(),
    cfdiId: p.uuid().nullable(),
    /** The time at which the job continues the payment; null if no work is left. */
    dueAt: p.datetime().nullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});

export type QuotePayment = InferEntity<typeof QuotePayment>;

type Shown = Answer<typeof quotePayment>;

const payment = object<Shown>({
  paymentId: 'p.id',
  source: 'p.source',
  amount: number('p.amount'),
  currency: `'MXN'`,
  applicationStatus: 'p.application_status',
  paidAt: instant('p.paid_at'),
  paymentForm: 'p.payment_form',
  applicationErrorCode: 'p.application_error_code',
  applicationError: 'p.application_error',
  invoiceStatus: 'p.invoice_status',
  invoiceError: 'p.invoice_error',
  salesReceiptDocumentRef: `'sales_receipt:' || p.receipt_id`,
  cfdiDocumentRef: `'cfdi:' || p.cfdi_id`,
});

/** SQL of the live payment of the quote `r`. */
export const livePayment = json<Shown>(`(select ${payment} from quote_payments p
  where p.org_id = r.org_id and p.quote_id = r.id and p.is_live)`);

/** SQL of the duplicate payments of the quote `r`; null if there are none. */
export const duplicatePayments = json<Shown[]>(`(select json_agg(${payment} order by p.id)
  from quote_payments p where p.org_id = r.org_id and p.quote_id = r.id and not p.is_live)`);

/** Counts the payments of a quote. */
export async function countPayments(tx: Transaction, quoteId: string): Promise<number> {
  const row = onlyRow(
    await tx.rows<{ count: number }>(
      'select count(*)::int as count from quote_payments where org_id = $1 and quote_id = $2',
      [tx.organizationId, quoteId],
    ),
  );
  return row.count;
}

/** Whether the quote has a payment. */
export async function hasPayment(tx: Transaction, quoteId: string): Promise<boolean> {
  const rows = await tx.rows(
    'select 1 from quote_payments where org_id = $1 and quote_id = $2 limit 1',
    [tx.organizationId, quoteId],
  );
  return rows.length > 0;
}

/** Reads at most two active locations, which is enough to check whether exactly one exists. */
export async function activeLocations(tx: Transaction): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    'select id from locations where org_id = $1 and active order by id limit 2',
    [tx.organizationId],
  );
  return rows.map(({ id }) => id);
}

/** SQL that selects the payments that are due for the job. */
export const duePayments =
  'select org_id, id from quote_payments where due_at <= $1 order by due_at';
