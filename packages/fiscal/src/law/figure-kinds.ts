import {
  choice, date, decimal, either, flag, integer, list, matching, optional, percent, record, table,
  text, wholeNumber, type Shape, type ValueOf,
} from './shapes'; // prettier-ignore

/** A kind of legal figure: the shape of its value, and whether the figure must have a last day. */
export interface FigureKind<T = unknown> {
  readonly value: Shape<T>;
  /**
   * Whether the law sets the figure for a year or less. Each row of a yearly figure has a last day and is
   * never extended.
   */
  readonly isAnnual?: true;
}

const kind = <T>(value: Shape<T>): FigureKind<T> => ({ value });
const annual = <T>(value: Shape<T>): FigureKind<T> => ({ value, isAnnual: true });

/** The columns of an ISR tax table (tarifa), in pesos and percent. The last row has no upper limit. */
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
/** The shape of a fixed tax per unit (cuota): pesos for one unit, for example a liter or a metric ton. */
const quota = record({ pesos: decimal, unit: text });
const platform = record({
  isr: percent,
  isrWithoutRfc: percent,
  ivaShare: percent,
  ivaShareWithoutRfc: percent,
});
const codes = list(matching(/^[0-9A-Z]{3}$/, 'a code of three characters'));

/**
 * The legal kinds of items. The user chooses the activity, because the product key does not determine the
 * activity.
 */
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

/**
 * The kinds of receivers. The RFC determines only the first two kinds of receivers. `federation` and
 * `state_or_municipality` include their decentralized bodies. A generic RFC belongs to none of these kinds.
 */
export const receiverKinds = ['fisica', 'moral', 'federation', 'state_or_municipality'] as const;

export type ReceiverKind = (typeof receiverKinds)[number];

/**
 * A withholding rule, with the issuers, receivers, activities and rate to which it applies. A field that is
 * absent in the rule matches every value.
 */
const withholding = kind(
  record({
    issuerRegimes: optional(codes),
    issuerKind: optional(choice(['fisica', 'moral'])),
    receivers: list(choice(receiverKinds)),
    activities: optional(list(choice(taxActivities))),
    tax: choice(['ISR', 'IVA']),
    /** The rate of the withholding: a fraction of the net amount, or a share of the item's IVA rate. */
    rate: either(choice(['two_thirds_of_iva', 'all_of_iva']), rate),
    /** The minimum net amount of an item to which the rule applies. */
    amountFrom: optional(decimal),
  }),
);

