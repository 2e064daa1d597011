import { Decimal, parseDocumentRef, Rfc } from '@timbre/fiscal';
import type { Refusal } from '@timbre/kit';
import type { Irreversible } from '../operations/irreversible';

export type Shown = Record<string, unknown>;

/** The facts that limits look at. */
export interface ActFacts {
  /** In pesos; `unknown` where a rate or the document is missing, absent for an act without one. */
  amount: Decimal | 'unknown' | undefined;
  /** All of them must be allowed; empty for an act on no document. */
  kinds: string[];
  /** RFC and identifiers of the one whom it is for; one of them must be allowed. */
  receiver: string[];
  /** The RFC that gets the invoice of a sale, where it is named; it must be allowed as well. */
  invoiced?: string | undefined;
  /** Addresses that it sends to; all of them must be allowed. */
  addresses: string[];
  /** Whether it is for somebody at all. */
  hasReceiver: boolean;
}

/** The document that an act works on, as limits and people judge it. */
export interface Seen {
  /** As its own operation shows it; undefined where there is none. */
  document: Shown | undefined;
  /** Pesos that the owner of the document has computed of it, for the act as it is asked for. */
  computed?: Decimal | undefined;
  /** Why its owner computes none: it refuses the act on this document, unless it has done it already. */
  refused?: Refusal;
}

/** @param given the arguments of the act: those of its path and its body */
export function actFacts(act: Irreversible, given: Shown, seen: Seen): ActFacts {
  const document = effective(act, seen.document);
  const kind = act.kind ?? kindOf(given, document);
  const asked = act.asked ? shownOf(document?.[act.asked]) : given;
  const stamped = act.stamps && asked[act.stamps.argument] === act.stamps.value && act.stamps.kind;
  const invoiced = textOf(shownOf(asked.fiscalCustomer).rfc);
  return {
    amount: act.amount && amountOf(act.amount, given, { ...seen, document }),
    kinds: [kind, stamped].filter((one) => typeof one === 'string'),
    receiver: receiverOf(act, given, document, invoiced),
    invoiced,
    addresses: addressesOf(act, given, document).map((address) => address.toLowerCase()),
    hasReceiver: !act.readsNothing,
  };
}

/** The document with the changes that the act makes effective. */
export function effective(
  { pending }: Irreversible,
  document: Shown | undefined,
): Shown | undefined {
  return pending && document ? { ...document, ...shownOf(document[pending]) } : document;
}

function kindOf(given: Shown, document: Shown | undefined): string | undefined {
  const inside = shownOf(document?.document);
  const kind = textOf(inside.kind) ?? textOf(document?.kind) ?? textOf(document?.category);
  return kind ?? parseDocumentRef(textOf(given.documentRef) ?? '')?.prefix;
}

function addressesOf({ sendsTo }: Irreversible, given: Shown, document: Shown = {}): string[] {
  const named = textsOf(given.recipients);
  if (!sendsTo || given[sendsTo.unless] === false) return named;
  return [...named, ...textsOf([document[sendsTo.member]])];
}

function receiverOf(
  { receiver, isForAnybody }: Irreversible,
  given: Shown,
  document: Shown = {},
  invoiced = Rfc.genericNational.toString(),
): string[] {
  if (isForAnybody) return [];
  const { rfc, taxId } = shownOf(document.receiver);
  const own = [
    receiver === undefined ? undefined : given[receiver],
    document.customerId,
    document.supplierId,
    document.contactId,
    document.employeeId,
    rfc,
    taxId,
    document.employeeTaxId,
    document.counterpartyRfc,
    shownOf(document.document).issuerRfc,
  ].flatMap((name) => textOf(name) ?? []);
  // A sale without a customer is a sale to the receiver of its invoice, or to the public in general.
  const isSale = ['sales_receipt', 'quote'].includes(textOf(document.category) ?? '');
  return own.length === 0 && isSale ? [invoiced] : own;
}

