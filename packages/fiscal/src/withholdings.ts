import type { CalendarDate } from './calendar-date';
import { Decimal } from './decimal';
import type { PersonKind } from './rfc';
import {
  withholdingRules,
  type ReceiverKind,
  type TaxActivity,
  type WithholdingRule,
} from './withholding-rules';

/** The facts of a sale that decide the withholdings of one item. */
export interface WithholdingQuestion {
  readonly date: CalendarDate;
  readonly issuer: { readonly kind: PersonKind; readonly regime: string };
  /** Absent for the public in general and residents abroad, who do not withhold. */
  readonly receiver?: ReceiverKind | undefined;
  readonly activity?: TaxActivity | undefined;
  /** Amount less discount, before taxes, in pesos. */
  readonly net: Decimal;
  /** The item's rate of IVA; absent without IVA or if exempt. */
  readonly ivaRate?: Decimal | undefined;
}

/** A withholding of an item, with its rule. */
export interface Withholding {
  readonly tax: 'ISR' | 'IVA';
  /** A fraction with six decimals, as TasaOCuota. */
  readonly rate: Decimal;
  readonly rule: WithholdingRule;
}

/** The withholdings that the law requires for an item, in the order of the rules: ISR before IVA. */
export function withholdingsOf(question: WithholdingQuestion): Withholding[] {
  return withholdingRules.flatMap((rule) => {
    const rate = reaches(rule, question) ? rateOf(rule, question.ivaRate) : undefined;
    return rate ? [{ tax: rule.tax, rate, rule }] : [];
  });
}

function reaches(rule: WithholdingRule, question: WithholdingQuestion): boolean {
  const { date, issuer, receiver, activity, net } = question;
  const isInForce = rule.validFrom <= date && (rule.validTo === null || date <= rule.validTo);
  return (
    isInForce &&
    receiver !== undefined &&
    rule.receivers.includes(receiver) &&
    (rule.issuerRegimes?.includes(issuer.regime) ?? true) &&
    (rule.issuerKind ?? issuer.kind) === issuer.kind &&
    (!rule.activities || (activity !== undefined && rule.activities.includes(activity))) &&
    net.greaterOrEqual(Decimal.from(rule.amountFrom ?? '0'))
  );
}

const two = Decimal.from(2);
const three = Decimal.from(3);
/** Decimals of TasaOCuota. */
const rateDecimals = 6;

/** IVA is withheld only where IVA is charged. */
function rateOf({ tax, rate }: WithholdingRule, ivaRate: Decimal | undefined): Decimal | undefined {
  if (tax === 'ISR') return Decimal.from(rate);
  if (!ivaRate?.isPositive()) return undefined;
  if (rate === 'all_of_iva') return ivaRate.round(rateDecimals);
  if (rate === 'two_thirds_of_iva') return ivaRate.times(two).dividedBy(three, rateDecimals);
  return Decimal.from(rate);
}

/** Prefixes of c_ClaveProdServ that usually mean an activity. */
const activitiesByKey: readonly (readonly [prefix: string, activity: TaxActivity])[] = [
  ['801216', 'professional_services'],
  ['851216', 'professional_services'],
  ['801315', 'lease_real_estate'],
  ['781018', 'freight'],
  ['111916', 'scrap'],
  ['111416', 'scrap'],
  ['801416', 'commission'],
];

/** The activity that a product key suggests; the user confirms it. Undefined for most keys. */
export function suggestedActivity(satProductCode: string): TaxActivity | undefined {
  return activitiesByKey.find(([prefix]) => satProductCode.startsWith(prefix))?.[1];
}
