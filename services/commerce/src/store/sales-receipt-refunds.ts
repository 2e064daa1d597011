import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import type { salesReceiptRefund } from '@timbre/api';
import type { IncludedTax } from '@timbre/items';
import {
  entriesOf,
  entryNumber,
  foldedText,
  instant,
  json,
  number,
  object,
  resource,
  type Answer,
  type List,
  type Transaction,
} from '@timbre/kit';
import type { RefundPart } from '../domain/refund';
import { taxesOf } from './sales-receipts';

/**
 * A refund of a receipt. `creditNoteStatus` is the status of the refund's credit note, if the
 * receipt is invoiced.
 */
export const SalesReceiptRefund = defineEntity({
  name: 'SalesReceiptRefund',
  tableName: 'sales_receipt_refunds',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    version: p.integer().version(),
    receiptId: p.uuid(),
    businessDate: p.date(),
    total: p.decimal(),
    method: p.text().$type<'cash_back' | 'credit'>(),
    restocked: p.boolean(),
    reason: p.text().nullable(),
    lines: p.json<RefundPart[]>(),
    taxes: p.json<IncludedTax[]>(),
    creditNoteStatus: p.text().$type<'pending' | 'drafted' | 'stamped' | 'failed'>().nullable(),
    creditNoteId: p.uuid().nullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});

export type SalesReceiptRefund = InferEntity<typeof SalesReceiptRefund>;

type Shape = Answer<typeof salesReceiptRefund>;

export const salesReceiptRefundResource = resource<Shape>(
  'refund of a sales receipt',
  'sales_receipt_refunds',
  {
    documentRef: `'sales_receipt_refund:' || r.id`,
    receiptDocumentRef: `'sales_receipt:' || r.receipt_id`,
    createdAt: instant('r.created_at'),
    businessDate: 'r.business_date',
    total: object<Shape['total']>({ amount: number('r.total'), currency: `'MXN'` }),
    lines: entriesOf(
      'r.lines',
      object<Shape['lines'][number]>({
        lineRef: `e.entry->>'lineRef'`,
        quantity: entryNumber('quantity'),
        amount: entryNumber('amount'),
      }),
    ),
    taxes: taxesOf('r.taxes'),
    method: 'r.method',
    restocked: 'r.restocked',
    reason: 'r.reason',
    creditNoteStatus: 'r.credit_note_status',
    creditNoteDocumentRef: `'cfdi:' || r.credit_note_id`,
    creditNoteIssues: json(`(select n.issues from receipt_credit_notes n
      where n.org_id = r.org_id and n.refund_id = r.id)`),
  },
);

export const salesReceiptRefundList: List = {
  name: 'sales_receipt_refunds',
  resource: salesReceiptRefundResource,
  searchColumn: foldedText('r.reason'),
  dateColumn: 'r.business_date',
};

/** Whether a part of the receipt was refunded. */
export async function hasRefunds(tx: Transaction, receiptId: string): Promise<boolean> {
  const rows = await tx.rows(
    'select 1 from sales_receipt_refunds where org_id = $1 and receipt_id = $2 limit 1',
    [tx.organizationId, receiptId],
  );
  return rows.length > 0;
}

/** Stores the status of a credit note in its refund. */
export async function showCreditNote(
  tx: Transaction,
  refundId: string,
  status: SalesReceiptRefund['creditNoteStatus'],
  cfdiId: string | null,
): Promise<void> {
  await tx.rows(
    `update sales_receipt_refunds set credit_note_status = $3, credit_note_id = $4,
       version = version + 1, updated_at = $5 where org_id = $1 and id = $2`,
    [tx.organizationId, refundId, status, cfdiId, tx.now],
  );
}
