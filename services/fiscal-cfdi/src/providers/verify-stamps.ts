import type { PacCertificates } from '@timbre/cfdi';
import type { LookupOutcome, Pac, PacDocument, StampOutcome } from '../domain/stamping/pac';
import { stampMismatch } from '../domain/stamping/stamp-mismatch';
import { countUnverified } from '../metrics';

/**
 * Wraps a PAC and accepts a stamp only if it can belong to the document that was sent. For any other stamp
 * the outcome is `unknown`: a stamp may exist, so the document may not be sent to another PAC. If the PAC's
 * certificate is unknown, the signature cannot be checked; the stamp is then accepted and counted.
 */
export function verifyStamps(pac: Pac, pacCertificate: PacCertificates): Pac {
  const check = <Outcome extends StampOutcome | LookupOutcome>(
    sent: PacDocument,
    outcome: Outcome,
  ): Outcome | Extract<StampOutcome, { outcome: 'unknown' }> => {
    if (outcome.outcome !== 'stamped') return outcome;
    let isVerified = false;
    const mismatch = stampMismatch(sent, outcome.xml, (number) => {
      const certificate = pacCertificate(number);
      isVerified = certificate !== undefined;
      return certificate;
    });
    if (mismatch === undefined) {
      if (!isVerified) countUnverified();
      return outcome;
    }
    return {
      outcome: 'unknown',
      cause: new Error(`the stamp does not match the document: ${mismatch}`),
    };
  };
  return {
    ...pac,
    stamp: async (sealed, id, beginByMs) => check(sealed, await pac.stamp(sealed, id, beginByMs)),
    lookup: async (sealed, id) => check(sealed, await pac.lookup(sealed, id)),
  };
}
