import type { LookupOutcome, StampOutcome } from '../../domain/stamping/pac';
import type { HttpOutcome } from '../http';

/** The envelope of every answer of SW (facts: pac-sat-webservices §2). */
export interface SwAnswer {
  status: 'success' | 'error';
  message?: string | null;
  messageDetail?: string | null;
  data?: Record<string, unknown> | null;
}

/** The answer as an object, or undefined when it is not one of SW's (a proxy's page, a cut body). */
export function parseAnswer(text: string): SwAnswer | undefined {
  try {
    const answer = JSON.parse(text) as SwAnswer;
    return answer?.status === 'success' || answer?.status === 'error' ? answer : undefined;
  } catch {
    return undefined;
  }
}

/** The code that begins a message: `307. …`, `401 - …`, `CFDI40102 - …`, `AU2000 - …`. */
export function codeOf(message: string): string | undefined {
  return /^\s*([A-Z]{2,}\d+|\d{3,6})\b/.exec(message)?.[1];
}

const previousStamp = '307';
const customIdTaken = 'CFDI3307';
/** Numbers of account trouble as other PACs use them; SW documents none. */
const accountCodes = new Set(['300', '701', '702', '703', '718', '720', '740']);

/** The window of a resend is over, or it arrived broken: neither says anything of an earlier send. */
const ofThisSendOnly = new Set(['401', 'malformed_request']);

/** SW took the request apart and found no document in it; these have no code. */
const malformed = /^(Xml CFDI33 no proporcionado|Parámetros incompletos)/;

/** What the answer to a resend says of the send before it. */
export function toLookup(outcome: StampOutcome): LookupOutcome {
  if (outcome.outcome === 'not_sent') return { outcome: 'unknown', cause: outcome.cause };
  if (outcome.outcome === 'account') return { outcome: 'unknown', cause: outcome.message };
  if (outcome.outcome === 'rejected' && ofThisSendOnly.has(outcome.code))
    return { outcome: 'unknown', cause: outcome.message };
  return outcome;
}

export const isCredentialTrouble = (code: string | undefined, message: string): boolean =>
  code?.startsWith('AU') === true || /token debe contener|token.*(expir|inv[aá]lid)/i.test(message);

/** An answer to a stamp request, in our words; `stored` is to be fetched by the UUID of its TFD. */
export function toOutcome(answer: HttpOutcome): StampOutcome | { outcome: 'stored'; tfd: string } {
  if (answer.outcome === 'not_sent') return answer;
  if (answer.outcome === 'unknown') return { outcome: 'unknown', cause: answer.cause };
  const body = parseAnswer(answer.text);
  if (!body && answer.status === 401)
    return { outcome: 'account', code: 'credentials', message: 'HTTP 401' };
  if (!body)
    return { outcome: 'unknown', cause: new Error(`HTTP ${answer.status} without an answer`) };
  const xml = typeof body.data?.['cfdi'] === 'string' ? body.data['cfdi'] : undefined;
  if (body.status === 'success') {
    return xml ? { outcome: 'stamped', xml } : { outcome: 'pending' };
  }
  return toFailure(answer.status, body, xml);
}

function toFailure(
  status: number,
  body: SwAnswer,
  xml: string | undefined,
): StampOutcome | { outcome: 'stored'; tfd: string } {
  const message = body.message ?? '';
  const code = codeOf(message);
  if (code === previousStamp) return xml ? { outcome: 'stamped', xml } : { outcome: 'pending' };
  if (code === customIdTaken) {
    const tfd = body.data?.['tfd'];
    return typeof tfd === 'string' ? { outcome: 'stored', tfd } : { outcome: 'pending' };
  }
  const words = [message, body.messageDetail].filter(Boolean).join(' ').slice(0, 500);
  if (isCredentialTrouble(code, message) || (code && accountCodes.has(code))) {
    return { outcome: 'account', code: code ?? 'credentials', message: words };
  }
  if (status < 500 && malformed.test(message))
    return { outcome: 'rejected', code: 'malformed_request', message: words };
  if (status >= 500 || !code)
    return { outcome: 'unknown', cause: new Error(`HTTP ${status} ${code ?? ''}`) };
  return { outcome: 'rejected', code, message: words };
}
