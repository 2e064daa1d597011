import { say } from '@timbre/api';
import { certain, Decimal, parseDocumentRef, valueAt, itemAt, firstIn } from '@timbre/fiscal';
import {
  conflict,
  invalid,
  longCommand,
  notFound,
  operationInProgress,
  Refusal,
  replyWith,
  requestKeyOf,
  requireJudgedRow,
  type Operation,
  type Reply,
  type Run,
  type Transaction,
} from '@timbre/kit';
import { creditAccount, targetOfPayment, type Side } from '../domain/open-item';
import { allocate, leftOf, paymentIssues, type Allocation } from '../domain/payment';
import { keepMatches } from '../store/open-items';
import { lockBalance, post, transactionResource, type OpenItemEntries } from '../store/ledger';
import { selectOwed } from '../store/owed';
import {
  addPayment,
  documentAfterPayment,
  openItemOfPayment,
  type Payment,
} from '../store/payments';
import {
  addComplement,
  endRequest,
  paymentOfRequest,
  type WantedComplement,
} from '../store/payment-complements';
import {
  lockForPayment,
  openRefs,
  type DocumentBalances,
  type PaidFrom,
} from '../store/document-balances';
import { announceTransaction } from '../store/transaction-events';
import { knownContact, type ContactProviders } from './known-contact';
import { moneyOfComplement } from './money-of-complement';
import { makeComplement, type ComplementProviders } from './make-complement';
import { pastFences, requireUnfenced } from './past-fences';
import { refreshDocuments, type DocumentProviders } from './refresh-documents';
import { settleOpenItem } from './settle-open-item';

/** A request to record a payment by a customer or to a supplier. */
export interface PaymentRequest {
  side: Side;
  contact: string;
  amount: string;
  currency: string;
  formCode?: string | undefined;
  paidOn: string;
  reference?: string | undefined;
  source: string;
  applications: readonly { documentRef: string; amount: string }[];
  useCredit: boolean;
  /**
   * The requested complement of the payment: the value is `none`, `draft` or `stamp`, and an absent
   * value means `none`.
   */
  complement?: string | undefined;
  /** The stamped complement that already reports the paid money. */
  complementDocumentRef?: string | undefined;
  exchangeRate?: string | undefined;
  received?: { currency: string; amount: string } | undefined;
}

/**
 * The maximum number of documents of one payment. To pay more documents, record several payments.
 */
const documentsMax = 500;

/** The maximum number of documents that are refreshed for a payment that names no documents. */
const refreshedMax = 100;

export type PaymentProviders = ContactProviders & DocumentProviders & ComplementProviders;

/**
 * Creates an operation that records a payment and makes the requested complement. The documents
 * that the payment may cover are refreshed before they are locked.
 * @throws Refusal not_found if the contact does not exist, or a refusal of `recordPayment`
 */
export const recordsPayment = <Request>(
  side: Side,
  paymentIn: (request: Request) => Omit<PaymentRequest, 'side'>,
): Operation<Request, PaymentProviders> =>
  longCommand(async (run, given, providers) => {
    const asked = paymentIn(given);
    const { complement: wanted = 'none' } = asked;
    const recorded = <Done>(record: (request: PaymentRequest) => Promise<Done>) =>
      pastFences(run, providers, () => refreshed(run, providers, side, asked), record);
    if (wanted === 'none') {
      return recorded((request) =>
        run.finish(async (tx) => answer(tx, await recordPayment(tx, request))),
      );
    }
    const requestKey = requestKeyOf(run.context);
    const known = await run.step((tx) => paymentOfRequest(tx, requestKey));
    const id = known ?? (await recorded((request) => recordWith(run, requestKey, request)));
    await makeComplement(run, providers, id, true).catch(unknownYet);
    return run.finish(async (tx) => {
      await endRequest(tx, id);
      return answer(tx, id);
    });
  });

/**
 * Returns the response for a recorded payment. A payment that is dated before a document that it
 * covers has the warning paid_before_issue: the day is often mistyped, and the payment complement
 * would be refused.
 */
async function answer(tx: Transaction, id: string): Promise<Reply> {
  const early = await documentAfterPayment(tx, id);
  const warning = early && {
    path: ['paidOn'],
    code: 'paid_before_issue',
    ...say('paid_before_document', early),
  };
  return replyWith(transactionResource, id, warning && [warning]);
}

/**
 * Refreshes the documents that the payment may cover.
 * @throws Refusal not_found
 */
async function refreshed(
  run: Run,
  providers: PaymentProviders,
  side: Side,
  asked: Omit<PaymentRequest, 'side'>,
): Promise<PaymentRequest> {
  const named = await knownContact(run, providers, side, asked.contact);
  // Identifiers are compared as text, and PostgreSQL returns them in lower case.
  const applications = asked.applications.map((one) => ({
    ...one,
    documentRef: one.documentRef.toLowerCase(),
  }));
  const complementDocumentRef = asked.complementDocumentRef?.toLowerCase();
  const request = { ...asked, applications, complementDocumentRef, side, contact: named.id };
  const owing = applications.length === 0 ? named : undefined;
  const refs = await refsOf(run, request);
  const linked = complementDocumentRef === undefined ? [] : [complementDocumentRef];
  await refreshDocuments(run, providers, [...refs, ...linked], owing);
  return request;
}

