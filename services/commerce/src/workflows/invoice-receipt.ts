import { certain, Decimal, documentRef, parseDocumentRef, firstIn } from '@timbre/fiscal';
import { conflict, invalid, notFound, type Run, type Transaction } from '@timbre/kit';
import { invoiceRefusal, type Claim } from '../domain/receipt-claims';
import type { FiscalProviders } from './fiscal-drafts';
import { Contact } from '../store/contacts';
import { claimedReceipts, claimReceipts, claimsOf, type ClaimRow } from '../store/receipt-claims';
import {
  addCreditNote,
  beginDocument,
  notesOfInvoice,
  ReceiptDocument,
  resumeMs,
  type InvoiceRequest,
} from '../store/receipt-documents';
import { lockReceipts, receiptNotFound, type LockedReceipt } from '../store/sales-receipts';
import { draftDocument } from './draft-document';
import { finishInvoice } from './finish-invoice';
import { unknownCustomer } from './sale-sources';

/** A request to invoice receipts to one customer. */
export interface ReceiptsToInvoice extends Omit<InvoiceRequest, 'customerId'> {
  /**
   * The text that identifies the request in the organization. A repeated request continues the same
   * invoice, for example after a crash.
   */
  requestKey: string;
  /** References of at least one receipt, `sales_receipt:<id>`. */
  receiptRefs: readonly string[];
  /** The customer of the invoice; the default is the common customer of the receipts. */
  customerId?: string | undefined;
}

/** The draft of an invoice of receipts. */
export interface InvoicedReceipts {
  documentRef: string;
  /** The amount with two decimals. */
  total: string;
  receiptDocumentRefs: string[];
  /**
   * The drafts of credit notes that remove the receipts from their global invoice. The credit notes
   * must be stamped before the invoice.
   */
  creditNoteDocumentRefs: string[];
}

/**
 * Drafts the invoice of receipts for a customer. The invoice contains the sold items less refunds,
 * at the charged prices. The receipts are claimed first, so that no other document includes them.
 * The job continues a draft that a crash interrupted. For receipts of a global invoice, credit
 * notes are drafted too. A self-invoice is also stamped.
 * @throws Refusal not_found; conflict receipt_canceled, nothing_to_invoice, being_invoiced,
 * already_invoiced, sale_types_differ, locations_differ, credit_note_refused; validation_error
 * customer_missing and the issues of the draft; provider_unavailable
 */
export async function invoiceReceipts(
  run: Run,
  providers: FiscalProviders,
  request: ReceiptsToInvoice,
): Promise<InvoicedReceipts> {
  const id = await run.step((tx) => claimInvoice(tx, request));
  await draftDocument(run, providers, id);
  await finishInvoice(run, providers, id);
  return run.step((tx) => shownInvoice(tx, id));
}

/**
 * Claims the receipts of the request for its invoice.
 * @returns the document of the request; if the request is repeated, the document of the earlier
 * attempt
 */
async function claimInvoice(tx: Transaction, request: ReceiptsToInvoice): Promise<string> {
  const { requestKey, receiptRefs, cfdiUse, paymentForm, email, addendaValues } = request;
  const known = await tx.findBy(ReceiptDocument, { requestKey, state: { $ne: 'gone' } });
  if (known) return known.id;
  const receipts = await lockNamed(tx, receiptRefs);
  const claims = await claimsOf(
    tx,
    receipts.map((receipt) => receipt.id),
  );
  requireInvoiceable(receipts, claims);
  const id = tx.newId();
  const customerId = request.customerId ?? commonCustomer(receipts);
  await requireCustomer(tx, customerId);
  beginDocument(tx, {
    id,
    kind: 'invoice',
    requestKey,
    request: { customerId, cfdiUse, paymentForm, email, addendaValues },
    locationId: firstIn(receipts).locationId,
    skipped: null,
  });
  const slots = receipts.map((receipt) => ({ receiptId: receipt.id, slot: slotOf(receipt) }));
  await claimReceipts(tx, id, slots);
  for (const claim of claims) creditGlobal(tx, id, claim);
  return id;
}

