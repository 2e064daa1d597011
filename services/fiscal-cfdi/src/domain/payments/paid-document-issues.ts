import { sayNotActive } from '@timbre/api';
import {
  currency as currencyOf,
  Decimal,
  decimalIssues,
  equivalenceDecimalsMax,
  isFiscalText,
  type Issue,
  isUuid,
  readableDecimal,
  requiredCatalog,
} from '@timbre/fiscal';
import type { InvoiceRecord, PaidDocument } from '../drafting/draft';
import type { Payment } from './payments-of';

/** The largest value of NumParcialidad that Pagos20.xsd allows. */
const installmentsMax = 999;

/** The largest share of a payment that any known local withholding takes. */
const localWithholdingMost = Decimal.from('0.1');

type At = (field: string, code: string, message: string) => Issue;

/**
 * Checks the invoices that a payment pays. For stored invoices, the function also checks the rules of
 * `recordIssues`. For invoices that an earlier payment of the complement also pays, the function checks the
 * rules of `chainIssues`.
 * - documents_missing, document_repeated, uuid_invalid
 * - text_invalid: the series or the folio has a character that the SAT refuses
 * - number_invalid, too_small, too_many_decimals: an amount is not a valid number, or has more decimals than
 *   the invoice's currency
 * - installment_out_of_range
 * - amount_above_balance: the payment exceeds the previous balance of the document (CRP20244)
 * - currency_not_in_catalog, currency_not_allowed
 * - exchange_rate_missing, exchange_rate_not_allowed: a document needs an exchange rate only if its
 *   currency differs from the payment's currency
 * - taxes_above_payment: the taxes belong to a larger amount than the amount paid; give only the part of
 *   each base that is paid
 * @param rfc is the customer's RFC
 * @param earlier lists the invoices that earlier payments of the same complement pay
 */
export function paidDocumentsIssues(
  payment: Payment,
  documents: readonly PaidDocument[],
  { rfc, today, earlier }: { rfc?: string | undefined; today: string; earlier: Earlier },
): Issue[] {
  if (documents.length === 0) {
    const message = 'A payment must pay at least one document.';
    return [{ path: [...payment.path, 'documents'], code: 'documents_missing', message }];
  }
  const seen = new Set<string>();
  return documents.flatMap((document, index) => {
    const path = [...payment.path, 'documents', index];
    const at: At = (field, code, message) => ({ path: [...path, field], code, message });
    const isRepeated = seen.has(document.uuid);
    seen.add(document.uuid);
    const paidBefore = earlier.get(document.uuid) ?? [];
    return [
      ...(isRepeated
        ? [at('uuid', 'document_repeated', 'This payment already pays the document.')]
        : []),
      ...namingIssues(document, at),
      ...amountIssues(document, path, at),
      ...currencyIssues(document, payment.currency, today, at),
      ...taxBaseIssues(document, path),
      ...(payment.documents[index]?.taxes ? taxAmountIssues(document, at) : []),
      ...chainIssues(document, paidBefore.at(-1), at),
      ...(document.invoice
        ? recordIssues(document, document.invoice, { rfc, payment, paidBefore, today }, at)
        : []),
    ];
  });
}

/** The paid invoices of a complement's earlier payments, in order, keyed by the UUID of the invoice. */
export type Earlier = ReadonlyMap<string, readonly PaidDocument[]>;

/**
 * - installment_out_of_range: the installment number is below 1 or too large; the message has the limit
 */
function namingIssues({ uuid, series, folio, installment }: PaidDocument, at: At): Issue[] {
  const issues: Issue[] = [];
  if (!isUuid(uuid)) issues.push(at('uuid', 'uuid_invalid', 'Not the UUID of a CFDI.'));
  if (series !== undefined && !isFiscalText(series, 25)) {
    issues.push(at('series', 'text_invalid', 'A series must have 1 to 25 characters and no |.'));
  }
  if (folio !== undefined && !isFiscalText(folio, 40)) {
    issues.push(at('folio', 'text_invalid', 'A folio must have 1 to 40 characters and no |.'));
  }
  if (!Number.isInteger(installment) || installment < 1 || installment > installmentsMax) {
    const message = `The installment number must be 1 to ${installmentsMax}.`;
    issues.push(at('installment', 'installment_out_of_range', message));
  }
  return issues;
}

function amountIssues(document: PaidDocument, path: (string | number)[], at: At): Issue[] {
  const decimals = currencyOf(document.currency, 'latest')?.decimals ?? 2;
  const issues = (['amount', 'previousBalance'] as const).flatMap((field) => {
    const text = document[field];
    const wrong = decimalIssues(text, [...path, field], { isPositive: true });
    if (wrong.length > 0 || Decimal.from(text).trimmed().scale <= decimals) return wrong;
    const message = `The amount can have at most ${decimals} decimals in ${document.currency}.`;
    return [at(field, 'too_many_decimals', message)];
  });
  if (issues.length > 0) return issues;
  const balance = Decimal.from(document.previousBalance);
  if (Decimal.from(document.amount).lessOrEqual(balance)) return [];
  return [
    at('amount', 'amount_above_balance', `The amount is above the previous balance, ${balance}.`),
  ];
}

