import type { CancelOutcome } from '../stamping/pac';

/**
 * The SAT's codes (EstatusUUID) for a cancellation request that the SAT accepted. The codes apply
 * to CFDI and to withholding documents (facts: pac-sat-webservices.md §1.5, §1.7).
 */
const requested = new Set(['201', '202']);
/**
 * The SAT's code for a repeated request: a cancellation was already requested, or the document is
 * already canceled.
 */
export const requestedBefore = '202';
const notKnownYet = '205';
/** The PAC's code when it cannot reach the SAT; no cancellation was requested then. */
export const satUnreachable = '708';

const messages: Readonly<Record<string, string>> = {
  '203': 'The document belongs to another issuer.',
  '204': 'The document cannot be canceled.',
  '206': 'The document does not belong to the primary sector.',
  '207': 'The motive or its replacement is not valid.',
  '208': 'The time to cancel the document has expired.',
  '209': 'This motive does not allow a replacement.',
  '212': 'The replacement does not name the document under relationship 04.',
  no_cancelable: 'The SAT does not allow the cancellation; related documents are valid.',
};

/** Translates the SAT's code for one document into the outcome of its cancellation request. */
export function cancelOutcomeOf(code: string, acuse: string | undefined): CancelOutcome {
  // The code of a withholding document is the corresponding CFDI code plus one thousand.
  const meaning = code.replace(/^1(?=2\d\d$)/, '');
  if (requested.has(meaning)) return { outcome: 'requested', code, acuse };
  if (meaning === notKnownYet) return { outcome: 'not_known_yet' };
  const message = messages[meaning] ?? `The SAT refuses the cancellation with code ${code}.`;
  return { outcome: 'refused', code, message, acuse };
}
