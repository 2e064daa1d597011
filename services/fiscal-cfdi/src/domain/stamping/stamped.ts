import type { DocumentKind } from '../document-kind';
import { nextStage, type Stage } from './stage';
import { stampOf, type StampFacts } from './stamp-of';
import { nextAttemptState, type AttemptState } from './stamping';

/** A document that was sent to a PAC, with the state of its attempt. */
export interface Sent {
  kind: DocumentKind;
  version: number;
  stage: Stage;
  attempt: AttemptState;
  /** Whether this is the seal that was sent. */
  isOwnSeal: (sello: string) => boolean;
}

/** The end of a stamp: everything that it changes, whichever way it is stored. */
export interface Stamped {
  document: {
    status: 'valid';
    stage: Stage;
    uuid: string;
    stamp: Omit<StampFacts, 'uuid' | 'sello'>;
    lastRejection: null;
  };
  /** Of the document, once the end is stored. */
  version: number;
  attempt: AttemptState;
  /** The entry of its history, and the event that other services hear. */
  happened: 'stamped';
}

/**
 * The document stamped by what the PAC answered; undefined for an answer that is no stamp of the seal
 * that was sent.
 * @param sealedXml what was sent, where it is at hand
 * @throws Error for a document or an attempt that no stamp can end: a bug
 */
export function stamped(
  { kind, version, stage, attempt, isOwnSeal }: Sent,
  xml: string,
  sealedXml?: string,
): Stamped | undefined {
  const found = stampOf(kind, xml, sealedXml);
  if (!found || !isOwnSeal(found.sello)) return undefined;
  const to = { stage: nextStage(stage, 'stamp'), attempt: nextAttemptState(attempt, 'stamp') };
  if (!to.stage || !to.attempt) {
    throw new Error(`a document that is ${stage}, its attempt ${attempt}, cannot be stamped`);
  }
  const { uuid, sello: _, ...stamp } = found;
  return {
    document: { status: 'valid', stage: to.stage, uuid, stamp, lastRejection: null },
    version: version + 1,
    attempt: to.attempt,
    happened: 'stamped',
  };
}
