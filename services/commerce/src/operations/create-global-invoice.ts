import type { commerce } from '@timbre/contract';
import { certain, addDays, documentRef, parseDocumentRef, firstIn } from '@timbre/fiscal';
import {
  conflict,
  invalid,
  isIdentifier,
  longCommand,
  notFound,
  Refusal,
  replyValue,
  requestKeyOf,
  type Transaction,
} from '@timbre/kit';
import type { FiscalProviders } from '../workflows/fiscal-drafts';
import { periodIssues, salesPeriod } from '../domain/sales-period';
import { shownMoney } from '../domain/shown-money';
import { claimForGlobal, documentsMax } from '../store/global-claims';
import { dayAt, Location } from '../store/locations';
import { ReceiptSettings } from '../store/receipt-settings';
import { countClaims } from '../store/receipt-claims';
import {
  beginDocument,
  documentsOfKey,
  ReceiptDocument,
  type GlobalRequest,
} from '../store/receipt-documents';
import { receiptNotFound, SalesReceipt } from '../store/sales-receipts';
import { draftDocument } from '../workflows/draft-document';
import { learnOwed } from '../workflows/learn-owed';

/**
 * Drafts global invoices for the open receipts of a period at a location, with at most 1,250
 * receipts each. One statement claims all receipts of the period. The job continues drafts that a
 * crash interrupted.
 *
 * - nothing_to_invoice: no receipt of the period can be invoiced
 * - not_canceled: the global invoice that is to be replaced is still valid; cancel it first
 */
export const createGlobalInvoice = longCommand(
  async (run, request: commerce.CreateGlobalInvoiceRequest, providers: FiscalProviders) => {
    const requestKey = requestKeyOf(run.context);
    const ids = await run.step((tx) => claimGlobal(tx, requestKey, request));
    for (const id of ids) await draftDocument(run, providers, id).catch(refuseHere);
    return run.finish(async (tx) => replyValue(await shownDocuments(tx, ids)));
  },
);

/**
 * Rethrows a refusal, in which issues of the period and the payment form name the corresponding
 * fields of this request.
 */
function refuseHere(error: unknown): never {
  if (!(error instanceof Refusal) || error.code !== 'validation_error') throw error;
  const issues = error.details.issues ?? [];
  throw invalid(
    issues.map((issue) => {
      const [field, part] = issue.path;
      if (field === 'payment') return { ...issue, path: ['paymentForm'] };
      if (field !== 'globalPeriod') return issue;
      return { ...issue, path: [part === 'periodicity' ? part : 'period'] };
    }),
  );
}

/**
 * Claims the receipts that the request selects for the global invoices of the request.
 * @returns the documents of the request; if the request is repeated, the documents of the earlier
 * attempt
 */
async function claimGlobal(
  tx: Transaction,
  requestKey: string,
  request: commerce.CreateGlobalInvoiceRequest,
): Promise<string[]> {
  const known = await documentsOfKey(tx, requestKey);
  if (known.length > 0) return known;
  await learnOwed(tx, request.owed);
  const location = await locationOf(tx, request.locationId);
  const today = dayAt(tx.businessNow, location);
  const issues = periodIssues(request.period, today);
  if (issues.length > 0) throw invalid(issues);
  const periodicity = request.periodicity ?? (await defaultPeriodicity(tx));
  const replaces = await replacedBy(tx, request.replaces);
  const receiptIds = await namedReceipts(tx, request.documentRefs);
  const period = salesPeriod(periodicity, request.period);
  const documentIds = Array.from({ length: documentsMax }, () => tx.newId());
  const claimed = await claimForGlobal(tx, documentIds, {
    period,
    locationId: location?.id ?? null,
    isDefault: location?.isDefault ?? true,
    receiptIds,
    paymentForm: request.paymentForm ?? null,
    isDue: today > addDays(period.endsOn, 1),
  });
  const filled = documentIds.filter((id) => claimed.documents[id]);
  if (filled.length === 0) throw nothingToInvoice();
  filled.forEach((id, index) => {
    beginDocument(tx, {
      id,
      kind: 'global',
      requestKey,
      request: { period, replaces },
      locationId: location?.id ?? null,
      skipped: index === 0 ? claimed.skipped : null,
    });
  });
  return filled;
}

/**
 * @throws Refusal validation_error required, if the periodicity is missing in both the request and
 * the settings
 */
async function defaultPeriodicity(tx: Transaction): Promise<string> {
  const settings = await tx.findBy(ReceiptSettings, {});
  if (settings?.defaultPeriodicity) return settings.defaultPeriodicity;
  const message = 'Give the periodicity, or set the defaultPeriodicity of receipts.';
  throw invalid([{ path: ['periodicity'], code: 'required', message }]);
}

const nothingToInvoice = () =>
  conflict('No open receipt of the period can be summed up.', 'nothing_to_invoice');

/**
 * Returns the location of the request or, by default, the default location; undefined in an
 * organization without locations.
 */
async function locationOf(tx: Transaction, id: string | undefined): Promise<Location | undefined> {
  if (id === undefined) return tx.findBy(Location, { isDefault: true });
  const location = await tx.find(Location, id);
  if (location) return location;
  const message = 'Your organization has no such location.';
  throw notFound('location', [{ path: ['locationId'], code: 'location_not_found', message }]);
}

/**
 * Returns the reference of the canceled global invoice to replace; undefined if the request names
 * none.
 * @throws Refusal not_found, conflict not_canceled
 */
async function replacedBy(tx: Transaction, reference?: string): Promise<string | undefined> {
  if (reference === undefined) return undefined;
  const cfdiId = parseDocumentRef(reference, 'cfdi')?.id ?? '';
  const known = isIdentifier(cfdiId) && { cfdiId, kind: 'global' };
  const document = known && (await tx.findBy(ReceiptDocument, known));
  if (!document) {
    const message = 'No CFDI with this identifier exists in your organization.';
    throw notFound('CFDI', [{ path: ['replaces'], code: 'cfdi_not_found', message }]);
  }
  if (document.state === 'gone') return documentRef('cfdi', certain(document.cfdiId, 'cfdiId'));
  throw conflict('Cancel the global invoice first, with motive 04.', 'not_canceled');
}

/**
 * @returns the identifiers, or null if the request names no receipts
 * @throws Refusal not_found
 */
async function namedReceipts(tx: Transaction, references: string[]): Promise<string[] | null> {
  if (references.length === 0) return null;
  const ids = references.map((ref) => parseDocumentRef(ref, 'sales_receipt')?.id ?? '');
  const known = new Set((await tx.findAll(SalesReceipt, ids)).map(({ id }) => id));
  const missing = ids.flatMap((id, index) =>
    known.has(id.toLowerCase()) ? [] : receiptNotFound(['documentRefs', index]),
  );
  if (missing.length > 0) throw notFound('sales receipt', missing);
  return ids;
}

async function shownDocuments(tx: Transaction, ids: readonly string[]) {
  const receipts = await countClaims(tx, ids);
  const documents = (await tx.findAll(ReceiptDocument, ids)).toSorted((one, other) =>
    one.id < other.id ? -1 : 1,
  );
  const { period } = firstIn(documents).request as GlobalRequest;
  return {
    dateFrom: period.startsOn,
    dateTo: period.endsOn,
    documents: documents.map(({ id, cfdiId, total }) => ({
      documentRef: documentRef('cfdi', certain(cfdiId, 'cfdiId')),
      total: shownMoney(certain(total, 'total')),
      receiptCount: receipts.get(id) ?? 0,
    })),
    skipped: documents.flatMap(({ skipped }) => skipped ?? []),
  };
}
