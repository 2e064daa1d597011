import { Decimal } from '@timbre/fiscal';

/** Money or credit that somebody recorded as a payment of the document. */
export interface Application {
  paymentId: string;
  amount: Decimal;
  paidOn: string;
  isReversed: boolean;
  /** The reference of the complement that was made of the payment. */
  complement?: string | null | undefined;
}

/** The amount that a complement reports as paid of the document. */
export interface PaidByComplement {
  ref: string;
  amount: Decimal;
  occurredOn: string;
}

/**
 * The money that a complement certifies: a recorded payment, or (null) money that was not recorded.
 * It depends on the payments known when the complement came, so it is stored and never decided
 * again.
 */
export interface Certification {
  complement: string;
  paymentId: string | null;
  amount: Decimal;
}

/** The certifications that count, added up by payment. */
export function certifiedBy(
  certifications: readonly Certification[],
  counting: readonly PaidByComplement[],
): Map<string, Decimal> {
  const refs = new Set(counting.map(({ ref }) => ref));
  const sums = new Map<string, Decimal>();
  for (const { complement, paymentId, amount } of certifications) {
    if (paymentId === null || !refs.has(complement)) continue;
    sums.set(paymentId, (sums.get(paymentId) ?? Decimal.zero).plus(amount));
  }
  return sums;
}

/**
 * The money that new complements certify: the payment for which they were made, else one whose
 * uncertified rest equals their amount, else the oldest payments first; payments with a complement
 * of their own come last. The rest is money that was not recorded.
 * @param applications in the order in which they were recorded
 */
export function certificationsOf(
  complements: readonly PaidByComplement[],
  applications: readonly Application[],
  known: readonly Certification[],
): Certification[] {
  const judged = new Set(known.map(({ complement }) => complement));
  const made: Certification[] = [];
  const byDate = complements.filter(({ ref }) => !judged.has(ref)).toSorted(earlier);
  for (const complement of byDate) {
    const certified = certifiedBy([...known, ...made], complements);
    const rests = restsOf(complement.ref, applications, certified);
    made.push(...certify(complement, rests));
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
 * Live payments with an uncertified rest, the oldest first, and the payment for which the
 * complement was made, even if it was reversed meanwhile.
 */
function restsOf(
  made: string,
  applications: readonly Application[],
  certified: ReadonlyMap<string, Decimal>,
): Rest[] {
  return applications
    .filter(({ isReversed, complement }) => !isReversed || complement === made)
    .toSorted((one, other) => compare(one.paidOn, other.paidOn))
    .map(({ paymentId, amount, complement }) => ({
      paymentId,
      complement,
      rest: amount.minus(certified.get(paymentId) ?? Decimal.zero),
    }))
    .filter(({ rest }) => rest.isPositive());
}

function certify({ ref: complement, amount }: PaidByComplement, rests: Rest[]): Certification[] {
  const made: Certification[] = [];
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

/** The payments that a complement certifies, in their order. */
function inOrder(complement: string, amount: Decimal, rests: readonly Rest[]): Rest[] {
  const own = rests.filter((one) => one.complement === complement);
  const free = rests.filter((one) => !one.complement);
  const reserved = rests.filter((one) => one.complement && one.complement !== complement);
  if (own.length > 0) return [...own, ...free, ...reserved];
  const same = [...free, ...reserved].find(({ rest }) => rest.equals(amount));
  return same ? [same] : [...free, ...reserved];
}