function amountOf(
  where: NonNullable<Irreversible['amount']>,
  given: Shown,
  { document, computed, refused }: Seen,
): ActFacts['amount'] {
  if (where === 'payment') return paid(given, document);
  if (typeof where === 'object') return refused ? Decimal.zero : (computed ?? 'unknown');
  if (!document) return 'unknown';
  if (where === 'payroll') return decimalOf(shownOf(document.totals).net) ?? 'unknown';
  const { total = { amount: document.amount, currency: document.currency } } =
    document.document === undefined ? document : shownOf(document.document);
  const { amount, currency = 'MXN' } = shownOf(total);
  if (currency === 'XXX') return certified(shownOf(document.complement));
  if (currency === 'MXN') return decimalOf(amount)?.abs() ?? 'unknown';
  return decimalOf(shownOf(document.fiscal).totalMxn) ?? 'unknown';
}

/** Whether a payment applies credit beside its money. Only what is owed says how much. */
export const appliesCredit = ({ useCredit, source }: Shown): boolean =>
  useCredit === true && source !== 'credit';

/** What a request pays, with the credit that it applies. */
function paid(given: Shown, document: Shown | undefined): Decimal | 'unknown' {
  const money = paidInMoney(given, document);
  if (!appliesCredit(given)) return money;
  const rate = given.received === undefined ? given.exchangeRate : undefined;
  const credit = document ? inPesos(creditApplied(given, document), rate) : 'unknown';
  return money === 'unknown' || credit === 'unknown' ? 'unknown' : money.plus(credit);
}

/** At most: what of the credit fits into what the money leaves open. */
function creditApplied({ currency = 'MXN', ...given }: Shown, document: Shown): Shown {
  const owed = listOf(document.balances).find((balance) => balance.currency === currency);
  const applications = listOf(given.applications);
  const covered = applications.length > 0 ? applications : [given];
  const money = Decimal.sum(covered.map(({ amount }) => decimalOf(amount) ?? Decimal.zero));
  const left = (decimalOf(owed?.total) ?? Decimal.zero).minus(money);
  const applicable = decimalOf(owed?.applicableCredit) ?? Decimal.zero;
  const most = left.lessThan(applicable) ? left : applicable;
  return { amount: Decimal.max(Decimal.zero, most).toString(), currency };
}

/**
 * The amount that a request pays, at its own exchange rate; without an amount a quote is paid, or
 * sold, in full. For money in another currency than the debt, the larger of the amount received and
 * the amount covered.
 */
function paidInMoney(given: Shown, document: Shown | undefined): Decimal | 'unknown' {
  const total = decimalOf(shownOf(document?.totals).total);
  if (given.received === undefined) return inPesos(given, given.exchangeRate, total);
  const came = inPesos(shownOf(given.received), given.exchangeRate);
  const covered = inPesos(given, undefined);
  return came === 'unknown' || covered === 'unknown' ? 'unknown' : Decimal.max(came, covered);
}

function inPesos(
  { amount: given, currency = 'MXN' }: Shown,
  exchangeRate: unknown,
  otherwise?: Decimal,
): Decimal | 'unknown' {
  const amount = decimalOf(given) ?? otherwise;
  const rate = currency === 'MXN' ? Decimal.one : decimalOf(exchangeRate);
  return amount && rate ? amount.times(rate) : 'unknown';
}

/** The payments of a complement; the document itself moves no money. */
function certified(complement: Shown): Decimal | 'unknown' {
  const payments = [complement, ...listOf(complement.additionalPayments)];
  const amounts = payments.map((payment) => {
    const { amount, currency } = shownOf(payment.amount);
    if (amount === undefined) return Decimal.zero;
    const rate = currency === 'MXN' ? Decimal.one : decimalOf(payment.exchangeRate);
    return rate && decimalOf(amount)?.times(rate);
  });
  const known = amounts.filter((amount) => amount !== undefined);
  return known.length === amounts.length ? Decimal.sum(known) : 'unknown';
}

const decimalOf = (value: unknown): Decimal | undefined =>
  typeof value === 'number' || typeof value === 'string'
    ? Decimal.parse(typeof value === 'string' ? value : Decimal.from(value).toString())
    : undefined;

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

const isShown = (value: unknown): value is Shown =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const shownOf = (value: unknown): Shown => (isShown(value) ? value : {});

const listOf = (value: unknown): Shown[] => (Array.isArray(value) ? value.filter(isShown) : []);