/** Records a payment together with its requested complement, in one transaction. */
const recordWith = (run: Run, requestKey: string, request: PaymentRequest): Promise<string> =>
  run.step(async (tx) => {
    const id = await recordPayment(tx, request);
    const { complement, exchangeRate, received } = request;
    const wanted = complement as WantedComplement['wanted'];
    await addComplement(tx, id, requestKey, { wanted, exchangeRate, received });
    return id;
  });

/**
 * Ignores the error of a complement whose outcome is unknown: the payment is recorded, and the job
 * continues the complement.
 * @throws any error that is not a Refusal; a repeated request then continues with the same payment
 */
function unknownYet(error: unknown): boolean {
  if (!(error instanceof Refusal)) throw error;
  return false;
}

/**
 * Returns the documents that a payment names. If it names none, the function returns the oldest
 * documents that the payment may cover.
 */
const refsOf = (run: Run, request: PaymentRequest): Promise<string[]> | string[] =>
  request.applications.length > 0
    ? request.applications.map(({ documentRef }) => documentRef)
    : run.step((tx) => openRefs(tx, request, refreshedMax));

/**
 * Records received or paid money, or applies credit. Money that exceeds the balances of the
 * documents becomes credit.
 * - credit_insufficient: less credit is left than the payment uses
 * @returns the identifier of the transaction
 * @throws Refusal validation_error; not_found if a document does not exist; conflict with the
 * reason `currency_differs`, `exceeds_balance` or `credit_insufficient`; or a refusal of
 * `moneyOfComplement`
 */
async function recordPayment(tx: Transaction, request: PaymentRequest): Promise<string> {
  const locked = await lockPaid(tx, request);
  const issues = paymentIssues(request, locked);
  if (issues.length > 0) throw invalid(issues);
  const amount = Decimal.from(request.amount);
  const owed = selectOwed(request.side, request.contact, locked.today);
  if (request.complementDocumentRef !== undefined) {
    await requireJudgedRow(tx, owed.select, owed.values);
    return recordMatched(tx, request, request.complementDocumentRef, locked);
  }
  const documents = await documentsToPay(tx, request, locked);
  requireUnfenced(locked.fences);
  await requireJudgedRow(tx, owed.select, owed.values);
  const isCredit = request.source === 'credit';
  const usesCredit = isCredit || request.useCredit;
  const available = usesCredit ? await availableCredit(tx, request) : Decimal.zero;
  if (isCredit && available.lessThan(amount)) {
    const message = `Only ${available.trimmed().toString()} ${request.currency} of credit are left.`;
    throw conflict(message, 'credit_insufficient');
  }
  const { allocations, rest } = allocationsOf(request, documents);
  if (isCredit && rest.isPositive()) {
    throw conflict('More credit than the documents need.', 'exceeds_balance');
  }
  const payment = paymentOf(tx, request, amount);
  await postPayment(tx, payment, allocations, documents);
  if (request.useCredit && !isCredit) {
    const more = allocate(available, leftOf(documents, allocations));
    if (more.allocations.length > 0) {
      const applied = available.minus(more.rest);
      const beside = { ...request, source: 'credit', formCode: undefined };
      const credit = { ...paymentOf(tx, beside, applied), beside: payment.id };
      await postPayment(tx, credit, more.allocations, documents);
    }
  }
  return payment.id;
}

/** Records money that a complement has already reported, as a match without entries. */
async function recordMatched(
  tx: Transaction,
  request: PaymentRequest,
  complement: string,
  { fences }: PaidFrom,
): Promise<string> {
  const payment = paymentOf(tx, request, Decimal.from(request.amount));
  const { documents, allocations } = await moneyOfComplement(tx, payment, complement);
  requireUnfenced(fences);
  const openItems = new Map(documents.map(({ ref, openItem }) => [ref, openItem]));
  for (const { ref, amount } of allocations) {
    const match = { complement, paymentId: payment.id, amount };
    await keepMatches(tx, valueAt(openItems, ref), [match]);
  }
  await postPayment(tx, payment, allocations, documents);
  return payment.id;
}

const paymentOf = (tx: Transaction, request: PaymentRequest, amount: Decimal): Payment => {
  const { side, contact, currency, formCode, paidOn, reference } = request;
  const source = request.source === 'credit' ? 'credit' : 'money';
  return {
    id: tx.newId(),
    side,
    contact,
    currency,
    amount,
    source,
    formCode,
    paidOn,
    reference,
    beside: undefined,
  };
};

/** Locks the credit balance of the contact until the commit and returns the credit. */
async function availableCredit(
  tx: Transaction,
  { side, contact, currency }: PaymentRequest,
): Promise<Decimal> {
  return (await lockBalance(tx, creditAccount(side, contact), currency)).abs();
}

