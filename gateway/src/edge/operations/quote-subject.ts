import type { quote } from '@timbre/api';
import { Decimal } from '@timbre/fiscal';
import type { z } from 'zod';
import { fact, factsOf, writtenAll, type Shown, type Subject } from './subject';

type Quote = Shown<z.output<typeof quote>>;

/** Describes a quote as the subject of an action: the facts for limits, and the text for people. */
export function quoteSubject({ pendingRevision, ...present }: Quote): Subject {
  const subject = subjectOf(present);
  return pendingRevision
    ? { ...subject, pending: subjectOf({ ...present, ...pendingRevision }) }
    : subject;
}

function subjectOf(shown: Omit<Quote, 'pendingRevision'>): Subject {
  const { category, status, customerId, customerName, customerEmail, acceptance } = shown;
  const { taxBreakdown: _, ...totals } = shown.totals;
  const total = Decimal.parse(totals.total);
  return {
    kind: category,
    amount: total ?? 'unknown',
    parties: [customerId],
    isSale: true,
    total,
    email: customerEmail,
    accepted: acceptance,
    facts: factsOf({
      document: [category, status],
      receiver: customerName,
      email: customerEmail,
      amounts: [fact('totals', writtenAll(totals))],
    }),
  };
}
