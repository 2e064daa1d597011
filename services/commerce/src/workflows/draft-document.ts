import { LockMode } from '@mikro-orm/postgresql';
import type { fiscalCfdi } from '@timbre/contract';
import {
  addressLine,
  certain,
  Decimal,
  documentIdOf,
  documentRef,
  formToBeDefined,
} from '@timbre/fiscal';
import {
  failpoint,
  isFinal,
  notFound,
  Refusal,
  withoutKey,
  type Issue,
  type Run,
  type Transaction,
} from '@timbre/kit';
import type { FiscalProviders } from './fiscal-drafts';
import { Contact } from '../store/contacts';
import { contactMessage } from '../store/contact-changed';
import { Location } from '../store/locations';
import { claimedReceipts, freeAllReceipts, freeReceipts } from '../store/receipt-claims';
import {
  byBuyer,
  leftReceipts,
  notesOfInvoice,
  ReceiptDocument,
  removeNotesOfInvoice,
  resumeMs,
  type GlobalRequest,
  type InvoiceRequest,
  type Skipped,
} from '../store/receipt-documents';
import { linesOfReceipts, SalesReceipt, type SalesReceiptLine } from '../store/sales-receipts';

/** Returns the idempotency key of a document in fiscal-cfdi. */
export const documentKey = (id: string): string => `receipts:${id}`;

type Draft =
  | { kind: 'global'; request: fiscalCfdi.DraftGlobalInvoiceRequest }
  | { kind: 'invoice'; request: fiscalCfdi.DraftReceiptInvoiceRequest };

/**
 * Drafts a document with claimed receipts. The call can be repeated at any time, because
 * fiscal-cfdi returns the same draft for the document. If the draft is rejected, or the customer
 * was deleted in the meantime, the receipts are released. If the draft of a global invoice is
 * rejected, only the rejected receipts are released, as long as the request has other receipts.
 * @returns false if no receipt was left, so the document was removed
 * @throws the refusals of fiscal-cfdi, with issues for the fields of the request; after
 * provider_unavailable, the job continues
 */
export async function draftDocument(
  run: Run,
  { fiscal }: FiscalProviders,
  documentId: string,
): Promise<boolean> {
  const context = withoutKey(run.context);
  let answer: fiscalCfdi.ReceiptsDraft;
  try {
    const draft = await run.step((tx) => requestOf(tx, documentId));
    if (!draft) return true;
    answer =
      draft.kind === 'global'
        ? await fiscal.draftGlobalInvoice(draft.request, context)
        : await fiscal.draftReceiptInvoice(draft.request, context);
  } catch (error) {
    const refused = refusedReceipts(error);
    const left = refused && (await run.step((tx) => leaveOut(tx, documentId, refused)));
    if (left === 'none') return false;
    if (left === 'some') return draftDocument(run, { fiscal }, documentId);
    if (isFinal(error)) await run.step((tx) => abandon(tx, documentId));
    throw error;
  }
  failpoint('document.drafted');
  await run.step((tx) => keepDraft(tx, documentId, answer));
  return true;
}

/**
 * Returns the issues of each receipt, keyed by its position in the document; undefined if anything
 * other than items was rejected. If there are a hundred issues, the last issue only states that
 * there are more.
 */
function refusedReceipts(error: unknown): Map<number, Issue[]> | undefined {
  if (!(error instanceof Refusal) || error.code !== 'validation_error') return undefined;
  const issues = (error.details.issues ?? []).filter(({ code }) => code !== 'more_issues');
  const placed = issues.map(({ path: [field, index, ...path], ...issue }) => {
    const isItem = field === 'items' && typeof index === 'number';
    return isItem ? { index, issue: { ...issue, path } } : undefined;
  });
  const found = placed.filter((one) => one !== undefined);
  if (found.length === 0 || found.length < issues.length) return undefined;
  const byIndex = Map.groupBy(found, ({ index }) => index);
  return new Map([...byIndex].map(([index, all]) => [index, all.map(({ issue }) => issue)]));
}

/**
 * Releases the rejected receipts of a global invoice and stores the reasons. If no receipt is left,
 * the reasons are stored with another document of the request, and this document ends.
 * @returns the remaining document; undefined if the document is not a global invoice, or if all
 * receipts of the request's only document are rejected
 */
