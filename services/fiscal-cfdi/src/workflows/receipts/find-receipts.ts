import { LockMode } from '@mikro-orm/postgresql';
import { validateComprobante } from '@timbre/cfdi';
import type { fiscalCfdi } from '@timbre/contract';
import { documentRef, inPlaceOf, type Issue, parseDocumentRef, itemAt } from '@timbre/fiscal';
import { isIdentifier, type Transaction } from '@timbre/kit';
import { refusedEdit } from '../../domain/drafting/editable';
import { withReplaced } from '../../domain/cancelling/replacement';
import { paidPeriodOf, recoveredFor } from '../../domain/recovery/recovered-receipt';
import type { AttemptState } from '../../domain/stamping/attempt-state';
import { replacedByEach } from '../../store/cancellations';
import { Cfdi, cfdiName } from '../../store/cfdi/cfdi';
import { addRelations } from '../../store/cfdi/cfdi-relations';
import { recoveredReceipts, takeRecovered } from '../../store/recovery/recovered-receipts';
import { lastPayrollAttempts, type PayrollAttempt } from '../../store/stamping/stamp-attempts';
import type { AcceptedReceipt, ReceiptVerdict } from './accept-receipts';
import { requesterWith } from '../stamping/add-attempt';

export interface ReceiptToSeal extends AcceptedReceipt {
  documentId: string;
  attemptId: string;
  /** The text that identifies the stamp attempt of the receipt (add-attempt.ts, requesterOf). */
  requestedBy: string;
  /** The existing draft that is updated; absent for a new draft. */
  current?: Cfdi;
}

/**
 * Either the result of an earlier call with the receipt's key, or the receipt that must still be sealed.
 */
export type FoundReceipt = { sealedAs: string } | { issues: Issue[] } | { toSeal: ReceiptToSeal };

type Receipt = fiscalCfdi.PayrollReceipt;

/**
 * The attempt states in which no stamp exists, so that the draft can be sealed again. If the attempt has
 * any other state, the result of the earlier call is returned.
 */
const released: ReadonlySet<AttemptState> = new Set(['not_sent', 'not_found']);

/** Returns the results of earlier calls with the same keys, and locks the drafts that will be changed. */
export async function findReceipts(
  tx: Transaction,
  receipts: readonly Receipt[],
  verdicts: readonly ReceiptVerdict[],
): Promise<FoundReceipt[]> {
  const attempts = await lastPayrollAttempts(tx, receipts.map(requesterOf));
  const drafts = await lockDrafts(tx, receipts, attempts);
  const replaced = await replacedByEach(tx, [...drafts.keys()]);
  const recovered = await recoveredFrom(tx, receipts, verdicts);
  const found: FoundReceipt[] = [];
  for (const [index, receipt] of receipts.entries()) {
    const attempt = attempts.get(requesterOf(receipt));
    const verdict = itemAt(verdicts, index);
    const known = recovered.get(receipt);
    if (attempt && !released.has(attempt.state))
      found.push({ sealedAs: documentRef('cfdi', attempt.documentId) });
    else if (known) found.push(known);
    else if ('issues' in verdict) found.push(verdict);
    else {
      const current = drafts.get(attempt?.documentId ?? draftIdOf(receipt) ?? '');
      found.push(await toSeal(tx, receipt, verdict, current, replaced));
    }
  }
  return found;
}

/**
 * Returns the receipts that were stamped before a restore of the database, and recovered without a draft. Each
 * row takes its receipt once.
 * - receipt_recovered_differs: before a restore of the database, a receipt with other amounts was stamped for
 *   the employee, this period and this date of payment; cancel that receipt, or exclude the row
 */
async function recoveredFrom(
  tx: Transaction,
  receipts: readonly Receipt[],
  verdicts: readonly ReceiptVerdict[],
): Promise<Map<Receipt, FoundReceipt>> {
  const wanted = receipts.flatMap((receipt, index) => {
    const verdict = itemAt(verdicts, index);
    const period = 'issues' in verdict ? undefined : paidPeriodOf(verdict.document);
    if ('issues' in verdict || !period) return [];
    const { total } = verdict.document;
    return [{ ...period, receipt, total, requestedBy: requesterOf(receipt) }];
  });
  const curps = wanted.map(({ curp }) => curp);
  const stored = await recoveredReceipts(
    tx,
    curps,
    wanted.map((one) => one.requestedBy),
  );
  const found = new Map<Receipt, FoundReceipt>();
  for (const one of stored.length > 0 ? wanted : []) {
    const own = recoveredFor(stored, one);
    if (own === undefined) continue;
    if (own === 'differs') {
      found.set(one.receipt, { issues: [differs] });
      continue;
    }
    own.takenBy = one.requestedBy;
    await takeRecovered(tx, own.documentId, one.requestedBy);
    found.set(one.receipt, { sealedAs: documentRef('cfdi', own.documentId) });
  }
  return found;
}

const differs: Issue = {
  path: [],
  code: 'receipt_recovered_differs',
  message:
    'A receipt with other amounts was stamped for this employee, period and date of payment.',
};

const requesterOf = ({ key }: Receipt): string => requesterWith({ route: 'payroll', key });

const draftIdOf = ({ documentRef: reference }: Receipt): string | undefined =>
  reference === undefined ? undefined : parseDocumentRef(reference, 'cfdi')?.id;

/** Locks the drafts in the order of their identifiers, so that two callers cannot deadlock. */
async function lockDrafts(
  tx: Transaction,
  receipts: readonly Receipt[],
  attempts: ReadonlyMap<string, PayrollAttempt>,
): Promise<Map<string, Cfdi>> {
  const named = receipts.map(
    (receipt) => attempts.get(requesterOf(receipt))?.documentId ?? draftIdOf(receipt) ?? '',
  );
  const ids = named.filter(isIdentifier);
  if (ids.length === 0) return new Map();
  const em = await tx.entityManager();
  const drafts = await em.find(
    Cfdi,
    { organizationId: tx.organizationId, id: { $in: ids } },
    { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE },
  );
  return new Map(drafts.map((draft) => [draft.id, draft]));
}

async function toSeal(
  tx: Transaction,
  receipt: Receipt,
  { draft, document }: AcceptedReceipt,
  current: Cfdi | undefined,
  replacedBy: ReadonlyMap<string, string[]>,
): Promise<FoundReceipt> {
  const own = { draft, attemptId: tx.newId(), requestedBy: requesterOf(receipt) };
  if (!current) return { toSeal: { ...own, document, documentId: tx.newId() } };
  // In this case a user has already stamped the draft directly. The receipt therefore has a stamp and must
  // not get a second stamp.
  if (current.status !== 'draft' && current.kind === 'payroll')
    return { sealedAs: documentRef('cfdi', current.id) };
  const refused = refusedEdit(current, cfdiName);
  if (refused) return { issues: [issueAt('documentRef', refused.reason, refused.message)] };
  if (current.kind !== 'payroll')
    return { issues: [issueAt('documentRef', 'kind_fixed', 'The draft has another kind.')] };
  const replaced = replacedBy.get(current.id) ?? [];
  const whole = withReplaced(document, replaced);
  const issues = replaced.length > 0 ? validateComprobante(whole) : [];
  if (issues.length > 0) return { issues: issues.map((issue) => ({ ...issue, path: [] })) };
  await addRelations(tx, current.id, inPlaceOf, replaced);
  return { toSeal: { ...own, document: whole, documentId: current.id, current } };
}

const issueAt = (field: string, code: string, message: string): Issue => ({
  path: [field],
  code,
  message,
});
