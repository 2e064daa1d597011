import type { CalendarDate } from './calendar-date';
import { Decimal } from './decimal';
import type { PersonKind } from './rfc';
import {
  withholdingRules,
  type ReceiverKind,
  type TaxActivity,
  type WithholdingRule,
} from './withholding-rules';

/** One item of a sale as far as withholdings depend on it. */
export interface WithholdingQuestion {
  readonly date: CalendarDate;
  readonly issuer: { readonly kind: PersonKind; readonly regime: string };
  /** Absent for the public in general and residents abroad: nobody withholds for them. */
  readonly receiver?: ReceiverKind | undefined;
  readonly activity?: TaxActivity | undefined;
  /** Amount less discount, before taxes, in pesos. */
  readonly net: Decimal;
  /** Rate of IVA that the item is charged; absent when it is charged none or is exempt. */
  readonly ivaRate?: Decimal | undefined;
}

/** What the receiver keeps back of an item, and by which rule. */
export interface Withholding {
  readonly tax: 'ISR' | 'IVA';
  /** A fraction with six decimals, as TasaOCuota has it. */
  readonly rate: Decimal;
  readonly rule: WithholdingRule;
}

/** The withholdings that the law asks for on an item; ISR before IVA, as the rules stand. */
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

/** IVA is kept back only where IVA is charged. */
function rateOf({ tax, rate }: WithholdingRule, ivaRate: Decimal | undefined): Decimal | undefined {
  if (tax === 'ISR') return Decimal.from(rate);
  if (!ivaRate?.isPositive()) return undefined;
  if (rate === 'all_of_iva') return ivaRate.round(rateDecimals);
  if (rate === 'two_thirds_of_iva') return ivaRate.times(two).dividedBy(three, rateDecimals);
  return Decimal.from(rate);
}

/** Keys of c_ClaveProdServ that usually mean an activity, by their first digits. */
const activitiesByKey: readonly (readonly [prefix: string, activity: TaxActivity])[] = [
  ['801216', 'professional_services'],
  ['851216', 'professional_services'],
  ['801315', 'lease_real_estate'],
  ['781018', 'freight'],
  ['111916', 'scrap'],
  ['111416', 'scrap'],
  ['801416', 'commission'],
];

/** The activity that a product key suggests, for a person to confirm; undefined for most keys. */
export function suggestedActivity(satProductCode: string): TaxActivity | undefined {
  return activitiesByKey.find(([prefix]) => satProductCode.startsWith(prefix))?.[1];
}
