import { readXml } from '@timbre/cfdi';
import { cancelOutcomeOf, satUnreachable } from '../../domain/cancelling/cancel-codes';
import type { CancelOutcome } from '../../domain/stamping/pac';
import type { HttpOutcome } from '../http';
import { child, childText, descendant, soapResult } from '../soap';

/**
 * Converts the response of `cancel_signature` for one document to an outcome (facts: pac-sat-webservices.md
 * §1.4, §1.5).
 */
export function toCancelOutcome(answer: HttpOutcome): CancelOutcome {
  if (answer.outcome !== 'answered') return answer;
  const result = soapResult(answer.text, 'cancel_signature');
  if (!result) return { outcome: 'unknown', cause: new Error(`HTTP ${answer.status}, no result`) };
  const acuse = childText(result, 'Acuse');
  const folio = child(child(result, 'Folios'), 'Folio');
  // In some responses Folios is empty, and only the acuse contains the code.
  const code = childText(folio, 'EstatusUUID') ?? codeInAcuse(acuse);
  if (code) return cancelOutcomeOf(code, acuse);
  return ofWholeRequest(childText(result, 'CodEstatus'));
}

function codeInAcuse(acuse: string | undefined): string | undefined {
  if (!acuse) return undefined;
  try {
    return descendant(readXml(acuse), 'EstatusUUID')?.text.trim() || undefined;
  } catch {
    // If Folios is empty, the caller uses the code of the whole request (CodEstatus).
    return undefined;
  }
}

/**
 * These codes mean that the SAT already has a cancellation request for the document. The SAT's status
 * service returns the outcome of that earlier request.
 */
const requestedBefore = new Map([
  ['Already en BufferCancellation', '202'],
  ['Already Cancelled', '202'],
  ['798', '798'],
]);

/** Converts `CodEstatus`, which is an error of the whole request as a number or a text, to an outcome. */
function ofWholeRequest(status: string | undefined): CancelOutcome {
  if (!status) return { outcome: 'unknown', cause: new Error('an answer without content') };
  const before = requestedBefore.get(status);
  if (before) return { outcome: 'requested', code: before, acuse: undefined };
  if (status === satUnreachable) return { outcome: 'not_sent', cause: new Error(status) };
  if (status === 'Invalid Username or Password')
    return { outcome: 'account', code: 'credentials', message: status };
  // For a short time after a stamp, Finkok sometimes does not find the stamped document.
  if (status.endsWith('No Encontrado')) return { outcome: 'not_known_yet' };
  return { outcome: 'refused', code: status.slice(0, 60), message: status.slice(0, 500) };
}
