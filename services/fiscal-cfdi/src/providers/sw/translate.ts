import { satCodeOf } from '../../domain/refusals/refusal-issue';
import type { LookupOutcome, StampOutcome } from '../../domain/stamping/pac';
import type { HttpOutcome } from '../http';

/** The envelope of every SW response (facts: pac-sat-webservices.md §2). */
export interface SwAnswer {
  status: 'success' | 'error';
  message?: string | null;
  messageDetail?: string | null;
  data?: Record<string, unknown> | null;
}

/**
 * Parses an SW response. Returns undefined for any other text, such as a proxy's page or a truncated body.
 */
export function parseAnswer(text: string): SwAnswer | undefined {
  try {
    const answer = JSON.parse(text) as SwAnswer;
    return answer?.status === 'success' || answer?.status === 'error' ? answer : undefined;
  } catch {
    // If the response does not come from SW, the outcome of the call is unknown.
    return undefined;
  }
}

/**
 * Returns the code at the start of SW's message, such as `307. …`, `401 - …`, `CFDI40102 - …`, `Reten20131
 * - …`.
 */
export function codeOf(message: string): string | undefined {
  return /^\s*([A-Z][A-Za-z]+\d+|\d{3,6})\b/.exec(message)?.[1];
}

const previousStamp = '307';
const customIdTaken = 'CFDI3307';
/**
 * The error codes with which SW reports a problem of the account. SW does not document its codes for these
 * errors, so the list contains the codes of other PACs.
 */
const accountCodes = new Set(['300', '701', '702', '703', '718', '720', '740']);

/**
 * SW returns these codes if a repeated request was too late or damaged. Such a code does not show the
 * outcome of the first request.
 */
const ofThisSendOnly = new Set(['401', 'malformed_request']);

/** Matches SW's messages about a request without a document; these messages contain no code. */
const malformed = /^(Xml CFDI33 no proporcionado|Parámetros incompletos)/;

/** Converts the response to a repeated stamp request to the outcome of the first request. */
export function toLookup(outcome: StampOutcome): LookupOutcome {
  if (outcome.outcome === 'not_sent') return { outcome: 'unknown', cause: outcome.cause };
  if (outcome.outcome === 'account') return { outcome: 'unknown', cause: outcome.message };
  if (outcome.outcome === 'rejected' && ofThisSendOnly.has(outcome.code))
    return { outcome: 'unknown', cause: outcome.message };
  return outcome;
}

export const isCredentialTrouble = (code: string | undefined, message: string): boolean =>
  code?.startsWith('AU') === true || /token debe contener|token.*(expir|inv[aá]lid)/i.test(message);

/**
 * Converts the response to a stamp request to an outcome. After the outcome `stored`, the caller reads the
 * stamped document by the UUID of its TFD.
 */
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
  return { outcome: 'rejected', code: satCodeOf(code), message: words };
}