const slotOf = ({ status }: LockedReceipt): Claim['slot'] =>
  status === 'global_invoiced' ? 'after_global' : 'sale';

/**
 * Adds the credit note that removes a receipt from its global invoice (SAT's guide, appendix 2).
 */
function creditGlobal(tx: Transaction, invoiceId: string, claim: ClaimRow): void {
  addCreditNote(tx, {
    receiptId: claim.receiptId,
    creditedDocumentId: claim.documentId,
    refundId: null,
    invoiceId,
    stamps: false,
    dueAt: new Date(tx.now.getTime() + resumeMs),
  });
}

/**
 * Locks the named receipts, sorted by identifier.
 * @throws Refusal not_found with each unknown receipt
 */
async function lockNamed(tx: Transaction, refs: readonly string[]): Promise<LockedReceipt[]> {
  const ids = refs.map((ref) => parseDocumentRef(ref, 'sales_receipt')?.id.toLowerCase() ?? '');
  const rows = await lockReceipts(tx, ids);
  const known = new Set(rows.map(({ id }) => id));
  const missing = ids.flatMap((id, index) =>
    known.has(id)
      ? []
      : // The first receipt is in the path of the request.
        receiptNotFound(index === 0 ? ['documentRef'] : ['documentRefs', index - 1]),
  );
  if (missing.length > 0) throw notFound('sales receipt', missing);
  return rows;
}

/**
 * - locations_differ: the receipts belong to several locations; invoice the receipts of each location
 *   separately
 */
function requireInvoiceable(receipts: LockedReceipt[], claims: ClaimRow[]): void {
  for (const receipt of receipts) {
    const left = Decimal.from(receipt.total).minus(Decimal.from(receipt.refundedTotal));
    const own = claims.filter(({ receiptId }) => receiptId === receipt.id);
    const refused = invoiceRefusal({ ...receipt, left, claims: own });
    if (refused) throw conflict(refused.message, refused.reason);
  }
  if (new Set(receipts.map(({ saleType }) => saleType)).size > 1) {
    const message = 'Receipts on credit (PPD) and paid ones (PUE) cannot be in one invoice.';
    throw conflict(message, 'sale_types_differ');
  }
  if (new Set(receipts.map(({ locationId }) => locationId)).size > 1) {
    const message = 'A CFDI is issued at one place; invoice the receipts of each location apart.';
    throw conflict(message, 'locations_differ');
  }
}

/**
 * Checks that the customer exists.
 * @throws Refusal not_found contact_not_found
 */
async function requireCustomer(tx: Transaction, id: string): Promise<void> {
  const contact = await tx.find(Contact, id);
  const customer = contact?.kind === 'customer' ? contact : undefined;
  const unknown = unknownCustomer(id, { customer });
  if (unknown.length > 0) throw notFound('customer', unknown);
}

/**
 * Returns the customer that all receipts have in common.
 * @throws Refusal validation_error customer_missing
 */
function commonCustomer(receipts: LockedReceipt[]): string {
  const customers = new Set(receipts.map(({ customerId }) => customerId));
  const [customerId] = customers;
  if (customers.size === 1 && customerId) return customerId;
  const message = 'The receipts have no customer in common; say who it is for.';
  throw invalid([{ path: ['customerId'], code: 'customer_missing', message }]);
}

async function shownInvoice(tx: Transaction, id: string): Promise<InvoicedReceipts> {
  const document = await tx.get(ReceiptDocument, id, 'document');
  const receiptIds = await claimedReceipts(tx, id);
  const notes = await notesOfInvoice(tx, id);
  return {
    documentRef: documentRef('cfdi', certain(document.cfdiId, 'cfdiId')),
    total: certain(document.total, 'total'),
    receiptDocumentRefs: receiptIds.map((receiptId) => documentRef('sales_receipt', receiptId)),
    creditNoteDocumentRefs: notes.flatMap(({ cfdiId }) =>
      cfdiId ? [documentRef('cfdi', cfdiId)] : [],
    ),
  };
}
