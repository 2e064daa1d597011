import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import type { common } from '@timbre/contract';
import type { Issue, Transaction } from '@timbre/kit';
import type { SalesPeriod } from '../domain/sales-period';

/** The data of a draft without its receipts. */
export type DocumentRequest = InvoiceRequest | GlobalRequest;

export interface InvoiceRequest {
  customerId: string;
  cfdiUse?: string | undefined;
  paymentForm?: string | undefined;
  /** Values for the placeholders of the customer's addenda. */
  addendaValues?: Readonly<Record<string, string>> | undefined;
  /** The buyer's e-mail address, to which the XML and the PDF are sent. */
  email?: string | undefined;
}

export interface GlobalRequest {
  period: SalesPeriod;
  /** The reference of the canceled global invoice that this document replaces. */
  replaces?: string | undefined;
}

/**
 * The reasons why a global invoice skips a receipt:
 *
 * - unpaid_credit: a sale on credit that is not paid; its IVA is due when it is paid
 * - invoice_requested: the buyer requested an invoice; left out until the period is due
 * - zero_total: everything was refunded
 * - withholding: a global invoice has no withholdings; invoice the receipt to its customer
 * - claimed: another document, a till or a refund holds the receipt at the moment
 * - not_in_period: not an open sale of the period at the location with that form of payment
 * - invalid: the SAT would refuse it; see `issues`
 */
type SkippedReason =
  | 'unpaid_credit'
  | 'invoice_requested'
  | 'zero_total'
  | 'withholding'
  | 'claimed'
  | 'not_in_period'
  | 'invalid';

/** A receipt that a global invoice skips. */
export interface Skipped {
  documentRef: string;
  reason: SkippedReason;
  issues?: Issue[];
}

/**
 * A CFDI that is made from receipts. The document's identifier is part of its idempotency key in
 * fiscal-cfdi.
 */
export const ReceiptDocument = defineEntity({
  name: 'ReceiptDocument',
  tableName: 'receipt_documents',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    version: p.integer().version(),
    kind: p.text().$type<'invoice' | 'global'>(),
    state: p.text().$type<'drafting' | 'drafted' | 'stamped' | 'gone'>(),
    /**
     * The text that identifies the request that created the document. A repeated request finds the
     * document by this text.
     */
    requestKey: p.text(),
    request: p.json<DocumentRequest>(),
    locationId: p.uuid().nullable(),
    cfdiId: p.uuid().nullable(),
    /** The version of the CFDI in its last event. */
    cfdiVersion: p.integer(),
    total: p.decimal().nullable(),
    /** The skipped receipts; stored with the first global invoice of a request. */
    skipped: p.json<Skipped[]>().nullable(),
    dueAt: p.datetime().nullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});

export type ReceiptDocument = InferEntity<typeof ReceiptDocument>;

/**
 * A credit note for one receipt, because of a refund or because the receipt is invoiced to a
 * customer.
 */
export const ReceiptCreditNote = defineEntity({
  name: 'ReceiptCreditNote',
  tableName: 'receipt_credit_notes',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    version: p.integer().version(),
    receiptId: p.uuid(),
    /** The document that the credit note reduces. */
    creditedDocumentId: p.uuid(),
    refundId: p.uuid().nullable(),
    /** The invoice to the customer that replaces the receipt's part of a global invoice. */
    invoiceId: p.uuid().nullable(),
    state: p.text().$type<'pending' | 'drafted' | 'stamped' | 'failed' | 'gone'>(),
    /** Whether the draft is stamped as soon as it exists. */
    stamps: p.boolean(),
    cfdiId: p.uuid().nullable(),
    cfdiVersion: p.integer(),
    attempts: p.integer(),
    /** The issues of a failed document. */
    issues: p.json<Issue[]>().nullable(),
    dueAt: p.datetime().nullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});

export type ReceiptCreditNote = InferEntity<typeof ReceiptCreditNote>;

/**
 * The prefix of the request keys of invoices that the buyer requests, which are stamped as soon as
 * they are drafted.
 */
export const byBuyer = 'self_invoice:';

/** Reads the credit notes that an invoice requires, in the order in which they were requested. */
export async function notesOfInvoice(
  tx: Transaction,
  invoiceId: string,
): Promise<ReceiptCreditNote[]> {
  const em = await tx.entityManager();
  return em.find(
    ReceiptCreditNote,
    { organizationId: tx.organizationId, invoiceId },
    { orderBy: { id: 'asc' } },
  );
}

/** Returns the given CFDI that are made from receipts. */
export async function cfdiOfReceipts(
  tx: Transaction,
  cfdiIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.rows<{ cfdiId: string }>(
    `select cfdi_id as "cfdiId" from receipt_documents where org_id = $1 and cfdi_id = any($2::uuid[])`,
    [tx.organizationId, cfdiIds],
  );
  return new Set(rows.map(({ cfdiId }) => cfdiId));
}

