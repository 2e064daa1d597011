import { attachAddenda } from '@timbre/cfdi';
import { addendaOf, type WithAddenda } from '../complements/addenda';
import type { DocumentKind } from '../document-kind';
import { nextStage, type Stage } from './stage';
import { stampOf, type StampFacts } from './stamp-of';
import { nextAttemptState, type AttemptState } from './attempt-state';

/** A document that was sent to a PAC, and the state of its attempt. */
export interface Sent {
  kind: DocumentKind;
  version: number;
  stage: Stage;
  attempt: AttemptState;
  isOwnSeal: (sello: string) => boolean;
}

/** The changes that a stamp causes in the document and its attempt. */
export interface Stamped {
  document: {
    status: 'valid';
    stage: Stage;
    uuid: string;
    stamp: Omit<StampFacts, 'uuid' | 'sello'>;
    lastRejection: null;
  };
  /** The document's version after the change. */
  version: number;
  attempt: AttemptState;
  /** The name of the history entry and the event. */
  happened: 'stamped';
}

/**
 * Computes the changes that a PAC's response causes. Returns undefined if the response contains no stamp for
 * the sent seal.
 * @param sealedXml the sent XML, if available
 * @throws Error for a state in which a document cannot be stamped: a bug
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

/**
 * Returns the stamped XML as it is stored and sent to clients. It contains the addenda, if the draft or the
 * customer has one.
 */
export function storedXml(xml: string, document: WithAddenda): string {
  const addenda = addendaOf(document, xml);
  return addenda === undefined ? xml : attachAddenda(xml, addenda);
}