async function leaveOut(
  tx: Transaction,
  documentId: string,
  refused: ReadonlyMap<number, Issue[]>,
): Promise<'some' | 'none' | undefined> {
  const documents = await documentsOfRequest(tx, documentId);
  const document = certain(
    documents.find(({ id }) => id === documentId),
    'the document',
  );
  if (document.kind !== 'global' || document.state !== 'drafting') return undefined;
  const receipts = await leftReceipts(tx, documentId);
  const left = receipts.flatMap(({ documentRef: reference }, index): Skipped[] => {
    const issues = refused.get(index);
    return issues ? [{ documentRef: reference, reason: 'invalid', issues }] : [];
  });
  const isNoneLeft = left.length === receipts.length;
  const keeper = isNoneLeft ? documents.find(({ id }) => id !== documentId) : document;
  if (left.length === 0 || !keeper) return undefined;
  const ids = left.map((one) => documentIdOf(one.documentRef, 'sales_receipt'));
  await freeReceipts(tx, documentId, ids);
  const earlier = isNoneLeft ? (document.skipped ?? []) : [];
  keeper.skipped = [...(keeper.skipped ?? []), ...earlier, ...left];
  keeper.updatedAt = tx.now;
  if (!isNoneLeft) return 'some';
  await tx.remove(document);
  return 'none';
}

/**
 * Releases the receipts of a rejected document, and of the other documents of its request that are
 * not drafted yet.
 */
async function abandon(tx: Transaction, documentId: string): Promise<void> {
  const documents = await documentsOfRequest(tx, documentId);
  for (const document of documents.filter(({ state }) => state === 'drafting')) {
    await freeAllReceipts(tx, document.id);
    await removeNotesOfInvoice(tx, document.id);
    await tx.remove(document);
  }
}

