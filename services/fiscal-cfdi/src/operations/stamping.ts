import { createHash } from 'node:crypto';
import type { Transaction } from '@timbre/kit';
import type { LookupOutcome, StampOutcome } from '../domain/pac';
import { stampOf } from '../domain/stamp-of';
import { nextStage, type StageTrigger } from '../domain/stage';
import {
  missCountsMs,
  nextAttemptState,
  nextCheckMs,
  type AttemptTrigger,
} from '../domain/stamping';
import { stampingDuration } from '../metrics';
import type { Cfdi } from '../store/cfdi';
import { cfdiRejected, cfdiStamped } from '../store/cfdi-events';
import { recordEvent } from '../store/cfdi-history';
import type { StampAttempt } from '../store/stamp-attempts';

/** What the seal of a document is recognised by. */
export const selloHash = (sello: string): Buffer => createHash('sha256').update(sello).digest();

/** Moves an attempt by its table; a way that is not in it is a bug. */
export function moveAttempt(attempt: StampAttempt, trigger: AttemptTrigger): void {
  const next = nextAttemptState(attempt.state, trigger);
  if (!next) throw new Error(`an attempt that is ${attempt.state} cannot ${trigger}`);
  attempt.state = next;
}

function moveStage(cfdi: Cfdi, trigger: StageTrigger): void {
  const next = nextStage(cfdi.stage, trigger);
  if (!next) throw new Error(`a document that is ${cfdi.stage} cannot ${trigger}`);
  cfdi.stage = next;
}

/**
 * Writes down what a PAC's answer means for the attempt and its document, both locked by `tx`.
 * A stamp that is not of our seal is not believed: the attempt stays unknown.
 */
export function settleAttempt(
  tx: Transaction,
  attempt: StampAttempt,
  cfdi: Cfdi,
  outcome: StampOutcome | LookupOutcome,
): void {
  switch (outcome.outcome) {
    case 'stamped':
      return stamped(tx, attempt, cfdi, outcome.xml);
    case 'rejected':
      return rejected(tx, attempt, cfdi, outcome);
    case 'not_found':
      return sinceSentMs(tx, attempt) >= missCountsMs
        ? released(tx, attempt, cfdi, 'miss')
        : lost(tx, attempt, cfdi);
    case 'not_sent':
    case 'account':
      // Whoever looks for it by now will say what became of it.
      return attempt.state === 'unknown' ? undefined : released(tx, attempt, cfdi, 'give_up');
    case 'pending':
    case 'unknown':
      return lost(tx, attempt, cfdi);
  }
}

const sinceSentMs = ({ now }: Transaction, { sentAt }: StampAttempt): number =>
  now.getTime() - (sentAt ?? now).getTime();

function stamped(tx: Transaction, attempt: StampAttempt, cfdi: Cfdi, xml: string): void {
  const found = stampOf(xml);
  if (!found || !selloHash(found.sello).equals(Buffer.from(cfdi.selloHash ?? []))) {
    return lost(tx, attempt, cfdi);
  }
  const { uuid, sello: _, ...stamp } = found;
  finish(tx, attempt, 'stamp');
  moveStage(cfdi, 'stamp');
  Object.assign(cfdi, { status: 'valid', uuid, stamp, stampedXml: Buffer.from(xml) });
  cfdi.lastRejection = null;
  cfdi.updatedAt = tx.now;
  recordEvent(tx, cfdi.id, 'stamped');
  tx.emit(() => cfdiStamped(cfdi));
}

function rejected(
  tx: Transaction,
  attempt: StampAttempt,
  cfdi: Cfdi,
  refusal: { code: string; message: string },
): void {
  finish(tx, attempt, 'reject');
  moveStage(cfdi, 'reject');
  cfdi.lastRejection = { code: refusal.code, message: refusal.message, at: tx.now.toISOString() };
  cfdi.updatedAt = tx.now;
  recordEvent(tx, cfdi.id, 'rejected', refusal);
  tx.emit(() => cfdiRejected(cfdi));
}

function released(
  tx: Transaction,
  attempt: StampAttempt,
  cfdi: Cfdi,
  trigger: 'give_up' | 'miss',
): void {
  finish(tx, attempt, trigger);
  moveStage(cfdi, 'release');
  recordEvent(tx, cfdi.id, 'released');
  cfdi.updatedAt = tx.now;
}

function lost(tx: Transaction, attempt: StampAttempt, cfdi: Cfdi): void {
  if (attempt.state !== 'unknown') recordEvent(tx, cfdi.id, 'stamp_unconfirmed');
  moveAttempt(attempt, 'lose');
  moveStage(cfdi, 'lose');
  attempt.nextCheckAt = new Date(
    tx.now.getTime() + nextCheckMs(attempt.checks, sinceSentMs(tx, attempt)),
  );
  attempt.checks += 1;
}

function finish(tx: Transaction, attempt: StampAttempt, trigger: AttemptTrigger): void {
  moveAttempt(attempt, trigger);
  attempt.nextCheckAt = null;
  attempt.finishedAt = tx.now;
  const ms = tx.now.getTime() - attempt.createdAt.getTime();
  stampingDuration.record(ms, { outcome: attempt.state });
}
