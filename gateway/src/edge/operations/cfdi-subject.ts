import type { cfdiDetail, Language, Text } from '@timbre/api';
import { Decimal, inPlaceOf } from '@timbre/fiscal';
import { z } from 'zod';
import {
  fact,
  factsOf,
  isMoney,
  pesosOf,
  quoted,
  written,
  writtenMoney,
  type Pesos,
  type Shown,
  type Subject,
} from './subject';

const text = z.string().nullish();

/** The payments of a payment complement, which the public schema of a CFDI does not specify. */
const payment = z.looseObject({
  amount: z.looseObject({ amount: z.string(), currency: z.string() }).nullish(),
  exchangeRate: text.optional(),
  paidLocalDateTime: text.optional(),
  formCode: text.optional(),
  documents: z
    .array(
      z.looseObject({
        uuid: text.optional(),
        series: text.optional(),
        folio: text.optional(),
        currency: text.optional(),
        amount: text.optional(),
      }),
    )
    .nullish(),
});
const complement = payment.extend({ additionalPayments: z.array(payment).nullish() });

type Cfdi = Shown<z.output<typeof cfdiDetail>>;
type Payment = z.output<typeof payment>;

/** The maximum number of payments and invoices of a payment complement that fit into a summary. */
const paymentsMax = 8;
const invoicesMax = 8;

/** Describes a CFDI as the subject of an action: the facts for limits, and the text for people. */
export function cfdiSubject(cfdi: Cfdi): Subject {
  const { kind, status, total, receiver } = cfdi;
  const payments = paymentsOf(cfdi['complement']);
  return {
    kind,
    amount: isMoney(total) ? pesosOf(total, cfdi.fiscal?.totalMxn) : certified(payments),
    parties: [
      cfdi.customerId,
      cfdi.kind === 'payroll' ? cfdi.employeeId : undefined,
      receiver?.rfc,
    ],
    facts: factsOf({
      document: [kind, status],
      folio: [cfdi.series, cfdi.folio],
      receiver: receiver?.legalName ?? cfdi.counterpartyName,
      rfc: receiver?.rfc,
      amounts: payments?.length
        ? paymentFacts(payments)
        : isMoney(total)
          ? [fact('total', writtenMoney(total))]
          : [],
      uuid: cfdi.uuid,
      more: cfdi.cancelReplaced ? [fact('alsoCancels', replaced(cfdi))] : [],
    }),
  };
}

/** Returns the documents that stamping their replacement cancels. */
const replaced = ({ relatedDocuments = [] }: Cfdi): string =>
  relatedDocuments
    .filter(({ relationship }) => relationship === inPlaceOf)
    .flatMap(({ documents }) => documents.map(quoted))
    .join(', ');

/** @returns undefined for a payment complement with an unknown structure */
function paymentsOf(shown: unknown): Payment[] | undefined {
  if (shown === undefined) return [];
  const { data } = complement.safeParse(shown);
  return data && [data, ...(data.additionalPayments ?? [])];
}

/** Returns the sum of a complement's payments in pesos. */
function certified(payments: Payment[] | undefined): Pesos {
  if (!payments) return 'unknown';
  const amounts = payments.map(({ amount, exchangeRate }) => {
    if (!amount) return Decimal.zero;
    const rate = amount.currency === 'MXN' ? Decimal.one : Decimal.parse(exchangeRate ?? '');
    return rate && Decimal.parse(amount.amount)?.times(rate);
  });
  const known = amounts.filter((amount) => amount !== undefined);
  return known.length === amounts.length ? Decimal.sum(known) : 'unknown';
}

/**
 * Returns the summary lines for the payments of a payment complement. The payment amounts are
 * shown, because the total of a payment complement itself is always zero.
 */
function paymentFacts(all: Payment[]): Text[] {
  const shown = all.slice(0, paymentsMax).map((one, index) => {
    const place = all.length > 1 ? ` ${index + 1}` : '';
    return {
      en: `Payment${place}: ${paymentIn('en', one)}`,
      es: `Pago${place}: ${paymentIn('es', one)}`,
    };
  });
  const left = all.length - shown.length;
  const more = { en: `and ${left} more payments`, es: `y ${left} pagos más` };
  return left > 0 ? [...shown, more] : shown;
}

/** The words that describe a payment in a summary, in each language. */
const paymentWords = {
  en: {
    nothing: 'nothing',
    paid: 'paid',
    stamped: 'when stamped',
    form: 'form',
    for: 'for',
    and: 'and',
    more: 'more',
  },
  es: {
    nothing: 'nada',
    paid: 'pagado',
    stamped: 'al timbrar',
    form: 'forma',
    for: 'de',
    and: 'y',
    more: 'más',
  },
};

function paymentIn(language: Language, one: Payment): string {
  const words = paymentWords[language];
  const { paidLocalDateTime: paidAt, formCode, amount } = one;
  const paid = amount ? writtenMoney(amount) : words.nothing;
  return `${paid}, ${words.paid} ${quoted(paidAt ?? words.stamped)}, ${words.form} ${quoted(formCode ?? '')}, ${words.for} ${invoices(one, words)}`;
}

/** Returns the invoices of a payment, each with the amount paid. */
function invoices({ documents }: Payment, { and, more }: { and: string; more: string }): string {
  const all = documents ?? [];
  const shown = all.slice(0, invoicesMax).map(({ series, folio, uuid, amount, currency }) => {
    const name = [series, folio].filter(Boolean).join(' ') || (uuid ?? '');
    return `${quoted(name)} ${written(amount ?? '')} ${currency ?? ''}`.trim();
  });
  const left = all.length - shown.length;
  return [...shown, ...(left > 0 ? [`${and} ${left} ${more}`] : [])].join('; ');
}