/**
 * The kinds of figures that a law pack may contain, keyed by their names. If a law pack contains a key that
 * is missing in this table, the pack is faulty.
 */
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
      /** The days of an average month, which the subsidy decree uses for proportional amounts. */
      monthDays: decimal,
    }),
  ),
  'isr.subsidy.legacy': kind(table({ from: decimal, amount: decimal })),
  'isr.minimum_wage_exemption': kind(record({ minimumWages: decimal })),
  'isr.regulation174': kind(record({ yearDays: decimal, monthDays: decimal })),
  'isr.separation': kind(record({ monthlySalaries: decimal })),
  'sat.subsidy_ceilings': kind(record({ upTo31Days: decimal, perDayAbove31: decimal })),
  /** The days of the month from which the ISR tables of shorter periods are derived. */
  'isr.tariff_days': kind(record({ monthDays: decimal })),
  'uma.month': kind(record({ days: decimal })),
  /** The UMA of a year, from February to January, in pesos. */
  uma: annual(record({ daily: decimal, monthly: decimal, annual: decimal })),
  'minimum_wage.general': minimumWage,
  'minimum_wage.border': minimumWage,
  'imss.base_limits': kind(record({ capUma: decimal, excessUma: decimal })),
  /**
   * The rate for each branch of insurance to which the worker contributes (LSS 106-II, 107, 25, 147, 168-II).
   */
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
  /** The average premiums of classes I to V, for a company without its own premium. */
  'imss.work_risk': kind(record({ averages: list(percent, 5), min: percent, max: percent })),
  /** The bands of contribution bases: up to one minimum wage, up to a number of UMA, or unlimited. */
  'imss.employer_old_age': kind(
    table({ toMinimumWages: optional(decimal), toUma: optional(decimal), percent }),
  ),
  'labour.vacation_days': kind(table({ toYear: wholeNumber, days: decimal })),
  'labour.minimum_benefits': kind(
    record({ aguinaldoDays: decimal, vacationPremium: decimal, sundayPremium: decimal }),
  ),
  /**
   * The hours and days of a week, and the hours of the working day by shift (LFT art. 60, 61). A limit is
   * absent if the law does not set one.
   */
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
  /** The limits for deductions from a wage, in percent (LFT art. 97 and 110). */
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
  'exemption.pension': umaLimit,
  'exemption.pension_at_once': umaLimit,
  'exemption.social_welfare': kind(record({ limitUma: decimal, floorUma: decimal })),
  /** The revision of the validation matrix for the payroll complement. */
  'nomina.revision': kind(record({ revision: matching(/^[A-Z]$/, 'a letter') })),
  'isr.company_rate': kind(record({ percent })),
  /**
   * The due day in the month after a period, for provisional declarations, and the last days for annual
   * declarations.
   */
  'declarations.due': kind(
    record({ provisionalDay: integer, companiesAnnual: dayOfYear, personsAnnual: dayOfYear }),
  ),
  /** The days of validity of an opinion of compliance (CFF art. 32-D), from its day of issue. */
  'sat.opinion': kind(record({ validDays: integer })),
  'iva.general_rate': kind(record({ rate })),
  'iva.border_rate.north': borderRate,
  'iva.border_rate.south': borderRate,
  /** The product keys whose concepts require the complement for fuels. */
  'cfdi.fuel_complement': kind(
    record({ complement: text, keys: list(matching(/^[0-9]{8}$/, 'a product key')) }),
  ),
  /**
   * The due day of a payment complement in the month after the payment, and the number of days after its
   * period within which a global invoice is due.
   */
  'cfdi.deadlines': kind(record({ paymentComplementDay: integer, globalInvoiceDays: integer })),
  /**
   * The goods for which the SAT cancels a CFDI only if the receiver expressly accepts the cancellation,
   * regardless of total and type.
   */
  'cancellation.express_acceptance': kind(
    record({ keys: list(matching(/^[0-9]{8}$/, 'a product key')) }),
  ),
  /**
   * The maximum total in pesos and the maximum number of business days for a cancellation without acceptance,
   * and the number of business days after which the receiver's silence counts as acceptance.
   */
  'cancellation.terms': kind(
    record({ freeTotal: decimal, freeBusinessDays: integer, answerBusinessDays: integer }),
  ),
  /**
   * The IEPS rates that may be shown separately from the price, for a customer who pays IEPS and requests the
   * separation.
   */
  'ieps.rates_shown_apart': kind(record({ rates: list(rate) })),
  'ieps.quota.tobacco': annual(quota),
  'ieps.quota.sugar_drinks': annual(quota),
  'ieps.quota.sweetener_drinks': annual(quota),
  'ieps.quota.gasoline_below_91': annual(quota),
  'ieps.quota.gasoline_91': annual(quota),
  'ieps.quota.diesel': annual(quota),
  'ieps.quota.non_fossil_fuel': annual(quota),
  /**
   * The fixed amounts per unit for the final sale of fuels (LIEPS art. 2-A), in addition to the amounts of
   * art. 2-I-D.
   */
  'ieps.sale_quota.gasoline_below_91': annual(quota),
  'ieps.sale_quota.gasoline_91': annual(quota),
  'ieps.sale_quota.diesel': annual(quota),
  /** The fixed amounts per unit for fossil fuels by their carbon content (LIEPS art. 2-I-H). */
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
  /** The percentages of the price before IVA, and the shares of the IVA, that a platform withholds. */
  'platforms.transport': kind(platform),
  'platforms.lodging': kind(platform),
  /** The Ley de Ingresos de la Federación (LIF) of each year sets this percentage. */
  'platforms.goods_and_services': annual(platform),
  'platforms.companies': annual(platform),
  'interest.financial_system': annual(record({ percentOfCapital: percent })),
  /** The days besides Saturdays and Sundays that are not business days for the SAT (CFF art. 12). */
  'calendar.tax_holidays': annual(record({ days: list(date) })),
  /** The typical price of one unit of a currency, in pesos, as an order of magnitude. */
  'reference.usual_rates': kind(
    table({ currency: matching(/^[A-Z]{3}$/, 'a currency'), pesos: decimal }),
  ),
} as const;

type NamedKind = keyof typeof figureKinds;
/** The pattern for keys of withholding rules. The key of a rule ends with the name of the rule. */
type WithholdingKey = `withholding.${string}`;
export type FigureKey = NamedKind | WithholdingKey;

export type FigureValue<Key extends FigureKey> = Key extends NamedKind
  ? ValueOf<(typeof figureKinds)[Key]['value']>
  : ValueOf<typeof withholding.value>;

export const withholdingPrefix = 'withholding.';
/** The name of a withholding rule, such as `withholding.fees.isr`. */
export const withholdingName = /^withholding[.][a-z][a-z0-9_]*([.][a-z0-9_]+)+$/;

/** Returns the kind of legal figure for a key; undefined for a key that a law pack must not contain. */
export function kindOf(key: string): FigureKind | undefined {
  if (Object.hasOwn(figureKinds, key)) return figureKinds[key as NamedKind];
  return withholdingName.test(key) ? withholding : undefined;
}

/** Every kind of legal figure and the pattern of its keys, for the JSON Schema. */
export const kindEntries: readonly (readonly [pattern: object, kind: FigureKind])[] = [
  ...Object.entries(figureKinds).map(([key, one]) => [{ const: key }, one] as const),
  [{ pattern: withholdingName.source }, withholding],
];
