import { sayDayInFuture, sayNotActive, type Today } from '@timbre/api';
import {
  type CalendarDate,
  currency as currencyOf,
  Decimal,
  formToBeDefined,
  type Issue,
  requiredCatalog,
} from '@timbre/fiscal';

/** The part of a payment that covers one document. */
export interface Allocation {
  ref: string;
  amount: Decimal;
}

export interface OpenDocument {
  ref: string;
  open: Decimal;
}

/**
 * Allocates the amount to the documents in the given order. Each document is allocated at most its open
 * amount.
 */
export function allocate(
  amount: Decimal,
  documents: readonly OpenDocument[],
): { allocations: Allocation[]; rest: Decimal } {
  const allocations: Allocation[] = [];
  let rest = amount;
  for (const { ref, open } of documents) {
    const part = Decimal.min(rest, open);
    if (!part.isPositive()) continue;
    allocations.push({ ref, amount: part });
    rest = rest.minus(part);
  }
  return { allocations, rest };
}

/** Returns the part of the amount that exceeds the open amounts of all documents. */
export function leftOf(
  documents: readonly OpenDocument[],
  allocations: readonly Allocation[],
): OpenDocument[] {
  const covered = new Map(allocations.map(({ ref, amount }) => [ref, amount]));
  return documents
    .map(({ ref, open }) => ({ ref, open: open.minus(covered.get(ref) ?? Decimal.zero) }))
    .filter(({ open }) => open.isPositive());
}

export interface NewPayment {
  amount: string;
  currency: string;
  formCode?: string | undefined;
  paidOn: CalendarDate;
  source: string;
  applications: readonly { documentRef: string; amount: string }[];
  /** The value `none`, `draft` or `stamp` says which complement of the payment is requested. */
  complement?: string | undefined;
  /** The stamped complement that already reports the money of this payment. */
  complementDocumentRef?: string | undefined;
  useCredit?: boolean | undefined;
  /** The exchange rate: pesos for one unit of the payment's currency. */
  exchangeRate?: string | undefined;
  /**
   * The amount of the payment in its own currency, if it differs from the currency of the
   * documents.
   */
  received?: { currency: string; amount: string } | undefined;
}

const fault = (path: Issue['path'], code: string, message: string): Issue => ({
  path,
  code,
  message,
});

const unknownCurrency = (path: Issue['path'], given: string, today: CalendarDate): Issue => ({
  path,
  code: 'currency_not_in_catalog',
  ...sayNotActive('c_Moneda', given, today),
});

/**
 * Returns the violated rules of a payment:
 * - currency_not_in_catalog: the currency is not an active code of c_Moneda, or it is XXX, which a payment
 *   cannot have
 * - too_many_decimals: an amount has more decimals than its currency
 * - payment_form_required: money that is paid needs a form of payment
 * - payment_form_not_allowed: money that has been paid cannot have form 99, an expense on credit must have
 *   form 99, and applied credit has no form
 * - in_future: the day of the payment is after today
 * - document_repeated: the same document is named twice
 * - applications_exceed_amount: the amounts applied to documents add up to more than the payment
 * - the rules of complementIssues and linkIssues
 */
export function paymentIssues(payment: NewPayment, at: Today): Issue[] {
  const { today } = at;
  const { amount, currency: code, paidOn, applications } = payment;
  const issues = formIssues(payment);
  const currency = moneyOf(code, today);
  if (!currency) {
    issues.push(unknownCurrency(['currency'], code, today));
  } else {
    const isFine = (text: string) => Decimal.from(text).trimmed().scale > currency.decimals;
    const message = `${code} has ${currency.decimals} decimals.`;
    if (isFine(amount)) issues.push(fault(['amount'], 'too_many_decimals', message));
    applications.forEach((one, index) => {
      if (!isFine(one.amount)) return;
      issues.push(fault(['applications', index, 'amount'], 'too_many_decimals', message));
    });
  }
  if (paidOn > today)
    issues.push({ path: ['paidOn'], code: 'in_future', ...sayDayInFuture(paidOn, at) });
  return [
    ...issues,
    ...applicationIssues(payment),
    ...(payment.complementDocumentRef === undefined
      ? complementIssues(payment, today)
      : linkIssues(payment)),
  ];
}

/**
 * - complement_of_credit: applied credit has no complement, because its money came with an earlier payment
 * - complement_given: leave this field out, because the named complement already states what was paid and how
 */
