import type { accounts } from '@timbre/contract';
import {
  certain,
  Decimal,
  documentRef,
  parseDocumentRef,
  settlementTermsIssues,
  settlementTermsOf,
  type SettlementTerms,
} from '@timbre/fiscal';
import {
  conflict,
  invalid,
  isIdentifier,
  longCommand,
  notFound,
  Refusal,
  replyValue,
  type Reply,
  type Run,
  type Transaction,
} from '@timbre/kit';
import { nextDueOf } from '../domain/installments';
import { factsOfCfdi } from '../domain/facts';
import { isSamePlan, planRefusal, type PlanRefusal } from '../domain/plan';
import type { PresentCfdi } from '../domain/ports';
import { lockKeys } from '../store/documents';
import { announceBalance } from '../store/balance-events';
import { readCollection, type Collection } from '../store/collected-documents';
import { beginPlan, clearPlan } from '../workflows/follow-installments';
import { knownContact, type ContactProviders } from '../workflows/known-contact';
import { refreshDocuments, type DocumentProviders } from '../workflows/refresh-documents';

export type PlanningProviders = ContactProviders & DocumentProviders;

const messages: Readonly<Record<PlanRefusal, string>> = {
  not_income: 'Only invoices are planned.',
  not_issued: 'Only invoices that your organization issued are planned.',
  not_stamped: 'The invoice is a draft; stamp it first.',
  invoice_canceled: 'The invoice is canceled.',
  not_deferred: 'The invoice was paid when it was issued (PUE).',
  invoice_paid: 'Nothing of the invoice is left to be paid.',
};

/**
 * Plans the payment of an invoice, or clears its plan. The invoice, its complements and its credit
 * notes are first read from fiscal-cfdi, because their events may not have arrived yet.
 */
export const planReceivableInvoice = longCommand(
  async (run, request: accounts.PlanReceivableInvoiceRequest, providers: PlanningProviders) => {
    const terms = termsOf(request);
    const cfdi = await presentCfdi(run, request, providers);
    return run.finish(async (tx) => {
      const collection = await presentCollection(tx, cfdi);
      requirePlannable(request, cfdi, collection);
      return planned(tx, certain(collection, 'collection'), terms);
    });
  },
);

/** Reads the current document from fiscal-cfdi, and stores the document and its open item. */
async function presentCfdi(
  run: Run,
  { customerId, documentRef: ref }: accounts.PlanReceivableInvoiceRequest,
  providers: PlanningProviders,
): Promise<PresentCfdi> {
  const id = parseDocumentRef(ref, 'cfdi')?.id ?? '';
  const cfdi = isIdentifier(id) ? await providers.documents.find(run.context, id) : undefined;
  if (!cfdi) throw notFound(named);
  // A received document has no customer, so only the existence of the requested customer is
  // checked.
  if (cfdi.direction === 'received') await knownContact(run, providers, 'receivable', customerId);
  else await refreshDocuments(run, providers, [documentRef('cfdi', cfdi.cfdiId)]);
  return cfdi;
}

const named = 'invoice of this customer';

/** Reads and locks the stored document of the invoice to be planned. */
async function presentCollection(
  tx: Transaction,
  cfdi: PresentCfdi,
): Promise<Collection | undefined> {
  const facts = factsOfCfdi(cfdi);
  if (!facts?.openItem) return undefined;
  await lockKeys(tx, [facts.openItem]);
  return readCollection(tx, facts.ref);
}

/**
 * Checks that the invoice can be planned or that its plan can be cleared.
 * @throws Refusal not_found, recovery_required, or conflict with the reason of planRefusal
 */
function requirePlannable(
  { customerId, documentRef: ref }: accounts.PlanReceivableInvoiceRequest,
  cfdi: PresentCfdi,
  collection: Collection | undefined,
): void {
  const known = collection?.document;
  const owner = known?.contact ?? cfdi.customerId;
  if (cfdi.direction === 'issued' && owner !== customerId.toLowerCase()) throw notFound(named);
  const isDeferred = cfdi.methodCode === 'PPD';
  const effective = known?.effective ?? Decimal.zero;
  // The event of the cancellation may have arrived after accounts read the invoice from
  // fiscal-cfdi.
  const status = known?.isValid === false ? 'canceled' : cfdi.status;
  const refused = planRefusal({ ...cfdi, status, isDeferred, effective });
  if (refused === 'not_stamped' && cfdi.stampInDoubt) {
    throw new Refusal(
      'recovery_required',
      'It is not known yet whether this document was stamped. We keep asking the PAC.',
      { retryable: false, document: { documentRef: ref, editable: false } },
    );
  }
  if (refused) throw conflict(messages[refused], refused);
}

/** Begins the payment plan, except if the current plan already has the same terms and balance. */
async function planned(
  tx: Transaction,
  collection: Collection,
  terms: SettlementTerms | null,
): Promise<Reply> {
  const { plan, document } = collection;
  if (isSamePlan(plan, terms, document.fiscal)) {
    return answer(collection, terms, plan?.plannedAt ?? tx.now.toISOString());
  }
  const after = terms
    ? await beginPlan(tx, collection, terms)
    : await clearPlan(tx, { ...collection, plan: certain(plan, 'plan') });
  await announceBalance(tx, document.ref);
  return answer(after, terms, tx.now.toISOString());
}

const answer = (
  { document, installments }: Collection,
  terms: SettlementTerms | null,
  plannedAt: string,
): Reply =>
  replyValue({
    documentRef: document.ref,
    plannedAt,
    settlementTerms: terms ?? undefined,
    paymentDueDate: nextDueOf(installments.filter(({ state }) => state === 'live')),
  });

/**
 * Returns the settlementTerms of the request after validating the terms.
 * @throws Refusal validation_error with the issues of settlementTermsIssues
 */
function termsOf({
  settlementTerms,
}: accounts.PlanReceivableInvoiceRequest): SettlementTerms | null {
  if (!settlementTerms) return null;
  const issues = settlementTermsIssues(settlementTerms, ['settlementTerms']);
  if (issues.length > 0) throw invalid(issues);
  return settlementTermsOf(settlementTerms);
}
