import { Decimal } from '@timbre/fiscal';

/** A payment or applied credit that was recorded for a document. */
export interface Application {
  paymentId: string;
  amount: Decimal;
  paidOn: string;
  isReversed: boolean;
  /** The reference of the complement that was requested for the payment. */
  complement?: string | null | undefined;
}

/**
 * Adds up the unmatched applications of each day to one application, so that a document with many
 * payments has few applications. The combined application names the day instead of a payment.
 * @param matched the applications of payments that complements match
 * @param days the sums of all applications that were not reversed, by the day of the payment
 */
export function withRestsOfDays(
  matched: readonly Application[],
  days: readonly { paidOn: string; amount: Decimal }[],
): Application[] {
  const matchedOn = new Map<string, Decimal>();
  for (const { paidOn, amount, isReversed } of matched) {
    if (isReversed) continue;
    matchedOn.set(paidOn, (matchedOn.get(paidOn) ?? Decimal.zero).plus(amount));
  }
  const rests = days.map(({ paidOn, amount }) => ({
    paymentId: `day:${paidOn}`,
    paidOn,
    isReversed: false,
    amount: amount.minus(matchedOn.get(paidOn) ?? Decimal.zero),
  }));
  return [...matched, ...rests.filter(({ amount }) => amount.isPositive())];
}

/** The amount that a complement reports as paid for one document. */
export interface PaidByComplement {
  ref: string;
  amount: Decimal;
  occurredOn: string;
}

/**
 * An amount of a complement with the recorded payment that it matches; the payment is null for money that
 * was not recorded. The match of a complement depends on the payments that were recorded when the
 * complement arrived. The match is therefore stored and never recalculated.
 */
export interface ComplementMatch {
  complement: string;
  paymentId: string | null;
  amount: Decimal;
}

/** Adds up the matched amounts by payment, counting only matches of the given complements. */
export function matchedBy(
  matches: readonly ComplementMatch[],
  counting: readonly PaidByComplement[],
): Map<string, Decimal> {
  const refs = new Set(counting.map(({ ref }) => ref));
  const sums = new Map<string, Decimal>();
  for (const { complement, paymentId, amount } of matches) {
    if (paymentId === null || !refs.has(complement)) continue;
    sums.set(paymentId, (sums.get(paymentId) ?? Decimal.zero).plus(amount));
  }
  return sums;
}

/**
 * Matches new complements with payments in this order: the payment for which the complement was made; a
 * payment whose unmatched amount equals the complement's amount; the oldest payments. Payments for which
 * another complement was requested are used last. If the payments do not cover the whole complement, the
 * remaining amount counts as money without a recorded payment.
 * @param applications the applications of payments, in the order in which they were recorded
 */
export function matchComplements(
  complements: readonly PaidByComplement[],
  applications: readonly Application[],
  known: readonly ComplementMatch[],
): ComplementMatch[] {
  const judged = new Set(known.map(({ complement }) => complement));
  const made: ComplementMatch[] = [];
  const byDate = complements.filter(({ ref }) => !judged.has(ref)).toSorted(earlier);
  for (const complement of byDate) {
    const matched = matchedBy([...known, ...made], complements);
    const rests = restsOf(complement.ref, applications, matched);
    made.push(...matchComplement(complement, rests));
  }
  return made;
}

const earlier = (one: PaidByComplement, other: PaidByComplement): number =>
  compare(one.occurredOn, other.occurredOn) || compare(one.ref, other.ref);

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

interface Rest extends Pick<Application, 'paymentId' | 'complement'> {
  rest: Decimal;
}

/**
 * Returns the payments that were not reversed and that complements have not matched in full, the oldest
 * first. The result includes the payment for which the complement was made, even if that payment was
 * reversed.
 */
function restsOf(
  made: string,
  applications: readonly Application[],
  matched: ReadonlyMap<string, Decimal>,
): Rest[] {
  return applications
    .filter(({ isReversed, complement }) => !isReversed || complement === made)
    .toSorted((one, other) => compare(one.paidOn, other.paidOn))
    .map(({ paymentId, amount, complement }) => ({
      paymentId,
      complement,
      rest: amount.minus(matched.get(paymentId) ?? Decimal.zero),
    }))
    .filter(({ rest }) => rest.isPositive());
}

function matchComplement(
  { ref: complement, amount }: PaidByComplement,
  rests: Rest[],
): ComplementMatch[] {
  const made: ComplementMatch[] = [];
  let left = amount;
  for (const { paymentId, rest } of inOrder(complement, amount, rests)) {
    if (!left.isPositive()) break;
    const part = Decimal.min(rest, left);
    made.push({ complement, paymentId, amount: part });
    left = left.minus(part);
  }
  if (left.isPositive() || made.length === 0)
    made.push({ complement, paymentId: null, amount: left });
  return made;
}

/** Returns the payments that a complement can match, in the order in which they are used. */
function inOrder(complement: string, amount: Decimal, rests: readonly Rest[]): Rest[] {
  const own = rests.filter((one) => one.complement === complement);
  const free = rests.filter((one) => !one.complement);
  const reserved = rests.filter((one) => one.complement && one.complement !== complement);
  if (own.length > 0) return [...own, ...free, ...reserved];
  const same = [...free, ...reserved].find(({ rest }) => rest.equals(amount));
  return same ? [same] : [...free, ...reserved];
}