function currencyIssues(
  { currency, exchangeRate }: PaidDocument,
  paidIn: string,
  today: string,
  at: At,
): Issue[] {
  if (!requiredCatalog('c_Moneda').isActive(currency, today)) {
    const { message, text } = sayNotActive('c_Moneda', currency, today);
    return [{ ...at('currency', 'currency_not_in_catalog', message), text }];
  }
  if (currency === 'XXX') {
    return [at('currency', 'currency_not_allowed', 'XXX is not a currency of payment.')];
  }
  const rate = exchangeRate === undefined ? undefined : Decimal.parse(exchangeRate);
  if (currency === paidIn) {
    if (exchangeRate === undefined || rate?.equals(Decimal.one)) return [];
    const message = `The payment and the document are both in ${currency}.`;
    return [at('exchangeRate', 'exchange_rate_not_allowed', message)];
  }
  if (exchangeRate === undefined) {
    const message = `Give the exchange rate: how many ${currency} is one ${paidIn}.`;
    return [at('exchangeRate', 'exchange_rate_missing', message)];
  }
  if (!rate) return [at('exchangeRate', 'number_invalid', 'Not a decimal number.')];
  if (!rate.isPositive()) return [at('exchangeRate', 'too_small', 'The number must be above 0.')];
  if (rate.trimmed().scale <= equivalenceDecimalsMax) return [];
  const message = `The number can have at most ${equivalenceDecimalsMax} decimals.`;
  return [at('exchangeRate', 'too_many_decimals', message)];
}

/**
 * Compares the taxes in the request with the amount paid, which is the base plus transferred taxes less
 * withheld taxes. If the invoice has untaxed parts, the amount paid can only be larger. Only a local
 * withholding can reduce the paid amount, and the complement does not contain local withholdings. The base
 * of a tax with factor Cuota is a quantity and not an amount of money.
 */
function taxAmountIssues({ amount, taxes }: PaidDocument, at: At): Issue[] {
  const paid = readableDecimal(amount);
  const read = taxes.flatMap(({ kind, tax, factor, base, rate = '0' }) => {
    const [amountOfBase, part] = [readableDecimal(base), readableDecimal(rate)];
    if (!amountOfBase || !part) return [];
    return [{ kind, tax, factor, base: amountOfBase, amount: amountOfBase.times(part) }];
  });
  if (!paid || read.length < taxes.length) return [];
  const sums = new Map<string, Decimal>();
  let withheld = Decimal.zero;
  for (const { kind, tax, factor, base, amount: amountOfTax } of read) {
    const isWithheld = kind === 'retencion';
    if (isWithheld) withheld = withheld.plus(amountOfTax);
    const charged = isWithheld ? base : factor === 'Cuota' ? amountOfTax : base.plus(amountOfTax);
    const key = `${kind} ${tax}`;
    sums.set(key, (sums.get(key) ?? Decimal.zero).plus(charged));
  }
  const least = Decimal.one.minus(localWithholdingMost);
  const isAbove = [...sums.values()].some((sum) =>
    sum.minus(withheld).times(least).greaterThan(paid),
  );
  if (!isAbove) return [];
  const message = `The taxes are those of more than ${paid}; give the part of each base that is paid.`;
  return [at('taxes', 'taxes_above_payment', message)];
}

/** Checks the numbers of the taxes that a client sent; taxes calculated with `auto` are always valid. */
function taxBaseIssues({ taxes }: PaidDocument, path: (string | number)[]): Issue[] {
  return taxes.flatMap(({ base, rate = '0' }, index) => {
    const at = [...path, 'taxes', 'entries', index];
    return [
      ...decimalIssues(base, [...at, 'base'], { isPositive: true }),
      ...decimalIssues(rate, [...at, 'rate']),
    ];
  });
}

/**
 * Returns whether a complement can pay the invoice. Only a valid income document with method PPD can be
 * paid.
 */
export function isPayable({
  status,
  kind,
  methodCode,
}: Pick<InvoiceRecord, 'status' | 'kind' | 'methodCode'>): boolean {
  return status === 'valid' && kind === 'income' && methodCode === 'PPD';
}