/** Reads the existing documents of a request, sorted by identifier. */
export async function documentsOfKey(tx: Transaction, requestKey: string): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    `select id from receipt_documents where org_id = $1 and request_key = $2 and state <> 'gone'
     order by id`,
    [tx.organizationId, requestKey],
  );
  return rows.map(({ id }) => id);
}

/** Makes a draft due, so that the job continues it immediately. */
export async function resumeDraft(tx: Transaction, documentId: string): Promise<void> {
  await tx.rows(
    `update receipt_documents set due_at = $3 where org_id = $1 and id = $2 and state = 'drafted'`,
    [tx.organizationId, documentId, tx.now],
  );
}

/**
 * The time for which the job waits before it continues a request that may have been interrupted.
 */
export const resumeMs = 60_000;

/**
 * Adds a document. The request itself drafts the document; if the request is interrupted, the job
 * drafts it.
 */
export function beginDocument(
  tx: Transaction,
  {
    dueAt = new Date(tx.now.getTime() + resumeMs),
    ...begun
  }: Pick<ReceiptDocument, 'id' | 'kind' | 'requestKey' | 'request' | 'locationId' | 'skipped'> & {
    /** The time at which the job drafts the document, if no request drafts it earlier. */
    dueAt?: Date | undefined;
  },
): void {
  tx.add(ReceiptDocument, {
    ...begun,
    version: 1,
    state: 'drafting',
    cfdiId: null,
    cfdiVersion: 0,
    total: null,
    dueAt,
    createdAt: tx.now,
    updatedAt: tx.now,
  });
}

/** Adds a credit note that the job drafts at `dueAt`. */
export function addCreditNote(
  tx: Transaction,
  note: Pick<
    ReceiptCreditNote,
    'receiptId' | 'creditedDocumentId' | 'refundId' | 'invoiceId' | 'stamps' | 'dueAt'
  >,
): void {
  tx.add(ReceiptCreditNote, {
    ...note,
    version: 1,
    state: 'pending',
    cfdiId: null,
    cfdiVersion: 0,
    attempts: 0,
    issues: null,
    createdAt: tx.now,
    updatedAt: tx.now,
  });
}

/** SQL that selects the refunds of the receipts that the document `$2` claims. */
const refundsOfDocument = `select f.id from receipt_claims c
  join sales_receipt_refunds f on f.org_id = c.org_id and f.receipt_id = c.receipt_id
  where c.org_id = $1 and c.document_id = $2`;

/** Reads the references of the drafted credit notes that reduce the document because of refunds. */
export async function draftsAbout(tx: Transaction, documentId: string): Promise<string[]> {
  const rows = await tx.rows<{ ref: string }>(
    `select 'cfdi:' || n.cfdi_id as ref from receipt_credit_notes n
     where n.org_id = $1 and n.refund_id in (${refundsOfDocument}) and n.credited_document_id = $2
       and n.state = 'drafted'`,
    [tx.organizationId, documentId],
  );
  return rows.map(({ ref }) => ref);
}

/**
 * Ends the unstamped credit notes for refunds of this document, because the refunds no longer need
 * a credit note.
 */
export async function endNotesAbout(tx: Transaction, documentId: string): Promise<void> {
  await tx.rows(
    `with ended as (
       update receipt_credit_notes n set state = 'gone', issues = null, due_at = null,
         version = n.version + 1, updated_at = $3
       where n.org_id = $1 and n.refund_id in (${refundsOfDocument}) and n.credited_document_id = $2
         and n.state <> 'stamped' returning n.refund_id)
     update sales_receipt_refunds f set credit_note_status = null, credit_note_id = null,
       version = f.version + 1, updated_at = $3
     from ended e where f.org_id = $1 and f.id = e.refund_id`,
    [tx.organizationId, documentId, tx.now],
  );
}

/**
 * Ends the unstamped credit notes of an invoice that no longer exists.
 * @returns the drafts of the credit notes, which the caller deletes
 */
export async function endNotesOfInvoice(tx: Transaction, invoiceId: string): Promise<string[]> {
  const rows = await tx.rows<{ cfdiId: string | null }>(
    `update receipt_credit_notes set due_at = null, state = case when cfdi_id is null then 'gone'
       else state end where org_id = $1 and invoice_id = $2 and state in ('pending', 'drafted')
     returning cfdi_id as "cfdiId"`,
    [tx.organizationId, invoiceId],
  );
  return rows.flatMap(({ cfdiId }) => cfdiId ?? []);
}

/** Removes the credit notes of an invoice. */
export async function removeNotesOfInvoice(tx: Transaction, invoiceId: string): Promise<void> {
  const values = [tx.organizationId, invoiceId];
  await tx.rows('delete from receipt_credit_notes where org_id = $1 and invoice_id = $2', values);
}

