import { parseDocument } from '@timbre/cfdi';
import { failpoint, notDone, Refusal, type Run, type Transaction } from '@timbre/kit';
import { certain } from '@timbre/fiscal';
import { isCertificateRevoked } from '../../domain/stamping/certificate-refusal';
import type {
  LookupOutcome,
  Pac,
  PacDirectory,
  PacDocument,
  StampOutcome,
} from '../../domain/stamping/pac';
import { beginMs, isOpen, sendingMs } from '../../domain/stamping/attempt-state';
import { wakeCancellations } from '../../store/cancellations';
import { revokeCertificate } from '../../store/set-up/certificates';
import {
  documentOfAttempt,
  isCheckDue,
  lockAttempt,
  type StampAttempt,
} from '../../store/stamping/stamp-attempts';
import { settleReservation } from '../../store/wallet';
import type { FiscalDocument } from '../../store/fiscal-documents';
import { pinnedTo } from './add-attempt';
import {
  fiscalKindOf,
  getDocument,
  lockDocument,
  type FiscalKind,
} from '../documents/fiscal-kinds';
import { pacsOf } from './organization-pacs';
import type { JustSealed } from './seal-first-attempt';
import { moveAttempt, settleAttempt } from './settle-attempt';

/** The data for sending a document, which the transaction that pins the PAC reads. */
interface Pinned {
  pac: Pac;
  sealed: PacDocument;
  beginByMs: number;
}

/** A stamp attempt and the document that it stamps. */
export interface Attempted {
  kind: FiscalKind;
  documentId: string;
  attemptId: string;
  /** The data of the document's seal; present if this request has sealed the document. */
  sealed?: JustSealed | undefined;
}

/** Records an outcome in the transaction that commits it. */
export type Settling = (tx: Transaction) => Promise<StampAttempt>;

/**
 * Sends a sealed document to the first PAC that accepts it. The pin is committed before the first byte is
 * sent. The document is sent to the next PAC only if the previous PAC certainly did not receive it.
 * @param conclude commits the outcome, either alone or together with the response to the client
 */
export async function sendAttempt(
  run: Run,
  directory: PacDirectory,
  sent: Attempted,
  conclude: (outcome: StampOutcome, settling: Settling) => Promise<unknown>,
): Promise<void> {
  const { inOrder: pacs } = await pacsOf(run, directory);
  const { attemptId } = sent;
  const pinNow = () => run.step((tx) => pin(tx, pacs, attemptId));
  const first = pinnedBySeal(sent) ?? (await pinNow());
  for (let pinned = first; pinned; pinned = await pinNow()) {
    failpoint('stamp.sending');
    const outcome = await pinned.pac
      .stamp(pinned.sealed, attemptId, pinned.beginByMs)
      .catch(asUnknown);
    failpoint('stamp.answered');
    const isFree = outcome.outcome === 'not_sent' || outcome.outcome === 'account';
    if (isFree && (await run.step((tx) => tryNext(tx, pacs, attemptId, pinned.pac)))) continue;
    await conclude(outcome, (tx) => settle(tx, attemptId, outcome, sent));
    failpoint('stamp.settled');
    if (isFree) throw notTaken(outcome);
    return;
  }
}

const asUnknown = (cause: unknown): StampOutcome => ({ outcome: 'unknown', cause });

/**
 * Returns the data for sending the document if this request has sealed it and pinned its PAC. No other
 * request has changed the attempt since.
 */
function pinnedBySeal({ kind: { kind }, sealed }: Attempted): Pinned | undefined {
  return sealed?.pinned && { ...sealed.pinned, sealed: { kind, xml: sealed.xml } };
}

/** @returns the data for sending the document; undefined if the document is no longer waiting to be sent */
async function pin(
  tx: Transaction,
  pacs: readonly Pac[],
  attemptId: string,
): Promise<Pinned | undefined> {
  const attempt = await lockAttempt(tx, attemptId);
  const isFree = attempt.state === 'sending' && attempt.refusedBy.includes(attempt.pac ?? '');
  if (attempt.state !== 'sealed' && !isFree) return undefined;
  const pac = pacs.find(({ name }) => !attempt.refusedBy.includes(name));
  if (!pac) throw notDone('No PAC is configured for this deployment.', 'no_pac');
  const kind = fiscalKindOf(attempt.documentKind);
  const document = await getDocument(tx, kind, attempt.documentId);
  moveAttempt(attempt, 'send');
  Object.assign(attempt, pinnedTo(pac.name, tx.now));
  const beginByMs = tx.now.getTime() + beginMs;
  return { pac, sealed: sealedOf(attempt, document), beginByMs };
}

const sealedOf = ({ documentKind }: StampAttempt, { sealedXml }: FiscalDocument): PacDocument => ({
  kind: documentKind,
  xml: Buffer.from(certain(sealedXml, 'sealedXml')).toString('utf8'),
});

/**
 * Records that a PAC did not receive the document.
 * @returns true if there is another PAC to try
 */
async function tryNext(
  tx: Transaction,
  pacs: readonly Pac[],
  attemptId: string,
  refused: Pac,
): Promise<boolean> {
  const attempt = await lockAttempt(tx, attemptId);
  if (attempt.state !== 'sending') return false;
  const refusedBy = [...attempt.refusedBy, refused.name];
  const isLeft = pacs.some(({ name }) => !refusedBy.includes(name));
  if (isLeft) attempt.refusedBy = refusedBy;
  return isLeft;
}

