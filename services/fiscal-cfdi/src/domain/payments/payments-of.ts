import { montoOf } from '@timbre/cfdi';
import { currency as currencyOf, Decimal, type Issue } from '@timbre/fiscal';
import type {
  AdditionalPaymentInput,
  ComplementFacts,
  ComplementInput,
  DraftInput,
  PaidDocument,
  PaymentMeans,
  PaymentOfComplement,
} from '../drafting/draft';

/** A payment of a complement with its currency and its path in the input. */
export interface Payment extends AdditionalPaymentInput {
  currency: string;
  path: (string | number)[];
  /** The path, in the draft's input, of the object that contains `currency` and `exchangeRate`. */
  moneyPath: (string | number)[];
}

/** Returns the payments of a complement in the form of its input, the main payment first. */
export const paymentInputs = ({
  additionalPayments = [],
  ...first
}: ComplementInput): AdditionalPaymentInput[] => [first, ...additionalPayments];

/** Returns the input path of the payment at the given position. */
export const paymentPath = (position: number): (string | number)[] =>
  position === 0 ? ['payment'] : ['additionalPayments', position - 1];

/** Returns the payments of a complement, each with its currency and exchange rate. */
export function paymentsOf({ complement, currency = 'MXN', exchangeRate }: DraftInput): Payment[] {
  if (!complement) return [];
  return paymentInputs(complement).map((payment, position) => {
    const path = paymentPath(position);
    const hasOwnMoney = payment.currency !== undefined || payment.exchangeRate !== undefined;
    const money = hasOwnMoney
      ? { currency: payment.currency ?? currency, exchangeRate: payment.exchangeRate }
      : { currency, exchangeRate };
    return { ...payment, ...money, path, moneyPath: hasOwnMoney ? path : [] };
  });
}

/** Moves the issues of a payment's currency to the paths of the currency in the input. */
export const atMoney = ({ moneyPath }: Payment, issues: Issue[]): Issue[] =>
  issues.map((issue) => ({ ...issue, path: [...moneyPath, ...issue.path] }));

/** Returns the invoices that the payment at this position pays. */
export const documentsOf = (
  documents: readonly PaidDocument[] | null | undefined,
  position: number,
): PaidDocument[] => (documents ?? []).filter(({ payment = 0 }) => payment === position);

/**
 * Returns the SAT attribute EquivalenciaDR: units of the invoice's currency for one unit of the payment's
 * currency.
 */
export function equivalenceOf(document: PaidDocument, currency: string): Decimal {
  if (document.currency === currency) return Decimal.one;
  return Decimal.from(document.exchangeRate ?? '');
}

/** Returns the SAT attribute Monto: the sum of all paid amounts, in the currency of the payment. */
export function amountPaid(documents: readonly PaidDocument[], currency: string): Decimal {
  const paid = documents.map((document) => ({
    monedaDr: document.currency,
    impPagado: amountOf(document),
    equivalenciaDr: equivalenceOf(document, currency),
  }));
  return montoOf(paid, currency, decimalsOf(currency));
}

/** Returns the SAT attribute ImpPagado, in the currency of the invoice. */
export const amountOf = ({ amount, currency }: PaidDocument): Decimal =>
  Decimal.from(amount).round(decimalsOf(currency));

const decimalsOf = (currency: string): number => currencyOf(currency, 'latest')?.decimals ?? 2;

/** Returns the payments of a valid complement in the form of the document's detail. */
export function complementFacts(
  input: DraftInput,
  paidDocuments: readonly PaidDocument[] | null | undefined,
): ComplementFacts | null {
  const [first, ...additionalPayments] = paymentsOf(input).map(
    (payment, position): PaymentOfComplement => ({
      ...meansOf(payment),
      amount: amountPaid(documentsOf(paidDocuments, position), payment.currency).toString(),
      currency: payment.currency,
      exchangeRate: payment.exchangeRate ?? '1',
    }),
  );
  return first ? withFurther(first, additionalPayments) : null;
}

export const withFurther = (
  first: PaymentOfComplement,
  additionalPayments: PaymentOfComplement[],
): ComplementFacts => ({ ...first, ...(additionalPayments.length > 0 && { additionalPayments }) });

function meansOf({
  formCode,
  paidLocalDateTime,
  operationNumber,
  payerBank,
  payeeBank,
  paymentChain,
}: PaymentMeans): PaymentMeans {
  return { formCode, paidLocalDateTime, operationNumber, payerBank, payeeBank, paymentChain };
}
