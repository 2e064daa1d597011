import { attachAddenda } from '@timbre/cfdi';
import { addendaOf, type WithAddenda } from '../complements/addenda';
import type { DocumentKind } from '../document-kind';
import { nextStage, type Stage } from './stage';
import { stampOf, type StampFacts } from './stamp-of';
import { nextAttemptState, type AttemptState } from './attempt-state';

/** A document that was sent to a PAC, and the state of its stamp attempt. */
export interface Sent {
  kind: DocumentKind;
  version: number;
  stage: Stage;
  attempt: AttemptState;
  isOwnSeal: (sello: string) => boolean;
}

/** The changes to a document and its attempt when the document is stamped. */
export interface Stamped {
  document: {
    status: 'valid';
    stage: Stage;
    uuid: string;
    stamp: Omit<StampFacts, 'uuid' | 'sello'>;
    lastRejection: null;
  };
  /** The version of the document after the stamp. */
  version: number;
  attempt: AttemptState;
  /** The name of the history entry and of the event. */
  happened: 'stamped';
}

/**
 * Returns the changes to the document and its attempt that follow from a PAC's response. Returns undefined
 * if the response contains no stamp for the sent seal.
 * @param sealedXml is the XML that was sent, if available
 * @throws Error if the document or its attempt is in a state in which it cannot be stamped, which
 * is a bug
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
 * Returns the stamped XML, as it is stored and sent to clients. The XML contains the addenda, if the draft
 * or the customer has one.
 */
export function storedXml(xml: string, document: WithAddenda): string {
  const addenda = addendaOf(document, xml);
  return addenda === undefined ? xml : attachAddenda(xml, addenda);
}