/** Records the outcome of an attempt, unless another worker has already recorded it. */
export async function settle(
  tx: Transaction,
  attemptId: string,
  outcome: StampOutcome | LookupOutcome,
  known?: Attempted,
): Promise<StampAttempt> {
  const { document, attempt } = await lockBoth(tx, attemptId, known);
  // A concurrent lookup might have recorded the outcome already, with the same stamp.
  if (isOpen(attempt.state)) await settleLocked(tx, attempt, document, outcome);
  return attempt;
}

/**
 * Records the outcome of an open attempt with its effects on the wallet, the certificate and the documents
 * that the document replaces. The transaction must already have locked the document and the attempt.
 */
export async function settleLocked(
  tx: Transaction,
  attempt: StampAttempt,
  document: FiscalDocument,
  outcome: StampOutcome | LookupOutcome,
): Promise<void> {
  settleAttempt(tx, attempt, document, outcome);
  await settleReservation(tx, attempt);
  if (outcome.outcome === 'rejected' && isCertificateRevoked(outcome.code))
    await revokeCertificate(tx, sealedWith(document));
  if (attempt.state === 'stamped') {
    await fiscalKindOf(attempt.documentKind).cancelReplaced?.(tx, document);
    await wakeCancellations(tx, document.id);
  }
}

/** Returns the number of the certificate that sealed the document. */
const sealedWith = ({ sealedXml }: FiscalDocument): string =>
  certain(
    parseDocument(Buffer.from(certain(sealedXml, 'sealedXml'))).document.noCertificado,
    'noCertificado',
  );

/** Locks a document and its attempt. Every transaction locks the document before the attempt. */
async function lockBoth(
  tx: Transaction,
  attemptId: string,
  known?: Attempted,
): Promise<{ document: FiscalDocument; attempt: StampAttempt }> {
  const { kind, documentId } = known ?? (await attemptedBy(tx, attemptId));
  const document = await lockDocument(tx, kind, documentId);
  return { document, attempt: await lockAttempt(tx, attemptId) };
}

async function attemptedBy(tx: Transaction, attemptId: string) {
  const { documentKind, documentId } = await documentOfAttempt(tx, attemptId);
  return { kind: fiscalKindOf(documentKind), documentId };
}

const unreachable = 'No PAC can be reached right now; nothing was sent. Try again.';

function notTaken(outcome: StampOutcome): Refusal {
  if (outcome.outcome !== 'account') return notDone(unreachable, 'pac_unreachable');
  const { code, message } = outcome;
  return new Refusal(
    'provider_unavailable',
    'The PAC refuses the account of this deployment; nothing was stamped.',
    {
      retryable: false,
      retryAfterSeconds: 60,
      reason: 'pac_account',
      issues: [{ path: [], code, message }],
    },
  );
}

/**
 * Looks up the stamp of a due attempt at the PAC to which the attempt is pinned.
 * @returns true if this worker made the lookup
 */
export async function checkAttempt(
  run: Run,
  directory: PacDirectory,
  attemptId: string,
): Promise<boolean> {
  const due = await run.step((tx) => claimDue(tx, attemptId));
  if (!due) return false;
  if (due.state === 'given_up') return true;
  const pac = await (await pacsOf(run, directory)).named(due.pac);
  const outcome: LookupOutcome = pac
    ? await pac
        .lookup(due.sealed, attemptId)
        .catch((cause: unknown) => ({ outcome: 'unknown', cause }))
    : { outcome: 'unknown', cause: new Error(`PAC ${due.pac} is not configured any more`) };
  failpoint('stamp.looked_up');
  await run.step((tx) => settle(tx, attemptId, outcome));
  return true;
}

type ClaimedAttempt = { state: 'given_up' } | { state: 'sent'; pac: string; sealed: PacDocument };

async function claimDue(tx: Transaction, attemptId: string): Promise<ClaimedAttempt | undefined> {
  if (!(await isCheckDue(tx, attemptId))) return undefined;
  const { document, attempt } = await lockBoth(tx, attemptId);
  // If the claim fails, another worker has claimed the lookup. A claim of a lookup lasts as long as a call
  // to the PAC can take.
  const { state, nextCheckAt } = attempt;
  if (!isOpen(state) || !nextCheckAt || nextCheckAt > tx.now) return undefined;
  attempt.nextCheckAt = new Date(tx.now.getTime() + sendingMs);
  if (attempt.state === 'sealed') {
    // The process that sealed the document has ended without sending it, so the draft is released.
    settleAttempt(tx, attempt, document, { outcome: 'not_sent', cause: undefined });
    await settleReservation(tx, attempt);
    return { state: 'given_up' };
  }
  // The call to the PAC has ended or its process has died, so the outcome is unknown.
  if (attempt.state === 'sending')
    settleAttempt(tx, attempt, document, { outcome: 'unknown', cause: undefined });
  attempt.nextCheckAt = new Date(tx.now.getTime() + sendingMs);
  return { state: 'sent', pac: certain(attempt.pac, 'pac'), sealed: sealedOf(attempt, document) };
}