function linkIssues(payment: NewPayment): Issue[] {
  const { source, applications, useCredit = false, complement = 'none' } = payment;
  const given = {
    applications: applications.length > 0,
    useCredit,
    complement: complement !== 'none',
    exchangeRate: payment.exchangeRate !== undefined,
    received: payment.received !== undefined,
  };
  const message = 'The complement says what its money paid, and how; leave this out.';
  const beside = Object.entries(given).flatMap(([field, isGiven]) =>
    isGiven ? [fault([field], 'complement_given', message)] : [],
  );
  if (source !== 'credit') return beside;
  return [fault(['complementDocumentRef'], 'complement_of_credit', ofCredit), ...beside];
}

const ofCredit = 'Applied credit came with an earlier payment; a complement is made of money.';

/**
 * - complement_of_credit: applied credit has no complement, because its money came with an earlier payment
 * - complement_not_asked: only a payment complement has this field, and no complement is requested
 * - currencies_equal: the money received is in the currency of the documents; leave `received` out
 * - the rules for an amount and an exchange rate, which are the same as for documents
 */
function complementIssues(payment: NewPayment, today: CalendarDate): Issue[] {
  const { complement = 'none', currency, exchangeRate, received, source } = payment;
  if (complement === 'none') {
    const message = 'Only a payment complement says this; ask for one.';
    return (['exchangeRate', 'received'] as const).flatMap((field) =>
      payment[field] === undefined ? [] : [fault([field], 'complement_not_asked', message)],
    );
  }
  if (source === 'credit') {
    return [fault(['complement'], 'complement_of_credit', ofCredit)];
  }
  return [
    ...(received ? receivedIssues(received, currency, today) : []),
    ...rateIssues(received?.currency ?? currency, exchangeRate),
  ];
}

function receivedIssues(
  received: { currency: string; amount: string },
  currency: string,
  today: CalendarDate,
): Issue[] {
  const at = ['received', 'currency'];
  if (received.currency === currency) {
    const message = `The documents are in ${currency} too; leave it out.`;
    return [fault(at, 'currencies_equal', message)];
  }
  const known = moneyOf(received.currency, today);
  if (!known) return [unknownCurrency(at, received.currency, today)];
  if (Decimal.from(received.amount).trimmed().scale <= known.decimals) return [];
  const message = `${received.currency} has ${known.decimals} decimals.`;
  return [fault(['received', 'amount'], 'too_many_decimals', message)];
}

function rateIssues(currency: string, exchangeRate: string | undefined): Issue[] {
  if ((currency === 'MXN') === (exchangeRate === undefined)) return [];
  const at = ['exchangeRate'];
  return currency === 'MXN'
    ? [fault(at, 'exchange_rate_not_allowed', 'The money came in pesos; it has no exchange rate.')]
    : [fault(at, 'exchange_rate_missing', `Say how many pesos one ${currency} is.`)];
}

/**
 * Returns the currency code if it is active in c_Moneda on the day; undefined for other codes and
 * for XXX (no currency).
 */
const moneyOf = (code: string, today: CalendarDate) =>
  code !== 'XXX' && requiredCatalog('c_Moneda').isActive(code, today)
    ? currencyOf(code, today)
    : undefined;

function formIssues({ formCode, source }: NewPayment): Issue[] {
  if (source === 'credit') {
    if (formCode === undefined) return [];
    const message = 'Applied credit was paid before; it has no form.';
    return [fault(['formCode'], 'payment_form_not_allowed', message)];
  }
  if (formCode === undefined) {
    return [fault(['formCode'], 'payment_form_required', 'Say by which form it was paid.')];
  }
  if (formCode !== formToBeDefined) return [];
  const message =
    'Form of payment 99 means that nothing is paid yet; name the form of the payment.';
  return [fault(['formCode'], 'payment_form_not_allowed', message)];
}

function applicationIssues({ amount, applications }: NewPayment): Issue[] {
  const refs = applications.map(({ documentRef }) => documentRef);
  const issues = refs.flatMap((ref, index) => {
    if (refs.indexOf(ref) === index) return [];
    const message = 'This document already has an application.';
    return [fault(['applications', index, 'documentRef'], 'document_repeated', message)];
  });
  const sum = Decimal.sum(applications.map((one) => Decimal.from(one.amount)));
  if (sum.lessOrEqual(Decimal.from(amount))) return issues;
  const message = `The applications add up to ${sum.toString()}, more than the payment.`;
  return [...issues, fault(['applications'], 'applications_exceed_amount', message)];
}