/**
 * Checks a payment against the stored invoice that it pays. An imported invoice can have payments that
 * Timbre does not know, so only contradictions are refused.
 * - cfdi_not_payable: only a valid income CFDI with method PPD can be paid with a payment complement
 * - cfdi_being_canceled: a cancellation of the invoice was requested and is not decided yet
 * - customer_mismatch: the document was issued to another receiver
 * - currency_mismatch: the document is in another currency
 * - paid_before_issue: the payment is older than its invoice; money received before the invoice is an advance
 *   (Anexo 20, appendix 6)
 * - installment_not_next: the installment number must follow the last installment number
 * - previous_balance_mismatch: the previous balance is not the balance after the last installment
 * - amount_above_balance: the payment exceeds the balance after credit notes
 * - payment_being_stamped: another payment complement of the invoice is being stamped, so the balance is not
 *   known yet
 */
function recordIssues(
  document: PaidDocument,
  record: InvoiceRecord,
  { rfc, payment, paidBefore, today }: Circumstances,
  at: At,
): Issue[] {
  if (!isPayable(record)) {
    const message = 'A complement can pay only a valid income document of method PPD.';
    return [at('uuid', 'cfdi_not_payable', message)];
  }
  if (record.isBeingCanceled) {
    const message = 'The cancellation of this document is under way; wait for its outcome.';
    return [at('uuid', 'cfdi_being_canceled', message)];
  }
  const issues: Issue[] = [];
  if (rfc !== undefined && record.receiverRfc && record.receiverRfc !== rfc) {
    issues.push(at('uuid', 'customer_mismatch', 'The document was issued to another receiver.'));
  }
  if (document.currency !== record.currency) {
    const message = `The document is in ${record.currency}.`;
    return [...issues, at('currency', 'currency_mismatch', message)];
  }
  if (record.isBeingPaid) {
    const message = 'Another complement of this document is being stamped; wait for its outcome.';
    return [...issues, at('uuid', 'payment_being_stamped', message)];
  }
  const { issuedOn } = record;
  if (issuedOn !== undefined && (payment.paidLocalDateTime ?? today) < issuedOn) {
    const message = `The document was issued on ${issuedOn}, after the payment; correct the date, or invoice the payment as an advance.`;
    issues.push(at('uuid', 'paid_before_issue', message));
  }
  if (paidBefore.length === 0) issues.push(...orderIssues(document, record, at));
  return [...issues, ...creditIssues(document, record, paidBefore, at)];
}

interface Circumstances {
  rfc: string | undefined;
  payment: Payment;
  paidBefore: readonly PaidDocument[];
  today: string;
}

/**
 * Checks that the payment continues the installment and balance of the previous payment of the same invoice
 * in the same complement.
 */
function chainIssues(document: PaidDocument, before: PaidDocument | undefined, at: At): Issue[] {
  if (!before) return [];
  const issues: Issue[] = [];
  if (document.installment !== before.installment + 1) {
    const message = `An earlier payment here is installment ${before.installment}; this is the next.`;
    issues.push(at('installment', 'installment_not_next', message));
  }
  const [balance, paid] = [before.previousBalance, before.amount].map(readableDecimal);
  const left = paid && balance?.minus(paid);
  const given = readableDecimal(document.previousBalance);
  if (left && given && !given.equals(left)) {
    const message = `An earlier payment here leaves ${left} of this document.`;
    issues.push(at('previousBalance', 'previous_balance_mismatch', message));
  }
  return issues;
}

function orderIssues(document: PaidDocument, record: InvoiceRecord, at: At): Issue[] {
  const { isOurs, nextInstallment } = record;
  const issues: Issue[] = [];
  const isNext = isOurs
    ? document.installment === nextInstallment
    : document.installment >= nextInstallment;
  if (!isNext) {
    const message = `The next installment of this document is ${nextInstallment}.`;
    issues.push(at('installment', 'installment_not_next', message));
  }
  const balance = Decimal.from(record.balance);
  const given = readableDecimal(document.previousBalance);
  const fits = isOurs ? given?.equals(balance) : given?.lessOrEqual(balance);
  if (given && !fits) {
    const message = `The balance of this document is ${balance}.`;
    issues.push(at('previousBalance', 'previous_balance_mismatch', message));
  }
  return issues;
}

function creditIssues(
  { amount, previousBalance }: PaidDocument,
  { balance: uncredited, effectiveBalance }: InvoiceRecord,
  paidBefore: readonly PaidDocument[],
  at: At,
): Issue[] {
  if (effectiveBalance === uncredited) return [];
  const before = paidBefore.flatMap((document) => readableDecimal(document.amount) ?? []);
  const open = Decimal.from(effectiveBalance).minus(Decimal.sum(before));
  const left = Decimal.max(open, Decimal.zero);
  const [paid, balance] = [readableDecimal(amount), readableDecimal(previousBalance)];
  // A payment that exceeds the balance of the invoice already has its own issue.
  if (!paid || !balance || paid.lessOrEqual(left) || paid.greaterThan(balance)) return [];
  const message = `Credit notes and other complements leave ${left} of this document; pay at most that.`;
  return [at('amount', 'amount_above_balance', message)];
}
