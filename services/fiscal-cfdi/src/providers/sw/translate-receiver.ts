import { answerOutcomeOf } from '../../domain/cancelling/receiver-codes';
import type {
  PendingOutcome,
  ReceiverAnswerOutcome,
  StampOutcome,
} from '../../domain/stamping/pac';
import type { HttpOutcome } from '../http';
import { codeOf, isCredentialTrouble, parseAnswer, type SwAnswer } from './translate';

type Trouble = Extract<StampOutcome, { outcome: 'account' | 'not_sent' | 'unknown' }>;

/** No cancellation waits for the receiver's answer. */
const nonePending = '1101';

/** Translates the answer to `GET /pendings/{rfc}` (facts: pac-sat-webservices.md §2.4). */
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

/** Translates the answer to `POST /acceptreject/xml` for one document. */
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

/** The body of an answer, or the reason why it is missing. */
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

/** The detail contains the SAT's code after SW's letters: `CA302 - …`. */
const failedCode = ({ message, messageDetail }: SwAnswer): string | undefined =>
  (codeOf(messageDetail ?? '') ?? codeOf(message ?? ''))?.replace(/^CA(?=\d)/, '');
