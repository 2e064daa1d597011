import type { cancellationRequest } from '@timbre/api';
import { Decimal } from '@timbre/fiscal';
import type { z } from 'zod';
import {
  factsOf,
  isMoney,
  pesosOf,
  quoted,
  writtenMoney,
  type Shown,
  type Subject,
} from './subject';

type Request = Shown<z.output<typeof cancellationRequest>>;

/** A request to cancel a received document, for the issuer who asks; the UUID is an argument of the answer. */
export function requestSubject({ document, ...request }: Request): Subject {
  const { state, receiverRfc, answerBefore } = request;
  const asked = [
    `Request: ${state}, to ${quoted(receiverRfc)}`,
    `Answer before: ${answerBefore === undefined ? 'no deadline' : quoted(answerBefore)}`,
  ];
  if (!document) {
    const facts = ['Document: not in Timbre, so its amount is unknown', ...asked];
    return { amount: 'unknown', parties: [], facts };
  }
  const { kind, status, issuerName, issuerRfc, issuedLocalDateTime: issuedAt, total } = document;
  const asker = [issuerName, issuerRfc].flatMap((name) => (name ? quoted(name) : []));
  return {
    kind,
    amount: isMoney(total) ? pesosOf(total) : Decimal.zero,
    parties: [issuerRfc],
    facts: [
      ...(asker.length > 0 ? [`Asked by: ${asker.join(', ')}`] : []),
      ...factsOf({
        document: [kind, status],
        folio: [document.series, document.folio],
        amounts: isMoney(total) ? [`Total: ${writtenMoney(total)}`] : [],
      }),
      ...(issuedAt ? [`Issued: ${quoted(issuedAt)}`] : []),
      ...asked,
    ],
  };
}
