import type { Finished, Run } from '@timbre/kit';
import type { StampOutcome } from '../../domain/stamping/pac';
import { stamped } from '../../domain/stamping/stamped';
import { recordStamping } from '../../metrics';
import { recordEvent } from '../../store/cfdi-history';
import { saveStamp } from '../../store/stamping/save-stamp';
import type { Attempted } from './send-attempt';
import { isSealedBy } from './settle-attempt';
import { storedStamp } from './stored-stamp';

/**
 * Stores the stamp of a document that this request has sealed, together with its event and the response for
 * the idempotency key, in one statement.
 * @returns the response; undefined if the document was not stamped, if the stamp belongs to another seal,
 * or if the document has changed since its seal
 */
export async function finishStamp(
  run: Run,
  { kind, documentId, attemptId, sealed }: Attempted,
  outcome: StampOutcome,
): Promise<Finished | undefined> {
  if (!sealed || outcome.outcome !== 'stamped') return undefined;
  const { document, xml: sealedXml, sealedAt } = sealed;
  const sent = {
    kind: kind.kind,
    version: document.version,
    stage: document.stage,
    attempt: 'sending',
    isOwnSeal: (sello: string) => isSealedBy(document, sello),
  } as const;
  const end = stamped(sent, outcome.xml, sealedXml);
  if (!end) return undefined;
  const finished = await run.finishChange((tx) => {
    const stampedDocument = { ...document, ...end.document, version: end.version };
    recordEvent(tx, documentId, end.happened);
    tx.emit(kind.announce(end.happened, stampedDocument));
    const xml = storedStamp(outcome.xml, document);
    const parts = { documentId, attemptId, from: sent, to: end, xml, now: tx.now };
    return saveStamp(kind.justStamped(stampedDocument), parts);
  });
  if (finished) {
    recordStamping(run.now().getTime() - sealedAt.getTime(), { outcome: end.attempt });
  }
  return finished;
}
