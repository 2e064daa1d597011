import {
  choice, date, decimal, either, flag, integer, list, matching, optional, percent, record, table,
  text, wholeNumber, type Shape, type ValueOf,
} from './shapes'; // prettier-ignore

/** A kind of figure of law: the form of its value, and when it must end. */
export interface FigureKind<T = unknown> {
  readonly value: Shape<T>;
  /** The law sets it for a year or less, so each row has a last day and is never prolonged. */
  readonly isAnnual?: true;
}

const kind = <T>(value: Shape<T>): FigureKind<T> => ({ value });
const annual = <T>(value: Shape<T>): FigureKind<T> => ({ value, isAnnual: true });

/** Columns of an ISR tariff, in pesos and percent; the last row has no upper limit. */
const tariff = annual(
  table({ lowerLimit: decimal, upperLimit: optional(decimal), fixedFee: decimal, percent }),
);
const minimumWage = annual(record({ daily: decimal }));
const umaLimit = kind(record({ uma: decimal }));
const rate = matching(/^0[.][0-9]{6}$/, 'a fraction below 1 with six decimals, such as 0.160000');
const dayOfYear = matching(
  /^(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$/,
  'a month and a day, MM-DD',
);
const borderRate = annual(record({ rate }));
/** Pesos for one unit, or for a tonne where the key says so. */
const quota = record({ pesos: decimal, unit: text });
const platform = record({
  isr: percent,
  isrWithoutRfc: percent,
  ivaShare: percent,
  ivaShareWithoutRfc: percent,
});
const codes = list(matching(/^[0-9A-Z]{3}$/, 'a code of three characters'));

/** The legal kind of an item. The product key does not determine it, so the user chooses it. */
export const taxActivities = [
  'professional_services',
  'lease_real_estate',
  'lease_goods',
  'commission',
  'freight',
  'scrap',
  'personnel',
  'business_services',
  'goods_sale',
  'lodging',
  'construction',
  'other_income',
  'alienation',
] as const;

export type TaxActivity = (typeof taxActivities)[number];

/** Kinds of receivers. The RFC determines only the first two; `federation` and
 * `state_or_municipality` include their decentralised bodies. Generic RFCs belong to no kind. */
export const receiverKinds = ['fisica', 'moral', 'federation', 'state_or_municipality'] as const;

export type ReceiverKind = (typeof receiverKinds)[number];

/** A withholding rule: issuers, receivers, activities and rate. An absent field matches all. */
const withholding = kind(
  record({
    issuerRegimes: optional(codes),
    issuerKind: optional(choice(['fisica', 'moral'])),
    receivers: list(choice(receiverKinds)),
    activities: optional(list(choice(taxActivities))),
    tax: choice(['ISR', 'IVA']),
    /** A fraction of the net amount, or a part of the item's rate of IVA. */
    rate: either(choice(['two_thirds_of_iva', 'all_of_iva']), rate),
    /** The smallest net amount of an item under the rule. */
    amountFrom: optional(decimal),
  }),
);

/** Each subject of the law that a pack may hold. A key that is not here is a fault of the pack. */
export const figureKinds = {
  'isr.tariff.daily': tariff,
  'isr.tariff.weekly': tariff,
  'isr.tariff.decenal': tariff,
  'isr.tariff.catorcenal': tariff,
  'isr.tariff.quincenal': tariff,
  'isr.tariff.monthly': tariff,
  'isr.tariff.annual': tariff,
  'isr.subsidy': annual(
    record({
      percentOfMonthlyUma: percent,
      monthlyUma: decimal,
      monthlyAmount: decimal,
      monthlyIncomeCap: decimal,
      /** Days of an average month, by which the decree prorates. */
      monthDays: decimal,
    }),
  ),
  'isr.subsidy.legacy': kind(table({ from: decimal, amount: decimal })),
  'isr.minimum_wage_exemption': kind(record({ minimumWages: decimal })),
  'isr.regulation174': kind(record({ yearDays: decimal, monthDays: decimal })),
  'sat.subsidy_ceilings': kind(record({ upTo31Days: decimal, perDayAbove31: decimal })),
  /** Days of a month by which the tariffs of shorter periods follow from the monthly one. */
  'isr.tariff_days': kind(record({ monthDays: decimal })),
  'uma.month': kind(record({ days: decimal })),
  /** The unit of measure of a year, from February to January, in pesos. */
  uma: annual(record({ daily: decimal, monthly: decimal, annual: decimal })),
  'minimum_wage.general': minimumWage,
  'minimum_wage.border': minimumWage,
  'imss.base_limits': kind(record({ capUma: decimal, excessUma: decimal })),
  /** One figure for each branch that the worker pays (LSS 106-II, 107, 25, 147, 168-II). */
  'imss.employee_rates': kind(
    record({
      sicknessExcess: percent,
      sicknessCash: percent,
      pensionersMedical: percent,
      disabilityLife: percent,
      oldAge: percent,
    }),
  ),
  'imss.employer_rates': kind(
    record({
      sicknessFixedOnUma: percent,
      sicknessExcess: percent,
      sicknessCash: percent,
      pensionersMedical: percent,
      disabilityLife: percent,
      childcare: percent,
      retirement: percent,
      housing: percent,
    }),
  ),
  /** Average premium of class I to V, for a company without a premium of its own. */
  'imss.work_risk': kind(record({ averages: list(percent, 5), min: percent, max: percent })),
  /** Bands of contribution bases: up to one minimum wage, up to a number of UMA, or unlimited. */
  'imss.employer_old_age': kind(
    table({ toMinimumWages: optional(decimal), toUma: optional(decimal), percent }),
  ),
  'labour.vacation_days': kind(table({ toYear: wholeNumber, days: decimal })),
  'labour.minimum_benefits': kind(
    record({ aguinaldoDays: decimal, vacationPremium: decimal, sundayPremium: decimal }),
  ),
  /** Hours and days of a week, and hours of the working day by its shift (LFT art. 60, 61); an absent
   * limit is one that the law does not set. */
  'labour.overtime': kind(
    record({
      maxWeeklyHours: decimal,
      dayHours: decimal,
      nightHours: decimal,
      mixedHours: decimal,
      doubleHoursPerWeek: decimal,
      doubleFactor: decimal,
      tripleFactor: decimal,
      overtimeHoursPerDay: decimal,
      overtimeDaysPerWeek: integer,
      tripleHoursPerWeek: optional(decimal),
      hoursPerDay: optional(decimal),
      adultAge: optional(integer),
    }),
  ),
  /** Limits of deductions from a wage, in percent (LFT art. 97 and 110). */
  'labour.deduction_limits': kind(
    record({
      housingCreditOfMinimumWage: percent,
      fonacot: percent,
      fonacotOfMinimumWage: percent,
      employerDebtAboveMinimumWage: percent,
      savingsAboveMinimumWage: percent,
    }),
  ),
  'housing.suspension': kind(record({ isSuspendedByAbsence: flag })),
  'exemption.aguinaldo': umaLimit,
  'exemption.vacation_premium': umaLimit,
  'exemption.profit_sharing': umaLimit,
  'exemption.sunday_premium': umaLimit,
  'exemption.overtime': kind(record({ percent, capUmaPerWeek: decimal })),
  'exemption.separation': umaLimit,
  'exemption.social_welfare': kind(record({ limitUma: decimal, floorUma: decimal })),
  /** The validation matrix of the payroll complement. */
  'nomina.revision': kind(record({ revision: matching(/^[A-Z]$/, 'a letter') })),
  'isr.company_rate': kind(record({ percent })),
  /** The day of the month after a period of provisional declarations, and the last days of annual ones. */
  'declarations.due': kind(
    record({ provisionalDay: integer, companiesAnnual: dayOfYear, personsAnnual: dayOfYear }),
  ),
  /** An opinion of compliance (CFF art. 32-D), from its day of issue. */
  'sat.opinion': kind(record({ validDays: integer })),
  'iva.general_rate': kind(record({ rate })),
  'iva.border_rate.north': borderRate,
  'iva.border_rate.south': borderRate,
  /** Product keys whose concepts require the complement of fuels. */
  'cfdi.fuel_complement': kind(
    record({ complement: text, keys: list(matching(/^[0-9]{8}$/, 'a product key')) }),
  ),
  /** The day of the month after a payment, and the days after the period of a global invoice. */
  'cfdi.deadlines': kind(record({ paymentComplementDay: integer, globalInvoiceDays: integer })),
  /** Goods whose CFDI the SAT cancels only when the receiver accepts expressly, whatever its total or type. */
  'cancellation.express_acceptance': kind(
    record({ keys: list(matching(/^[0-9]{8}$/, 'a product key')) }),
  ),
  /** Pesos up to which, and business days until which, no acceptance is needed; business days after which
   * the receiver's silence is one. */
  'cancellation.terms': kind(
    record({ freeTotal: decimal, freeBusinessDays: integer, answerBusinessDays: integer }),
  ),
  /** Rates of IEPS that may be shown apart from the price, to a customer who pays IEPS and asks for it. */
  'ieps.rates_shown_apart': kind(record({ rates: list(rate) })),
  'ieps.quota.tobacco': annual(quota),
  'ieps.quota.sugar_drinks': annual(quota),
  'ieps.quota.sweetener_drinks': annual(quota),
  'ieps.quota.gasoline_below_91': annual(quota),
  'ieps.quota.gasoline_91': annual(quota),
  'ieps.quota.diesel': annual(quota),
  'ieps.quota.non_fossil_fuel': annual(quota),
  /** Quotas of the final sale of fuels (LIEPS art. 2-A), besides those of art. 2-I-D. */
  'ieps.sale_quota.gasoline_below_91': annual(quota),
  'ieps.sale_quota.gasoline_91': annual(quota),
  'ieps.sale_quota.diesel': annual(quota),
  /** Quotas of fossil fuels by their carbon (LIEPS art. 2-I-H). */
  'ieps.carbon_quota.propane': annual(quota),
  'ieps.carbon_quota.butane': annual(quota),
  'ieps.carbon_quota.gasoline': annual(quota),
  'ieps.carbon_quota.jet_fuel': annual(quota),
  'ieps.carbon_quota.diesel': annual(quota),
  'ieps.carbon_quota.fuel_oil': annual(quota),
  'ieps.carbon_quota.petroleum_coke': annual(quota),
  'ieps.carbon_quota.coal_coke': annual(quota),
  'ieps.carbon_quota.coal': annual(quota),
  'ieps.carbon_quota.other': annual(quota),
  /** Percents of the price before IVA, and shares of the IVA, that a platform withholds. */
  'platforms.transport': kind(platform),
  'platforms.lodging': kind(platform),
  /** The LIF of a year sets these. */
  'platforms.goods_and_services': annual(platform),
  'platforms.companies': annual(platform),
  'interest.financial_system': annual(record({ percentOfCapital: percent })),
  /** Days that are no business days for the SAT besides Saturdays and Sundays (CFF art. 12). */
  'calendar.tax_holidays': annual(record({ days: list(date) })),
  /** Pesos for one unit of a currency, by order of magnitude. */
  'reference.usual_rates': kind(
    table({ currency: matching(/^[A-Z]{3}$/, 'a currency'), pesos: decimal }),
  ),
} as const;

type NamedKind = keyof typeof figureKinds;
/** Withholding rules have names of their own. */
type WithholdingKey = `withholding.${string}`;
export type FigureKey = NamedKind | WithholdingKey;

export type FigureValue<Key extends FigureKey> = Key extends NamedKind
  ? ValueOf<(typeof figureKinds)[Key]['value']>
  : ValueOf<typeof withholding.value>;

export const withholdingPrefix = 'withholding.';
/** The name of a withholding rule after its prefix, such as `fees.isr`. */
export const withholdingName = /^withholding[.][a-z][a-z0-9_]*([.][a-z0-9_]+)+$/;

/** The kind of a key; undefined for a key that no pack may hold. */
export function kindOf(key: string): FigureKind | undefined {
  if (Object.hasOwn(figureKinds, key)) return figureKinds[key as NamedKind];
  return withholdingName.test(key) ? withholding : undefined;
}

/** Every kind with the pattern of its keys, for the JSON Schema. */
export const kindEntries: readonly (readonly [pattern: object, kind: FigureKind])[] = [
  ...Object.entries(figureKinds).map(([key, one]) => [{ const: key }, one] as const),
  [{ pattern: withholdingName.source }, withholding],
];
