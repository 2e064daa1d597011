import { documentIdOf } from '@timbre/fiscal';
import {
  isFinal,
  Refusal,
  refusalIssues,
  underKey,
  withoutKey,
  type CallContext,
  type Run,
  type Transaction,
} from '@timbre/kit';
import { complementDraft, isOvertaken } from '../domain/complement';
import { factsOfCfdi } from '../domain/facts';
import type { DraftedComplement, PaymentComplements } from '../domain/ports';
import {
  claimComplement,
  forgetComplement,
  keepComplement,
  type ComplementOutcome,
  type ComplementToMake,
} from '../store/payment-complements';
import { postFacts } from './post-facts';
import type { DocumentProviders } from './refresh-documents';

/** The providers for operations that make complements of payments. */
export interface ComplementProviders extends Pick<DocumentProviders, 'documents'> {
  complements: PaymentComplements<CallContext>;
}

/**
 * The duration of a claim to make a complement, which is longer than a stamp takes. The wait before
 * the next attempt is as long as the claim.
 */
const leaseMs = 60_000;

/**
 * The maximum number of drafts that one call makes. More than one draft can be necessary, because
 * other complements may be stamped first. After the last attempt, the job continues to make the
 * complement later.
 */
const attemptsAtOnce = 3;

/**
 * Makes the requested complement of a payment, continues an interrupted attempt, or deletes the draft of
 * a reversed payment. Making a complement can be repeated at any time, because fiscal-cfdi then
 * returns the same draft and the same stamp. If fiscal-cfdi refuses the complement, the refusal is
 * stored with the payment, and the payment stays recorded.
 * @param isForced true to claim the work even if it is not due yet
 * @returns true if work on the complement was due
 * @throws Error if the outcome of a call to fiscal-cfdi is unknown; the job continues later
 */
export async function makeComplement(
  run: Run,
  providers: ComplementProviders,
  paymentId: string,
  isForced = false,
): Promise<boolean> {
  for (let attempt = 0; attempt < attemptsAtOnce; attempt += 1) {
    const claimed = await run.step((tx) => claim(tx, paymentId, isForced || attempt > 0));
    if (!claimed) return attempt > 0;
    if (!(await makeClaimed(run, providers, paymentId, claimed))) return true;
  }
  return true;
}

const claim = (tx: Transaction, paymentId: string, isForced: boolean) =>
  claimComplement(tx, paymentId, new Date(tx.now.getTime() + leaseMs), isForced);

/**
 * @returns true if a new draft is needed, because another complement was stamped first or a user
 * changed the draft
 */
async function makeClaimed(
  run: Run,
  { complements, documents }: ComplementProviders,
  paymentId: string,
  claimed: ComplementToMake,
): Promise<boolean> {
  const { wanted, isDrafted, isReversed, attempt, draftVersion } = claimed;
  const keep = (outcome: ComplementOutcome) =>
    run.step((tx) => keepComplement(tx, paymentId, outcome));
  const key = `payment_complement:${paymentId}:${attempt}`;
  let { complement } = claimed;
  try {
    if (isReversed) {
      if (!complement || !isDrafted) throw reversed;
      await withdraw(run, complements, complement, key);
      return false;
    }
    let version = draftVersion ?? undefined;
    if (!complement || !isDrafted) {
      const drafted = await draft(run, complements, claimed, key);
      complement = drafted.documentRef;
      version = drafted.version;
      const dueAt = wanted === 'stamp' ? new Date(run.now().getTime() + leaseMs) : undefined;
      await keep({ state: 'drafted', complement, draftVersion: version, dueAt });
    }
    if (wanted === 'draft') return false;
    const stamping = underKey(run.context, 'accounts', `${key}:stamp`);
    await complements.stamp(stamping, { documentRef: complement, version });
    await postStamped(run, documents, complement);
    await keep({ state: 'stamped' });
  } catch (error) {
    const isOver =
      isFinal(error) || (error instanceof Refusal && error.code === 'payment_required');
    if (!isOver) throw error;
    const issues = refusalIssues(error);
    const isAgain = isOvertaken(issues) || isChanged(error);
    await keep(
      isAgain
        ? again(run, attempt)
        : { state: complement ? 'drafted' : 'failed', issues, isKept: isReversed },
    );
    return isAgain;
  }
  return false;
}

/**
 * Whether a user has changed the draft of the complement since it was made. The complement must
 * state the current data of the payment, so it is drafted again.
 */
const isChanged = (error: unknown): boolean =>
  error instanceof Refusal && error.details.reason === 'document_changed';

/** Deletes the draft of a reversed payment. If the draft no longer exists, it counts as deleted. */
async function withdraw(
  run: Run,
  complements: PaymentComplements<CallContext>,
  complement: string,
  key: string,
): Promise<void> {
  try {
    await complements.remove(underKey(run.context, 'accounts', `${key}:remove`), complement);
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'not_found')) throw error;
  }
  await run.step((tx) => forgetComplement(tx, complement));
}

const reversed = new Refusal('conflict', 'The payment was reversed.', {
  reason: 'payment_reversed',
});

/**
 * Returns the outcome that schedules a new draft, because another complement must be stamped first.
 */
const again = (run: Run, attempt: number): ComplementOutcome => ({
  state: 'pending',
  attempt: attempt + 1,
  dueAt: new Date(run.now().getTime() + Math.min(leaseMs, 2_000 * attempt)),
});

async function draft(
  run: Run,
  complements: PaymentComplements<CallContext>,
  { invoices, complement, ...payment }: ComplementToMake,
  key: string,
): Promise<DraftedComplement> {
  const context = withoutKey(run.context);
  const matched = await complements.suggest(context, payment.customerId, invoices);
  const content = complementDraft(payment, matched);
  return complements.draft(underKey(run.context, 'accounts', key), content, complement);
}

/**
 * Posts the stamped complement, so that the response has the new balances even if the event has not
 * arrived yet.
 */
async function postStamped(
  run: Run,
  documents: ComplementProviders['documents'],
  complement: string,
): Promise<void> {
  const cfdi = await documents.find(run.context, documentIdOf(complement, 'cfdi'));
  const facts = cfdi && factsOfCfdi(cfdi);
  if (facts) await run.step((tx) => postFacts(tx, facts, `read:${facts.ref}:${facts.version}`));
}