/** Moves the claims of a document, and the credit notes of their refunds, to another document. */
export async function handOverClaims(tx: Transaction, from: string, to: string): Promise<void> {
  await tx.rows(
    `update receipt_credit_notes n set credited_document_id = $3 where n.org_id = $1
       and n.refund_id in (${refundsOfDocument}) and n.credited_document_id = $2`,
    [tx.organizationId, from, to],
  );
  await tx.rows(
    'update receipt_claims set document_id = $3 where org_id = $1 and document_id = $2',
    [tx.organizationId, from, to],
  );
}

/**
 * The part of a receipt's charge, less refunds, that has the same IVA rate and the same rate of
 * separately shown IEPS; decimal text.
 */
export interface LeftPart {
  amount: string;
  taxability?: string;
  taxRate?: string;
  taxes?: { entries: common.ItemTax[] };
  /** The quantity; only set if the part has taxes. */
  quantity?: string;
}

/** SQL of the separately shown taxes of a line `l`, by which a receipt's charge is grouped. */
const shownTaxes = `case when (l.item->>'iepsApart')::bool then l.item->'taxes' end`;

/**
 * Returns SQL for the parts of lines `l` as JSON, in a fixed order.
 * @param amount is the SQL of a line's amount
 * @param quantity is the SQL of a line's number of pieces
 * @param lines are the rest of the query, starting at `from`
 */
const partsSql = (amount: string, quantity: string, lines: string): string =>
  `(select json_agg(json_strip_nulls(json_build_object('amount', p.amount::text,
       'taxability', p.taxability, 'taxRate', p.rate,
       'taxes', case when p.taxes is not null then json_build_object('entries', p.taxes) end,
       'quantity', case when p.taxes is not null then p.quantity::text end))
       order by p.taxability, p.rate, p.taxes)
     from (select sum(${amount}) as amount, sum(${quantity}) as quantity,
         l.item->>'taxability' as taxability, l.item->>'taxRate' as rate, ${shownTaxes} as taxes
       ${lines}
       group by 3, 4, 5 having sum(${amount}) > 0) p)`;

const leftParts = partsSql(
  'l.line_total - l.refunded_amount',
  'l.quantity - l.refunded_quantity',
  'from sales_receipt_lines l where l.org_id = r.org_id and l.receipt_id = r.id',
);

const ofNote = 'l.org_id = $1 and l.receipt_id = $2';

const partsOfRefund = partsSql(
  `(e.entry->>'amount')::numeric`,
  `coalesce((e.entry->>'quantity')::numeric, 0)`,
  `from sales_receipt_lines l
   join sales_receipt_refunds f on f.org_id = l.org_id and f.id = $3
   cross join jsonb_array_elements(f.lines) e (entry)
   where ${ofNote} and l.id = (e.entry->>'lineRef')::uuid`,
);

const partsOfRest = partsSql(
  'l.line_total - l.refunded_amount',
  'l.quantity - l.refunded_quantity',
  `from sales_receipt_lines l where ${ofNote}`,
);

/**
 * Reads the amount by which a credit note reduces the receipt at each tax rate: by the refund, or
 * by the receipt's whole remaining amount.
 */
export async function partsOfNote(
  tx: Transaction,
  { receiptId, refundId }: Pick<ReceiptCreditNote, 'receiptId' | 'refundId'>,
): Promise<LeftPart[]> {
  const own = [tx.organizationId, receiptId];
  const [row] = refundId
    ? await tx.rows<NotedParts>(`select ${partsOfRefund} as parts`, [...own, refundId])
    : await tx.rows<NotedParts>(`select ${partsOfRest} as parts`, own);
  return row?.parts ?? [];
}

interface NotedParts {
  parts: LeftPart[] | null;
}

/** A receipt of a global invoice, with the amount that is left after refunds. */
export interface LeftReceipt {
  documentRef: string;
  folio: string;
  formCode: string;
  parts: LeftPart[];
}

/** Reads the remaining amounts of a document's receipts, sorted by folio. */
export function leftReceipts(tx: Transaction, documentId: string): Promise<LeftReceipt[]> {
  return tx.bulk<LeftReceipt>(
    `select 'sales_receipt:' || r.id as "documentRef", r.folio,
       coalesce(r.payment_form, r.paid_form, '') as "formCode",
       ${leftParts} as parts
     from receipt_claims c
     join sales_receipts r on r.org_id = c.org_id and r.id = c.receipt_id
     where c.org_id = $1 and c.document_id = $2
     order by length(r.folio), r.folio`,
    [tx.organizationId, documentId],
  );
}

/** SQL that selects the documents that are due for the job. */
export const dueDocuments = `select org_id, id from receipt_documents where due_at <= $1 order by due_at`;

/** SQL that selects the credit notes that are due for the job. */
export const dueNotes = `select org_id, id from receipt_credit_notes where due_at <= $1 order by due_at`;
