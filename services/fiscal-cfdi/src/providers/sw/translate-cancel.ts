import { cancelOutcomeOf, satUnreachable } from '../../domain/cancelling/cancel-codes';
import type { CancelOutcome } from '../../domain/stamping/pac';
import type { HttpOutcome } from '../http';
import { codeOf, isCredentialTrouble, parseAnswer } from './translate';

/**
 * Converts the response to a signed cancellation of one document to an outcome (facts:
 * pac-sat-webservices.md §2.4).
 */
export function toCancelOutcome(answer: HttpOutcome): CancelOutcome {
  if (answer.outcome !== 'answered') return answer;
  const body = parseAnswer(answer.text);
  if (!body && answer.status === 401)
    return { outcome: 'account', code: 'credentials', message: 'HTTP 401' };
  if (!body) return { outcome: 'unknown', cause: new Error(`HTTP ${answer.status}`) };
  const { data, message, messageDetail } = body;
  if (body.status === 'success') {
    const [code] = Object.values((data?.['uuid'] ?? {}) as Record<string, unknown>);
    const acuse = data?.['acuse'];
    if (typeof code !== 'string') return { outcome: 'unknown', cause: new Error('no code') };
    return cancelOutcomeOf(code, typeof acuse === 'string' ? acuse : undefined);
  }
  return toFailure(answer.status, message ?? '', messageDetail ?? '');
}

/**
 * Converts a failed cancellation to an outcome. The message contains SW's own error, and the detail
 * contains the SAT's code.
 */
function toFailure(status: number, message: string, detail: string): CancelOutcome {
  const code = codeOf(detail) ?? codeOf(message);
  const words = [message, detail].filter(Boolean).join(' ').slice(0, 500);
  if (isCredentialTrouble(codeOf(message), message))
    return { outcome: 'account', code: code ?? 'credentials', message: words };
  if (code === satUnreachable) return { outcome: 'not_sent', cause: new Error(words) };
  if (status >= 500 || !code) return { outcome: 'unknown', cause: new Error(words) };
  return { outcome: 'refused', code, message: words };
}
