import {
  Decimal,
  settlementTermsOf,
  type CalendarDate,
  type JsonReader,
  type SettlementTerms,
  type TermsInput,
} from '@timbre/fiscal';

/** An issued, stamped invoice and its later events, in order. */
export interface SettlementHistory {
  total: Decimal;
  currency: string;
  isDeferred: boolean;
  issuedOn: CalendarDate;
  /** The day for which the result is calculated. */
  asOf: CalendarDate;
  dueDate: CalendarDate | null;
  defaultPaymentTermDays: number | null;
  events: SettlementEvent[];
}

/**
 * `null` terms clear the payment plan of the invoice. `invoices` is the number of invoices that a
 * credit note names. Money in another currency covers no part of the invoice and becomes credit in
 * its own currency. The amounts that a complement pays are always in the currency of the invoice.
 */
export type SettlementEvent = { on: CalendarDate } & (
  | { kind: 'plan'; terms: SettlementTerms | null }
  | { kind: 'complement'; id: string; amount: Decimal }
  | { kind: 'payment'; id: string; amount: Decimal; paidOn?: CalendarDate; currency?: string }
  | { kind: 'creditNote'; id: string; amount: Decimal; relationship: string; invoices: number }
  | { kind: 'cancelComplement' | 'cancelCreditNote' | 'reversePayment'; id: string }
  | { kind: 'cancelInvoice' }
);

const kinds = [
  'plan',
  'complement',
  'cancelComplement',
  'creditNote',
  'cancelCreditNote',
  'payment',
  'reversePayment',
  'cancelInvoice',
] as const;

/** Reads the `input` of an example of a check file. */
export function readExampleInput(reader: JsonReader): SettlementHistory {
  const history = {
    total: reader.decimal('total'),
    currency: reader.has('currency') ? reader.text('currency') : 'MXN',
    isDeferred: !reader.has('methodCode') || reader.choice('methodCode', ['PPD', 'PUE']) === 'PPD',
    issuedOn: reader.date('issuedOn'),
    asOf: reader.date('asOf'),
    dueDate: reader.has('dueDate') ? reader.date('dueDate') : null,
    defaultPaymentTermDays: reader.optionalDecimal('defaultPaymentTermDays')?.toNumber() ?? null,
    events: reader.objects('events').map(readEvent),
  };
  reader.end();
  return history;
}

function readEvent(reader: JsonReader): SettlementEvent {
  const on = reader.date('on');
  const kind = reader.choice('kind', kinds);
  const event = { on, ...readDetails(kind, reader) };
  reader.end();
  return event;
}

type Details = SettlementEvent extends infer Event
  ? Event extends unknown
    ? Omit<Event, 'on'>
    : never
  : never;

function readDetails(kind: SettlementEvent['kind'], reader: JsonReader): Details {
  switch (kind) {
    case 'plan':
      return { kind, terms: reader.has('settlementTerms') ? readTerms(reader) : null };
    case 'complement':
      // The day and the currency of a payment do not change the amounts that its complement pays.
      if (reader.has('paidOn')) reader.date('paidOn');
      if (reader.has('currency')) reader.text('currency');
      return { kind, id: reader.text('id'), amount: reader.decimal('amount') };
    case 'payment':
      return {
        kind,
        id: reader.text('id'),
        amount: reader.decimal('amount'),
        ...(reader.has('paidOn') && { paidOn: reader.date('paidOn') }),
        ...(reader.has('currency') && { currency: reader.text('currency') }),
      };
    case 'creditNote':
      return {
        kind,
        id: reader.text('id'),
        amount: reader.decimal('amount'),
        relationship: reader.has('relationship') ? reader.text('relationship') : '01',
        invoices: (reader.optionalDecimal('invoices') ?? Decimal.one).toNumber(),
      };
    case 'cancelComplement':
    case 'cancelCreditNote':
    case 'reversePayment':
      return { kind, id: reader.text('id') };
    case 'cancelInvoice':
      return { kind };
  }
}

const invalidTerms = 'is not valid';

function readTerms(reader: JsonReader): SettlementTerms | null {
  try {
    return settlementTermsOf(reader.raw('settlementTerms') as TermsInput);
  } catch {
    // The report names the invalid field.
    reader.problem('settlementTerms', invalidTerms);
    return null;
  }
}