/**
 * Locks the contact and the documents that the payment can cover. Documents that a complement pays
 * are locked after the complement was read.
 */
async function lockPaid(tx: Transaction, request: PaymentRequest): Promise<PaidFrom> {
  const { contact, applications, complementDocumentRef } = request;
  if (complementDocumentRef !== undefined) return lockForPayment(tx, contact, []);
  const asked = applications.map(({ documentRef }) => documentRef);
  const refs = asked.length > 0 ? asked : await openRefs(tx, request, documentsMax);
  return lockForPayment(
    tx,
    contact,
    refs.filter((ref) => parseDocumentRef(ref) !== undefined),
  );
}

/** Returns the locked documents in the order in which the payment covers them. */
async function documentsToPay(
  tx: Transaction,
  request: PaymentRequest,
  { documents }: PaidFrom,
): Promise<DocumentBalances[]> {
  const asked = request.applications.map(({ documentRef }) => documentRef);
  if (asked.length > 0) return namedOf(documents, request, asked);
  const byRef = new Map(documents.map((one) => [one.ref, one]));
  // The documents are read again after the lock, because other requests may have paid some of them
  // or reversed payments in the meantime.
  const now = await openRefs(tx, request, documentsMax);
  return now.map((ref) => {
    const document = byRef.get(ref);
    if (!document) throw operationInProgress(1);
    return document;
  });
}

/**
 * - unknown_identifier: the contact has no document with this identifier
 */
function namedOf(
  locked: readonly DocumentBalances[],
  { side, contact, currency }: PaymentRequest,
  asked: string[],
): DocumentBalances[] {
  const own = new Map(
    locked.flatMap((one) =>
      one.side === side && one.contact === contact ? [[one.ref, one] as const] : [],
    ),
  );
  const missing = asked.flatMap((ref, index) => {
    if (own.has(ref)) return [];
    const message = 'The contact has no such document.';
    return [{ path: ['applications', index, 'documentRef'], code: 'unknown_identifier', message }];
  });
  if (missing.length > 0) throw notFound('document', missing);
  const other = locked.find((one) => one.currency !== currency);
  if (other) {
    throw conflict(`${other.ref} is in ${other.currency}, not in ${currency}.`, 'currency_differs');
  }
  return asked.map((ref) => valueAt(own, ref));
}

/**
 * Returns the allocations to documents that the request names.
 * @throws Refusal conflict `exceeds_balance` that lists every application above the open balance
 */
function allocationsOf(
  { applications, amount }: PaymentRequest,
  documents: readonly DocumentBalances[],
): { allocations: Allocation[]; rest: Decimal } {
  if (applications.length === 0) return allocate(Decimal.from(amount), documents);
  const allocations = applications.map((one) => ({
    ref: one.documentRef,
    amount: Decimal.from(one.amount),
  }));
  const issues = allocations.flatMap((one, index) => {
    const { open } = itemAt(documents, index);
    if (one.amount.lessOrEqual(open)) return [];
    const message = `Only ${open.trimmed().toString()} are owed of ${one.ref}.`;
    return [{ path: ['applications', index, 'amount'], code: 'exceeds_balance', message }];
  });
  if (issues.length > 0) throw conflict(firstIn(issues).message, 'exceeds_balance', issues);
  const applied = Decimal.sum(allocations.map((one) => one.amount));
  return { allocations, rest: Decimal.from(amount).minus(applied) };
}

/** Stores a payment and posts its entries in one transaction. */
async function postPayment(
  tx: Transaction,
  payment: Payment,
  allocations: readonly Allocation[],
  documents: readonly DocumentBalances[],
): Promise<void> {
  const openItems = new Map(documents.map(({ ref, openItem }) => [ref, openItem]));
  await addPayment(tx, payment, allocations, openItems);
  const applied = Decimal.sum(allocations.map((one) => one.amount));
  const entries = new Map<
    string,
    OpenItemEntries extends ReadonlyMap<string, infer A> ? A : never
  >();
  for (const { ref } of allocations) {
    const openItem = valueAt(openItems, ref);
    entries.set(openItem, certain(await settleOpenItem(tx, openItem), 'settleOpenItem').entries);
  }
  const { id, side, contact, currency, source, paidOn } = payment;
  const own = { side, contact, source, amount: payment.amount, applied, isReversed: false };
  const target = [...targetOfPayment(own)].filter(([, amount]) => !amount.isZero());
  entries.set(openItemOfPayment(id), new Map(target));
  const only = allocations.length === 1 ? firstIn(allocations).ref : undefined;
  await post(
    tx,
    {
      id,
      side,
      contact,
      currency,
      kind: source === 'credit' ? 'credit_application' : 'payment',
      documentRef: only ?? null,
      openItem: openItemOfPayment(id),
      occurredOn: paidOn,
      source: `payment:${id}`,
    },
    entries,
  );
  await announceTransaction(tx, 'recorded', id);
}
