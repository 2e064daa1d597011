import type { cancellationRequest } from '@timbre/api';
import { Decimal } from '@timbre/fiscal';
import type { z } from 'zod';
import { wordInSpanish } from './document-words';
import {
  fact,
  factsOf,
  isMoney,
  pesosOf,
  quoted,
  writtenMoney,
  type Shown,
  type Subject,
} from './subject';

type Request = Shown<z.output<typeof cancellationRequest>>;

const notInTimbre = {
  en: 'not in Timbre, so its amount is unknown',
  es: 'no está en Timbre, así que no se conoce su importe',
};

/**
 * Describes a request to cancel a received document, with the requesting issuer as receiver. The
 * answering operation has the UUID as argument.
 */
export function requestSubject({ document, ...request }: Request): Subject {
  const { state, receiverRfc, answerBefore } = request;
  const asked = [
    fact('request', {
      en: `${state}, to ${quoted(receiverRfc)}`,
      es: `${wordInSpanish(state)}, a ${quoted(receiverRfc)}`,
    }),
    fact(
      'answerBefore',
      answerBefore === undefined ? { en: 'no deadline', es: 'sin plazo' } : quoted(answerBefore),
    ),
  ];
  if (!document) {
    const facts = [fact('document', notInTimbre), ...asked];
    return { amount: 'unknown', parties: [], facts };
  }
  const { kind, status, issuerName, issuerRfc, issuedLocalDateTime: issuedAt, total } = document;
  const asker = [issuerName, issuerRfc].flatMap((name) => (name ? quoted(name) : []));
  return {
    kind,
    amount: isMoney(total) ? pesosOf(total) : Decimal.zero,
    parties: [issuerRfc],
    facts: [
      ...(asker.length > 0 ? [fact('askedBy', asker.join(', '))] : []),
      ...factsOf({
        document: [kind, status],
        folio: [document.series, document.folio],
        amounts: isMoney(total) ? [fact('total', writtenMoney(total))] : [],
      }),
      ...(issuedAt ? [fact('issued', quoted(issuedAt))] : []),
      ...asked,
    ],
  };
}
