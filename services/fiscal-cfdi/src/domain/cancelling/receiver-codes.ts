import type { ReceiverAnswerOutcome } from '../stamping/pac';
import { satUnreachable } from './cancel-codes';

/**
 * Messages for the SAT's codes when it refuses a receiver's answer (facts: pac-sat-webservices.md
 * §1.5).
 */
const messages: Readonly<Record<string, string>> = {
  '301': 'The answer is malformed.',
  '302': 'The signature of the answer is not valid.',
  '304': 'The certificate is revoked or has expired.',
  '305': 'The certificate is not valid.',
  '1003': 'The answer is not signed by the receiver of the document.',
  '1004': 'The document has more than one request.',
  '1005': 'The UUID is not valid.',
  '1006': 'The answer has too many documents.',
};

/** Converts the SAT's code for a receiver's answer about one document to an outcome. */
export function answerOutcomeOf(code: string, acuse: string | undefined): ReceiverAnswerOutcome {
  if (code === '1000' || code === '1001' || code === '1002')
    return { outcome: 'answered', code, acuse };
  if (code === satUnreachable) return { outcome: 'not_sent', cause: new Error(code) };
  const message = messages[code] ?? `The SAT refuses the answer with code ${code}.`;
  return { outcome: 'refused', code, message };
}
