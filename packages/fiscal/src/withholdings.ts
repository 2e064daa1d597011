import type { CalendarDate } from './calendar-date';
import { Decimal } from './decimal';
import type { PersonKind, Rfc } from './rfc';
import {
  receiverKinds,
  withholdingRules,
  type ReceiverKind,
  type TaxActivity,
  type WithholdingRule,
} from './withholding-rules';

/** The facts of a sale that determine the withholdings of an item. */
export interface WithholdingQuestion {
  readonly date: CalendarDate;
  readonly issuer: { readonly kind: PersonKind; readonly regime: string };
  /**
   * The kind of the receiver. `receiver` is absent for the general public and foreign residents, because
   * they do not withhold.
   */
  readonly receiver?: ReceiverKind | undefined;
  readonly activity?: TaxActivity | undefined;
  /** The amount of the item less its discount, before taxes, in pesos. */
  readonly net: Decimal;
  /** The IVA rate of the item; absent if the item has no IVA or is exempt. */
  readonly ivaRate?: Decimal | undefined;
}

/** A withholding of an item, and the rule that requires the withholding. */
export interface Withholding {
  readonly tax: 'ISR' | 'IVA';
  /** A fraction with six decimals, like TasaOCuota. */
  readonly rate: Decimal;
  readonly rule: WithholdingRule;
}

/**
 * The reason why a withholding rule for the item's activity, or for the issuer's tax regime, does not
 * apply to the item.
 */
export type SkipReason =
  | 'rule_not_in_force'
  | 'issuer_not_reached'
  | 'receiver_does_not_withhold'
  | 'amount_below_minimum'
  | 'iva_not_charged';

/** A rule for the item's activity or the issuer's regime that does not apply to this item. */
export interface SkippedWithholding {
  readonly tax: 'ISR' | 'IVA';
  readonly reason: SkipReason;
  readonly rule: WithholdingRule;
}

/**
 * Returns the withholdings that the law requires for an item, in the order of the rules (ISR before IVA).
 */
export function withholdingsOf(question: WithholdingQuestion): Withholding[] {
  return withholdingRules().flatMap((rule) => {
    if (!isAbout(rule, question) || obstacleOf(rule, question)) return [];
    return [{ tax: rule.tax, rate: rateOf(rule, question.ivaRate), rule }];
  });
}

/**
 * Returns the rules that match the item's activity or the issuer's regime but do not apply, each
 * with the reason.
 */
export function skippedWithholdings(question: WithholdingQuestion): SkippedWithholding[] {
  return withholdingRules().flatMap((rule) => {
    const reason = isAbout(rule, question) ? obstacleOf(rule, question) : undefined;
    return reason ? [{ tax: rule.tax, reason, rule }] : [];
  });
}

/**
 * Whether the rule applies to the item's activity. A rule without activities applies to all items of
 * issuers with its tax regimes.
 */
function isAbout({ activities, issuerRegimes }: WithholdingRule, question: WithholdingQuestion) {
  const { activity, issuer } = question;
  if (!activities) return issuerRegimes?.includes(issuer.regime) ?? true;
  return activity !== undefined && activities.includes(activity);
}

type Parties = Pick<WithholdingQuestion, 'date' | 'issuer' | 'receiver'>;

/**
 * Whether the receiver can withhold the tax from the issuer at all. This is true if at least one rule in
 * force, for any activity, applies to this issuer and this receiver.
 */
export function canBeWithheld(tax: string, parties: Parties): boolean {
  return withholdingRules().some((rule) => rule.tax === tax && !partyObstacle(rule, parties));
}

function partyObstacle(
  rule: WithholdingRule,
  { date, issuer, receiver }: Parties,
): SkipReason | undefined {
  if (date < rule.validFrom || (rule.validTo !== null && date > rule.validTo)) {
    return 'rule_not_in_force';
  }
  const isOfIssuer =
    (rule.issuerRegimes?.includes(issuer.regime) ?? true) &&
    (rule.issuerKind ?? issuer.kind) === issuer.kind;
  if (!isOfIssuer) return 'issuer_not_reached';
  const isWithholding = receiver !== undefined && rule.receivers.includes(receiver);
  return isWithholding ? undefined : 'receiver_does_not_withhold';
}

function obstacleOf(rule: WithholdingRule, question: WithholdingQuestion): SkipReason | undefined {
  const { net, ivaRate } = question;
  const ofParties = partyObstacle(rule, question);
  if (ofParties) return ofParties;
  if (rule.amountFrom && net.lessThan(rule.amountFrom)) return 'amount_below_minimum';
  // IVA can be withheld only from an item on which IVA is charged.
  return rule.tax === 'IVA' && !ivaRate?.isPositive() ? 'iva_not_charged' : undefined;
}

/**
 * Returns the kind of a receiver for withholding rules; undefined for a generic RFC, because such
 * receivers do not withhold.
 * @param publicBody whether the receiver is or belongs to the federation, a state or a municipality, which
 * the RFC does not reveal
 */
export function receiverKindOf(rfc: Rfc, publicBody?: string): ReceiverKind | undefined {
  if (rfc.isGeneric()) return undefined;
  return receiverKinds.find((kind) => kind === publicBody) ?? rfc.kind;
}

const two = Decimal.from(2);
const three = Decimal.from(3);
/** Decimals of TasaOCuota. */
const rateDecimals = 6;

function rateOf({ tax, rate }: WithholdingRule, ivaRate: Decimal = Decimal.zero): Decimal {
  if (tax === 'ISR') return Decimal.from(rate);
  if (rate === 'all_of_iva') return ivaRate.round(rateDecimals);
  if (rate === 'two_thirds_of_iva') return ivaRate.times(two).dividedBy(three, rateDecimals);
  return Decimal.from(rate);
}

/** Prefixes of c_ClaveProdServ that usually indicate an activity. */
const activitiesByKey: readonly (readonly [prefix: string, activity: TaxActivity])[] = [
  ['801216', 'professional_services'],
  ['851216', 'professional_services'],
  ['801315', 'lease_real_estate'],
  ['781018', 'freight'],
  ['111916', 'scrap'],
  ['111416', 'scrap'],
  ['801416', 'commission'],
];

/**
 * Returns the activity that a product key suggests and that the user confirms; undefined for most keys.
 */
export function suggestedActivity(satProductCode: string): TaxActivity | undefined {
  return activitiesByKey.find(([prefix]) => satProductCode.startsWith(prefix))?.[1];
}