/** Reads and locks the documents of a document's request, sorted by identifier. */
async function documentsOfRequest(tx: Transaction, documentId: string): Promise<ReceiptDocument[]> {
  const { requestKey } = await tx.get(ReceiptDocument, documentId, 'document');
  const em = await tx.entityManager();
  return em.find(
    ReceiptDocument,
    { organizationId: tx.organizationId, requestKey, state: { $ne: 'gone' } },
    { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  );
}

async function keepDraft(
  tx: Transaction,
  documentId: string,
  { documentRef: reference, total }: fiscalCfdi.ReceiptsDraft,
): Promise<void> {
  const document = await tx.lock(ReceiptDocument, documentId, 'document');
  document.cfdiId = documentIdOf(reference, 'cfdi');
  document.total = total;
  document.updatedAt = tx.now;
  // The event of the draft may have arrived before this transaction.
  if (document.state !== 'drafting') return;
  document.state = 'drafted';
  document.dueAt = (await hasMore(tx, document)) ? new Date(tx.now.getTime() + resumeMs) : null;
}

/**
 * Whether the draft still needs a credit note or a stamp; if so, the job continues if the request
 * is interrupted.
 */
async function hasMore(tx: Transaction, { id, requestKey }: ReceiptDocument): Promise<boolean> {
  if (requestKey.startsWith(byBuyer)) return true;
  return (await notesOfInvoice(tx, id)).length > 0;
}

/**
 * Reads the data of a document that must be drafted.
 * @returns undefined if the document is already drafted
 */
async function requestOf(tx: Transaction, documentId: string): Promise<Draft | undefined> {
  const document = await tx.get(ReceiptDocument, documentId, 'document');
  if (document.state !== 'drafting') return undefined;
  const placeOfIssue = await placeOf(tx, document);
  if (document.kind === 'global') {
    const { period, replaces } = document.request as GlobalRequest;
    const { endsOn: periodEndedOn, startsOn: _, ...global } = period;
    const receipts = await leftReceipts(tx, documentId);
    const key = documentKey(documentId);
    return {
      kind: 'global',
      request: { key, placeOfIssue, period: global, periodEndedOn, receipts, replaces },
    };
  }
  return { kind: 'invoice', request: await invoiceOf(tx, document, placeOfIssue) };
}

/**
 * Returns the postal code of the location; without a location, the postal code of the fiscal
 * profile.
 */
async function placeOf(
  tx: Transaction,
  { locationId }: Pick<ReceiptDocument, 'locationId'>,
): Promise<string | undefined> {
  if (!locationId) return undefined;
  return (await tx.find(Location, locationId))?.postalCode;
}

async function invoiceOf(
  tx: Transaction,
  { id, request }: ReceiptDocument,
  placeOfIssue: string | undefined,
): Promise<fiscalCfdi.DraftReceiptInvoiceRequest> {
  const { customerId, cfdiUse, paymentForm, addendaValues = {} } = request as InvoiceRequest;
  const contact = await tx.find(Contact, customerId);
  if (!contact) throw notFound('customer');
  const ids = await claimedReceipts(tx, id);
  const receipts = await tx.findAll(SalesReceipt, ids);
  const lines = await linesOfReceipts(tx, ids);
  return {
    key: documentKey(id),
    placeOfIssue,
    receiptRefs: receipts.map((receipt) => documentRef('sales_receipt', receipt.id)),
    customer: customerOf(contact),
    cfdiUse: cfdiUse ?? contact.cfdiUse ?? '',
    payment: paymentOf(receipts, paymentForm),
    lines: lines.flatMap((line) => lineOf(line, leftOf(line))),
    addendaValues,
  };
}

function customerOf(contact: Contact): fiscalCfdi.ReceiptCustomer {
  const { contactId: customerId, version, fields = {} } = contactMessage(contact);
  const { legalName = '', address, rfc, taxSystem, publicBody, iepsTaxpayer } = fields;
  const { taxResidence, foreignTaxId, documentLanguage, addendaTemplate } = fields;
  return {
    customerId,
    version,
    legalName,
    rfc,
    taxSystem,
    postalCode: address?.postalCode,
    publicBody,
    iepsTaxpayer,
    taxResidence,
    foreignTaxId,
    address: address && addressLine(address),
    documentLanguage,
    addendaTemplate,
  };
}

type Paid = Pick<
  SalesReceipt,
  'saleType' | 'total' | 'refundedTotal' | 'paymentForm' | 'settlementTerms' | 'paymentDueDate'
>;

/**
 * Returns the payment data of the CFDI, which are PPD for sales on credit, and otherwise PUE with
 * the form of the largest payment.
 */
function paymentOf(receipts: readonly Paid[], form?: string): fiscalCfdi.IncomePayment {
  if (receipts.every(({ saleType }) => saleType !== 'credit')) {
    const formCode = form ?? largestOf(receipts).paymentForm ?? '';
    return { timing: 'single_payment', formCode, settlementTerms: undefined };
  }
  const [first, ...others] = receipts;
  const dueDates = receipts.flatMap(({ paymentDueDate }) => paymentDueDate ?? []).toSorted();
  const terms =
    others.length === 0 ? (certain(first, 'first').settlementTerms ?? undefined) : undefined;
  return {
    timing: 'deferred_or_installments',
    formCode: formToBeDefined,
    settlementTerms: terms,
    ...(dueDates[0] !== undefined && !terms && { dueDate: dueDates[0] }),
  };
}

function largestOf(receipts: readonly Paid[]): Paid {
  const left = ({ total, refundedTotal }: Paid) =>
    Decimal.from(total).minus(Decimal.from(refundedTotal));
  return receipts.reduce((one, other) => (left(other).greaterThan(left(one)) ? other : one));
}

interface Left {
  quantity: string;
  charged: string;
}

/** Returns the part of a line that is left after its refunds. */
const leftOf = (line: SalesReceiptLine): Left => ({
  quantity: Decimal.from(line.quantity).minus(Decimal.from(line.refundedQuantity)).toString(),
  charged: Decimal.from(line.lineTotal).minus(Decimal.from(line.refundedAmount)).toString(),
});

/** Returns the document item for a line; an empty list if the line charges nothing. */
export function lineOf({ item }: SalesReceiptLine, left: Left): fiscalCfdi.CfdiItem[] {
  if (!Decimal.from(left.charged).isPositive()) return [];
  const { withholdings, taxes, propertyTaxAccounts, customsNumbers } = item;
  // The rest of a line has no pieces if only money was refunded, or if all pieces were returned for
  // less than their price.
  const quantity = Decimal.from(left.quantity).isPositive() ? left.quantity : '1';
  return [
    {
      kind: 'custom',
      productId: item.productId,
      quantity: Decimal.from(quantity).trimmed().toString(),
      unitPrice: item.unitPrice,
      charged: left.charged,
      description: item.description,
      satProductCode: item.satProductCode,
      satUnitCode: item.satUnitCode,
      taxRate: item.taxRate,
      taxability: item.taxability,
      sku: item.sku,
      unitName: item.unitName,
      activity: item.activity,
      taxObject: item.taxObject,
      thirdParty: item.thirdParty,
      withholdings: withholdings && { entries: withholdings },
      taxes: taxes && { entries: taxes },
      propertyTaxAccounts: propertyTaxAccounts && { entries: propertyTaxAccounts },
      customsNumbers: customsNumbers && { entries: customsNumbers },
    },
  ];
}
