import {
  currency as currencyOf,
  Decimal,
  decimalIssues,
  isFiscalText,
  type Issue,
  isUuid,
  readableDecimal,
  requiredCatalog,
} from '@timbre/fiscal';
import type { Draft, InvoiceRecord, PaidDocument } from '../drafting/draft';

/** NumParcialidad of Pagos20.xsd. */
const installmentsMax = 999;
const equivalenceDecimalsMax = 10;

type At = (field: string, code: string, message: string) => Issue;

/**
 * Rules of the documents that a payment pays.
 * - documents_missing, document_repeated, uuid_invalid
 * - text_invalid: a series or folio that the SAT refuses
 * - number_invalid, too_small, too_many_decimals (those of the invoice's currency)
 * - installment_out_of_range
 * - amount_above_balance: more is paid than was left (CRP20244)
 * - currency_not_in_catalog, currency_not_allowed
 * - exchange_rate_missing, exchange_rate_not_allowed: of documents in another currency only
 * - and those of recordIssues, for an invoice that we know
 */
export function paidDocumentsIssues(
  { input, customer, paidDocuments }: Draft,
  today: string,
): Issue[] {
  if (!input.complement) return [];
  const documents = paidDocuments ?? [];
  if (documents.length === 0) {
    const message = 'A payment must pay at least one document.';
    return [{ path: ['payment', 'documents'], code: 'documents_missing', message }];
  }
  const currency = input.currency ?? 'MXN';
  return documents.flatMap((document, index) => {
    const path = ['payment', 'documents', index];
    const at: At = (field, code, message) => ({ path: [...path, field], code, message });
    const isRepeated = documents.findIndex(({ uuid }) => uuid === document.uuid) < index;
    return [
      ...(isRepeated
        ? [at('uuid', 'document_repeated', 'This payment already pays the document.')]
        : []),
      ...namingIssues(document, at),
      ...amountIssues(document, path, at),
      ...currencyIssues(document, currency, today, at),
      ...taxBaseIssues(document, path),
      ...(document.invoice ? recordIssues(document, document.invoice, customer?.rfc, at) : []),
    ];
  });
}

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
  const decimals = currencyOf(document.currency)?.decimals ?? 2;
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
    return [at('currency', 'currency_not_in_catalog', 'Not an active code of c_Moneda.')];
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

/** Checks the numbers of taxes from the client; `auto` taxes are always valid. */
function taxBaseIssues({ taxes }: PaidDocument, path: (string | number)[]): Issue[] {
  return taxes.flatMap(({ base, rate = '0' }, index) => {
    const at = [...path, 'taxes', 'entries', index];
    return [
      ...decimalIssues(base, [...at, 'base'], { isPositive: true }),
      ...decimalIssues(rate, [...at, 'rate']),
    ];
  });
}

/** Complements can pay only a valid income of method PPD. */
export function isPayable({
  status,
  kind,
  methodCode,
}: Pick<InvoiceRecord, 'status' | 'kind' | 'methodCode'>): boolean {
  return status === 'valid' && kind === 'income' && methodCode === 'PPD';
}

/**
 * Checks a payment against our record of the invoice. An imported invoice may have payments that we
 * do not know, so for it only contradictions are refused.
 * - cfdi_not_payable: not a valid income of method PPD
 * - customer_mismatch: issued to another receiver
 * - currency_mismatch: in another currency
 * - installment_not_next, previous_balance_mismatch
 * - amount_above_balance: more is paid than credit notes leave to be paid
 * - payment_being_stamped: another complement is being stamped, so the balance is not known yet
 */
function recordIssues(
  document: PaidDocument,
  record: InvoiceRecord,
  rfc: string | undefined,
  at: At,
): Issue[] {
  if (!isPayable(record)) {
    const message = 'A complement can pay only a valid income document of method PPD.';
    return [at('uuid', 'cfdi_not_payable', message)];
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
  return [...issues, ...orderIssues(document, record, at)];
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
  const left = Decimal.from(record.effectiveBalance);
  const amount = readableDecimal(document.amount);
  // More than the balance itself is already an issue of the amount.
  if (amount?.greaterThan(left) && amount.lessOrEqual(balance)) {
    const message = `Credit notes leave ${left} of this document; pay at most that.`;
    issues.push(at('amount', 'amount_above_balance', message));
  }
  return issues;
}
