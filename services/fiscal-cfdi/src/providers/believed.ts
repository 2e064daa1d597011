import type { PacCertificates } from '@timbre/cfdi';
import type { LookupOutcome, Pac, PacDocument, StampOutcome } from '../domain/stamping/pac';
import { stampDoubt } from '../domain/stamping/stamp-doubt';
import { countUnverified } from '../metrics';

/**
 * The same PAC, whose stamps are taken only when they can be those of what was sent. Otherwise it
 * is unknown what became of the document: a stamp may exist, so nothing goes to another PAC. A stamp
 * whose PAC's certificate is unknown is taken and counted: its signature could not be checked.
 */
export function believed(pac: Pac, pacCertificate: PacCertificates): Pac {
  const check = <Outcome extends StampOutcome | LookupOutcome>(
    sent: PacDocument,
    outcome: Outcome,
  ): Outcome | Extract<StampOutcome, { outcome: 'unknown' }> => {
    if (outcome.outcome !== 'stamped') return outcome;
    let isVerified = false;
    const doubt = stampDoubt(sent, outcome.xml, (number) => {
      const certificate = pacCertificate(number);
      isVerified = certificate !== undefined;
      return certificate;
    });
    if (doubt === undefined) {
      if (!isVerified) countUnverified();
      return outcome;
    }
    return { outcome: 'unknown', cause: new Error(`a stamp that is not believed: ${doubt}`) };
  };
  return {
    ...pac,
    stamp: async (sealed, id, beginByMs) => check(sealed, await pac.stamp(sealed, id, beginByMs)),
    lookup: async (sealed, id) => check(sealed, await pac.lookup(sealed, id)),
  };
}
