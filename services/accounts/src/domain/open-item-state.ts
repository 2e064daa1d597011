import { Decimal } from '@timbre/fiscal';
import {
  matchedBy,
  type Application,
  type ComplementMatch,
  type PaidByComplement,
} from './match-complements';
import type { OpenItem, Side } from './open-item';

/**
 * An open item: a document with all complements, credit notes, refunds and payments that lower the
 * document's balance.
 */
export interface OpenItemState {
  side: Side;
  state: OpenItem['state'];
  contact: string;
  documentRef: string;
  currency: string;
  total: Decimal;
  isDeferred: boolean;
  /** Whether the document is a CFDI; only for a CFDI are recorded payments matched with complements. */
  isCfdi: boolean;
  spent: Decimal;
  /**
   * The valid complements of the document, except complements that another complement replaces.
   * Settlements of an expense are treated like complements.
   */
  paid: PaidByComplement[];
  /** The sum of valid credit notes whose amount for this document is certain. */
  credited: Decimal;
  /** The sum of refunds whose credit notes are not stamped yet. */
  refunded: Decimal;
  moneyBack: Decimal;
  /** Whether a valid credit note exists whose amount for this document is not known. */
  hasUncertainCredit: boolean;
  /** The payments, in the order in which they were recorded. */
  applications: Application[];
  matches: ComplementMatch[];
}

/** Summarizes the state of an open item, from which its balance and its entries are calculated. */
export function openItemOf(state: OpenItemState): OpenItem {
  const { side, contact, documentRef, total, isDeferred, isCfdi, spent } = state;
  return {
    side,
    state: state.state,
    contact,
    documentRef,
    total,
    isDeferred,
    isCfdi,
    spent,
    credited: state.credited,
    refunded: state.refunded,
    moneyBack: state.moneyBack,
    paid: paidIn(state),
    recorded: recordedIn(state),
  };
}

/**
 * Returns the amount that complements report as paid for the document. For a canceled invoice, the
 * amount excludes payments that were moved back to the receipts of the invoice.
 */
function paidIn({ state, paid, matches, applications }: OpenItemState): Decimal {
  const papers = Decimal.sum(paid.map(({ amount }) => amount));
  if (state !== 'canceled') return papers;
  const own = new Set(applications.map(({ paymentId }) => paymentId));
  const others = [...matchedBy(matches, paid)].filter(([id]) => !own.has(id));
  return papers.minus(Decimal.sum(others.map(([, amount]) => amount)));
}

/** Returns the money of valid payments that no valid complement matches yet. */
function recordedIn({ applications, matches, paid }: OpenItemState): Decimal {
  const matched = matchedBy(matches, paid);
  const live = applications.filter(({ isReversed }) => !isReversed);
  return Decimal.sum(
    live.map(({ paymentId, amount }) => amount.minus(matched.get(paymentId) ?? Decimal.zero)),
  );
}

/**
 * Whether a user should review the balance of the open item. Reasons for a review: an uncertain credit
 * note; complements and credit notes that exceed the total; a complement or payment that is only partly
 * matched; a payment that is both matched and reversed; valid complements of a canceled invoice; missing
 * credit that was already used.
 */
export function needsReview(state: OpenItemState): boolean {
  const { paid, matches, applications, total, credited, spent, isCfdi } = state;
  if (state.state === 'superseded') return false;
  if (spent.isPositive()) return true;
  if (!isCfdi) return false;
  if (state.state === 'canceled') return paid.length > 0;
  const papers = Decimal.sum(paid.map(({ amount }) => amount)).plus(credited);
  if (state.hasUncertainCredit || papers.greaterThan(total)) return true;
  const matched = matchedBy(matches, paid);
  const isDoubtful = applications.some(({ paymentId, amount, isReversed }) => {
    const part = matched.get(paymentId);
    return part !== undefined && (isReversed || part.lessThan(amount));
  });
  return (
    isDoubtful ||
    paid.some((one) => {
      const rest = unrecordedOf(one, matches);
      return rest.isPositive() && rest.lessThan(one.amount);
    })
  );
}

/** Returns the money that a complement reports but that was not recorded as a payment. */
export function unrecordedOf(
  { ref, amount }: PaidByComplement,
  matches: readonly ComplementMatch[],
): Decimal {
  const own = matches.filter(
    ({ complement, paymentId }) => complement === ref && paymentId !== null,
  );
  return amount.minus(Decimal.sum(own.map((one) => one.amount)));
}
