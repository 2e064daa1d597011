import { answerOutcomeOf } from '../../domain/cancelling/receiver-codes';
import type {
  PendingOutcome,
  ReceiverAnswerOutcome,
  StampOutcome,
} from '../../domain/stamping/pac';
import type { HttpOutcome } from '../http';
import { codeOf, isCredentialTrouble, parseAnswer, type SwAnswer } from './translate';

type Trouble = Extract<StampOutcome, { outcome: 'account' | 'not_sent' | 'unknown' }>;

/** SW returns this code if no cancellation waits for the receiver's answer. */
const nonePending = '1101';

/** Converts the response of `GET /pendings/{rfc}` to an outcome (facts: pac-sat-webservices.md §2.4). */
export function toPendingOutcome(answer: HttpOutcome): PendingOutcome {
  const body = bodyOf(answer);
  if ('outcome' in body) return body;
  const uuids = body.data?.['uuid'];
  if (body.status === 'success' && Array.isArray(uuids))
    return { outcome: 'listed', uuids: uuids.map((uuid) => String(uuid).toLowerCase()) };
  const code = failedCode(body);
  if (code === nonePending) return { outcome: 'listed', uuids: [] };
  return { outcome: 'unknown', cause: new Error(code ?? 'no list') };
}

/** Converts the response of `POST /acceptreject/xml` for one document to an outcome. */
export function toAnswerOutcome(answer: HttpOutcome): ReceiverAnswerOutcome {
  const body = bodyOf(answer);
  if ('outcome' in body) return body;
  const [folio] = (body.data?.['folios'] ?? []) as { estatusUUID?: unknown }[];
  const acuse = body.data?.['acuse'];
  if (typeof folio?.estatusUUID === 'string')
    return answerOutcomeOf(folio.estatusUUID, typeof acuse === 'string' ? acuse : undefined);
  const code = failedCode(body);
  if (body.status === 'success' || !code || body.httpStatus >= 500)
    return { outcome: 'unknown', cause: new Error(code ?? 'no status') };
  return answerOutcomeOf(code, undefined);
}

/** Returns the body of a response, or the reason why the body is missing. */
function bodyOf(answer: HttpOutcome): (SwAnswer & { httpStatus: number }) | Trouble {
  if (answer.outcome !== 'answered') return answer;
  const body = parseAnswer(answer.text);
  if (!body && answer.status === 401)
    return { outcome: 'account', code: 'credentials', message: 'HTTP 401' };
  if (!body) return { outcome: 'unknown', cause: new Error(`HTTP ${answer.status}`) };
  const message = body.message ?? '';
  if (body.status === 'error' && isCredentialTrouble(codeOf(message), message))
    return { outcome: 'account', code: 'credentials', message: message.slice(0, 500) };
  return { ...body, httpStatus: answer.status };
}

/**
 * Returns the error code of a failure. In the detail of the response, the SAT's code follows SW's letters,
 * as in `CA302 - …`.
 */
const failedCode = ({ message, messageDetail }: SwAnswer): string | undefined =>
  (codeOf(messageDetail ?? '') ?? codeOf(message ?? ''))?.replace(/^CA(?=\d)/, '');
