import type { Finished, Run } from '@timbre/kit';
import type { StampOutcome } from '../../domain/stamping/pac';
import { nextStage } from '../../domain/stamping/stage';
import { stampOf, type StampFacts } from '../../domain/stamping/stamp-of';
import { nextAttemptState } from '../../domain/stamping/stamping';
import { stampingDuration } from '../../metrics';
import { recordEvent } from '../../store/cfdi-history';
import { saveStamp } from '../../store/stamping/save-stamp';
import type { Attempted } from './send-attempt';
import { selloHash } from './stamping';
import { takingTurns } from './turns';

/** As few at a time as are sealed. */
const endingInTurn = takingTurns(3);

/**
 * Stores the stamp of a document that this request has sealed, with its event and the answer under
 * the key, in one statement.
 * @returns undefined for any other outcome, for a stamp that is not of our seal, and when somebody
 * has touched the document since
 */
export async function finishStamp(
  run: Run,
  { kind, documentId, attemptId, sealed }: Attempted,
  outcome: StampOutcome,
): Promise<Finished | undefined> {
  if (!sealed || outcome.outcome !== 'stamped') return undefined;
  const { document, xml: sealedXml, sealedAt } = sealed;
  const found = stampOf(kind.kind, outcome.xml, sealedXml);
  if (!found || !selloHash(found.sello).equals(document.selloHash!)) return undefined;
  const from = { stage: document.stage, attempt: 'sending' } as const;
  const to = {
    stage: nextStage(from.stage, 'stamp')!,
    attempt: nextAttemptState(from.attempt, 'stamp')!,
  };
  const { uuid, stamp } = stampFrom(found);
  const version = document.version + 1;
  const { stage } = to;
  const stamped = { ...document, stage, version, status: 'valid', uuid, stamp } as const;
  const ending = () =>
    run.finishChange((tx) => {
      const { now } = tx;
      recordEvent(tx, documentId, 'stamped');
      tx.emit(kind.announce('stamped', stamped));
      const { version: expected } = document;
      const xml = Buffer.from(outcome.xml);
      const parts = { documentId, attemptId, version: expected, from, to, uuid, stamp, xml, now };
      return saveStamp(kind.justStamped(stamped), parts);
    });
  const finished = await endingInTurn(ending);
  if (finished) {
    stampingDuration.record(run.now().getTime() - sealedAt.getTime(), { outcome: to.attempt });
  }
  return finished;
}

const stampFrom = ({ uuid, sello: _, ...stamp }: StampFacts) => ({ uuid, stamp });
