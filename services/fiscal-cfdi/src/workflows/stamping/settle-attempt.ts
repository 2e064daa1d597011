import { hash } from 'node:crypto';
import type { Transaction } from '@timbre/kit';
import { refusalIssue } from '../../domain/refusals/refusal-issue';
import type { LookupOutcome, StampOutcome } from '../../domain/stamping/pac';
import { nextStage, type StageTrigger } from '../../domain/stamping/stage';
import { stamped } from '../../domain/stamping/stamped';
import {
  missCountsMs,
  nextAttemptState,
  nextCheckMs,
  type AttemptState,
  type AttemptTrigger,
} from '../../domain/stamping/attempt-state';
import { recordStamping } from '../../metrics';
import { recordEvent } from '../../store/cfdi-history';
import type { FiscalDocument } from '../../store/fiscal-documents';
import type { StampAttempt } from '../../store/stamping/stamp-attempts';
import { fiscalKindOf } from '../documents/fiscal-kinds';
import { storedStamp } from './stored-stamp';

export const selloHash = (sello: string): Buffer => hash('sha256', sello, 'buffer');

/** Returns whether the document was sealed with this seal. */
export const isSealedBy = (document: Pick<FiscalDocument, 'selloHash'>, sello: string): boolean =>
  selloHash(sello).equals(Buffer.from(document.selloHash ?? []));

/**
 * Changes the state of an attempt, as `attemptTransitions` allows. A transition that the table does not
 * contain is a bug.
 */
export function moveAttempt(attempt: StampAttempt, trigger: AttemptTrigger): void {
  attempt.state = attemptAfter(attempt, trigger);
}

function attemptAfter({ state }: StampAttempt, trigger: AttemptTrigger): AttemptState {
  const next = nextAttemptState(state, trigger);
  if (!next) throw new Error(`an attempt that is ${state} cannot ${trigger}`);
  return next;
}

function moveStage(document: FiscalDocument, trigger: StageTrigger): void {
  const next = nextStage(document.stage, trigger);
  if (!next) throw new Error(`a document that is ${document.stage} cannot ${trigger}`);
  document.stage = next;
}

/**
 * Records the PAC's outcome in the attempt and its document. The transaction must already have locked the
 * attempt and the document. A stamp that belongs to another seal is not accepted, and the attempt stays
 * `unknown`.
 */
export function settleAttempt(
  tx: Transaction,
  attempt: StampAttempt,
  document: FiscalDocument,
  outcome: StampOutcome | LookupOutcome,
): void {
  switch (outcome.outcome) {
    case 'stamped':
      return storeStamp(tx, attempt, document, outcome.xml);
    case 'rejected':
      return rejected(tx, attempt, document, outcome);
    case 'not_found':
      return sinceSentMs(tx, attempt) >= missCountsMs
        ? released(tx, attempt, document, 'miss')
        : lost(tx, attempt, document);
    case 'not_sent':
    case 'account':
      // The attempt keeps the state `unknown`, because a later lookup will return the outcome.
      return attempt.state === 'unknown' ? undefined : released(tx, attempt, document, 'give_up');
    case 'pending':
    case 'unknown':
      return lost(tx, attempt, document);
  }
}

const sinceSentMs = ({ now }: Transaction, { sentAt }: StampAttempt): number =>
  now.getTime() - (sentAt ?? now).getTime();

/**
 * Stores the stamp of a document. The caller must already have locked the rows; finish-stamp.ts stores the
 * same result without locks.
 */
function storeStamp(
  tx: Transaction,
  attempt: StampAttempt,
  document: FiscalDocument,
  xml: string,
): void {
  const { documentKind: kind, state } = attempt;
  const { version, stage } = document;
  const end = stamped(
    { kind, version, stage, attempt: state, isOwnSeal: (sello) => isSealedBy(document, sello) },
    xml,
  );
  if (!end) return lost(tx, attempt, document);
  finish(tx, attempt, end.attempt);
  // The ORM increments the version when it stores the document.
  Object.assign(document, end.document, {
    stampedXml: storedStamp(xml, document),
    updatedAt: tx.now,
  });
  recordEvent(tx, document.id, end.happened);
  tx.emit(() => fiscalKindOf(kind).announce(end.happened, document));
}

function rejected(
  tx: Transaction,
  attempt: StampAttempt,
  document: FiscalDocument,
  refusal: { code: string; message: string },
): void {
  finish(tx, attempt, attemptAfter(attempt, 'reject'));
  moveStage(document, 'reject');
  const { code, message } = refusal;
  const kind = fiscalKindOf(attempt.documentKind);
  const xml = document.sealedXml ? Buffer.from(document.sealedXml).toString('utf8') : undefined;
  const issues = [refusalIssue(kind.seriesKindOf(document), refusal, xml)];
  document.lastRejection = { code, message, at: tx.now.toISOString(), issues };
  document.updatedAt = tx.now;
  recordEvent(tx, document.id, 'rejected', refusal);
  tx.emit(() => kind.announce('rejected', document));
}

function released(
  tx: Transaction,
  attempt: StampAttempt,
  document: FiscalDocument,
  trigger: 'give_up' | 'miss',
): void {
  finish(tx, attempt, attemptAfter(attempt, trigger));
  moveStage(document, 'release');
  recordEvent(tx, document.id, 'released');
  document.updatedAt = tx.now;
}

function lost(tx: Transaction, attempt: StampAttempt, document: FiscalDocument): void {
  if (attempt.state !== 'unknown') recordEvent(tx, document.id, 'stamp_unconfirmed');
  moveAttempt(attempt, 'lose');
  moveStage(document, 'lose');
  attempt.nextCheckAt = new Date(
    tx.now.getTime() + nextCheckMs(attempt.checks, sinceSentMs(tx, attempt)),
  );
  attempt.checks += 1;
}

function finish(tx: Transaction, attempt: StampAttempt, state: AttemptState): void {
  attempt.state = state;
  attempt.nextCheckAt = null;
  attempt.finishedAt = tx.now;
  const ms = tx.now.getTime() - attempt.createdAt.getTime();
  recordStamping(ms, { outcome: attempt.state });
}
