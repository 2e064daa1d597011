import { Decimal } from '@timbre/fiscal';
import type { Balance, Pesos, Subject } from './subject';

type Amount = number | string;

/** The arguments that determine the amount of a payment. */
export interface Payment {
  amount?: Amount | undefined;
  currency?: string | undefined;
  exchangeRate?: Amount | undefined;
  received?: { amount: Amount; currency?: string | undefined } | undefined;
  source?: 'money' | 'credit' | undefined;
  useCredit?: boolean | undefined;
  applications?: { amount: Amount }[] | undefined;
}

/**
 * Whether a payment uses credit in addition to money. The amount of such a payment is only known
 * together with the open balance.
 */
export const appliesCredit = ({ useCredit, source }: Payment): boolean =>
  useCredit === true && source !== 'credit';

/** Returns the amount of a payment request, including the credit that it applies. */
export function paid(given: Payment, subject: Subject | undefined): Pesos {
  const money = paidInMoney(given, subject);
  if (!appliesCredit(given)) return money;
  const rate = given.received === undefined ? given.exchangeRate : undefined;
  const credit = subject ? inPesos(creditApplied(given, subject.balances ?? []), rate) : 'unknown';
  return money === 'unknown' || credit === 'unknown' ? 'unknown' : money.plus(credit);
}

/**
 * Returns the applied credit, which is at most the balance that is left after the payment in money.
 */
function creditApplied({ currency = 'MXN', ...given }: Payment, balances: Balance[]) {
  const owed = balances.find((balance) => balance.currency === currency);
  const covered = given.applications?.length ? given.applications : [given];
  const money = Decimal.sum(covered.map(({ amount }) => decimalOf(amount) ?? Decimal.zero));
  const left = (decimalOf(owed?.total) ?? Decimal.zero).minus(money);
  const applicable = decimalOf(owed?.applicableCredit) ?? Decimal.zero;
  const most = left.lessThan(applicable) ? left : applicable;
  return { amount: Decimal.max(Decimal.zero, most).toString(), currency };
}

/**
 * Returns the amount that a request pays in money, at the request's own exchange rate. Without an
 * amount, the whole quote is paid or sold on credit. If the money and the debt have different
 * currencies, the larger of the received and the covered amount counts.
 */
function paidInMoney(given: Payment, subject: Subject | undefined): Pesos {
  if (given.received === undefined) return inPesos(given, given.exchangeRate, subject?.total);
  const came = inPesos(given.received, given.exchangeRate);
  const covered = inPesos(given, undefined);
  return came === 'unknown' || covered === 'unknown' ? 'unknown' : Decimal.max(came, covered);
}

function inPesos(
  { amount: given, currency = 'MXN' }: Pick<Payment, 'amount' | 'currency'>,
  exchangeRate: Amount | undefined,
  otherwise?: Decimal,
): Pesos {
  const amount = decimalOf(given) ?? otherwise;
  const rate = currency === 'MXN' ? Decimal.one : decimalOf(exchangeRate);
  return amount && rate ? amount.times(rate) : 'unknown';
}

const decimalOf = (value: Amount | undefined): Decimal | undefined =>
  value === undefined
    ? undefined
    : Decimal.parse(typeof value === 'string' ? value : Decimal.from(value).toString());
