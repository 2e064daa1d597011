import { answerOutcomeOf } from '../../domain/cancelling/receiver-codes';
import type { PendingOutcome, ReceiverAnswerOutcome } from '../../domain/stamping/pac';
import type { HttpOutcome } from '../http';
import { child, children, childText, soapResult } from '../soap';

const invalidLogin = 'Invalid Username or Password';

/**
 * Converts the response of `get_pending` or `get_out_pending` to an outcome (facts: pac-sat-webservices.md
 * §1.4).
 */
export function toPendingOutcome(answer: HttpOutcome, operation: string): PendingOutcome {
  if (answer.outcome !== 'answered') return answer;
  const result = soapResult(answer.text, operation);
  if (!result) return { outcome: 'unknown', cause: new Error(`HTTP ${answer.status}, no result`) };
  const error = childText(result, 'error');
  if (error === invalidLogin) return { outcome: 'account', code: 'credentials', message: error };
  if (error) return { outcome: 'unknown', cause: new Error(error.slice(0, 500)) };
  const uuids = children(child(result, 'uuids'), 'string');
  return { outcome: 'listed', uuids: uuids.map(({ text }) => text.trim().toLowerCase()) };
}

/** Converts the response of `accept_reject_signature` for one document to an outcome. */
export function toAnswerOutcome(answer: HttpOutcome): ReceiverAnswerOutcome {
  if (answer.outcome !== 'answered') return answer;
  const result = soapResult(answer.text, 'accept_reject_signature');
  if (!result) return { outcome: 'unknown', cause: new Error(`HTTP ${answer.status}, no result`) };
  const line =
    child(child(result, 'aceptacion'), 'Acepta') ?? child(child(result, 'rechazo'), 'Rechaza');
  const status = childText(line, 'status');
  if (status) return answerOutcomeOf(status, childText(result, 'Acuse'));
  const error = childText(result, 'error');
  if (error === invalidLogin) return { outcome: 'account', code: 'credentials', message: error };
  const code = /^\s*(\d{3,4})\b/.exec(error ?? '')?.[1];
  if (!code) return { outcome: 'unknown', cause: new Error(error?.slice(0, 500) ?? 'no status') };
  return answerOutcomeOf(code, undefined);
}
