import { Decimal } from '@timbre/fiscal';

/** Money or credit that somebody recorded as a payment of the document. */
export interface Application {
  paymentId: string;
  amount: Decimal;
  paidOn: string;
  isReversed: boolean;
  /** The reference of the complement made for the payment. */
  complement?: string | null | undefined;
}

/** The amount that a complement reports as paid of the document. */
export interface PaidByComplement {
  ref: string;
  amount: Decimal;
  occurredOn: string;
}

/**
 * The money that a complement matches: a recorded payment, or (null) money that was not recorded.
 * It depends on the payments known when the complement came, so it is stored and never decided
 * again.
 */
export interface ComplementMatch {
  complement: string;
  paymentId: string | null;
  amount: Decimal;
}

/** The valid matches, added up by payment. */
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
 * The money that new complements match: the payment for which they were made, else one whose
 * unmatched rest equals their amount, else the oldest payments first; payments with a complement
 * of their own come last. The rest is money that was not recorded.
 * @param applications in the order in which they were recorded
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
 * Live payments with an unmatched rest, the oldest first, and the payment for which the
 * complement was made, even if it was reversed meanwhile.
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

/** The payments that a complement matches, in their order. */
function inOrder(complement: string, amount: Decimal, rests: readonly Rest[]): Rest[] {
  const own = rests.filter((one) => one.complement === complement);
  const free = rests.filter((one) => !one.complement);
  const reserved = rests.filter((one) => one.complement && one.complement !== complement);
  if (own.length > 0) return [...own, ...free, ...reserved];
  const same = [...free, ...reserved].find(({ rest }) => rest.equals(amount));
  return same ? [same] : [...free, ...reserved];
}
