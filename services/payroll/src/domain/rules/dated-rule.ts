import type { Decimal } from '@timbre/fiscal';

/** A figure of law with the dates it holds: in force on `date` when validFrom <= date <= validTo.
 * A law without an end date starts with the reform that set the figure, as far as known. */
export interface DatedRule<Key extends RuleKey = RuleKey> {
  readonly key: Key;
  readonly label: string;
  readonly legalBasis: string;
  readonly sourceUrl?: string;
  readonly validFrom: string;
  readonly validTo: string | null;
  readonly value: RuleValues[Key];
}

export interface Bracket {
  readonly lowerLimit: Decimal;
  /** Absent on the last row. */
  readonly upperLimit?: Decimal;
  readonly fixedFee: Decimal;
  readonly percent: Decimal;
}
export type Tariff = readonly Bracket[];

/** A limit in UMA per year, Sunday worked or year of service; the label of the rule says which. */
export interface UmaLimit {
  readonly uma: Decimal;
}

export type MinimumWageZone = 'general' | 'border';
export type TariffName =
  'daily' | 'weekly' | 'decenal' | 'catorcenal' | 'quincenal' | 'monthly' | 'annual';

type TariffRules = { readonly [Name in TariffName as `isr.tariff.${Name}`]: Tariff };
type MinimumWageRules = {
  readonly [Zone in MinimumWageZone as `minimum_wage.${Zone}`]: { readonly daily: Decimal };
};
type UmaRules = { readonly [Use in 'uma.tax' | 'uma.social_security']: UmaFigures };

export interface UmaFigures {
  readonly daily: Decimal;
  readonly monthly: Decimal;
  readonly annual: Decimal;
}

/** The type of the figures of each rule. A percent is written as a percent: 30 is 30 %. */
export interface RuleValues extends TariffRules, MinimumWageRules, UmaRules {
  'isr.minimum_wage_exemption': { readonly minimumWages: Decimal };
  'isr.subsidy': SubsidyFigures;
  'isr.subsidy.legacy': readonly { readonly from: Decimal; readonly amount: Decimal }[];
  'isr.regulation174': { readonly yearDays: Decimal; readonly monthDays: Decimal };
  'sat.subsidy_ceilings': { readonly upTo31Days: Decimal; readonly perDayAbove31: Decimal };
  'imss.base_limits': { readonly capUma: Decimal; readonly excessUma: Decimal };
  'imss.employee_rates': ImssBranches;
  'imss.employer_rates': EmployerRates;
  'imss.work_risk': WorkRiskFigures;
  'imss.employer_old_age': readonly OldAgeBand[];
  'labour.vacation_days': readonly { readonly toYear: number; readonly days: Decimal }[];
  'labour.minimum_benefits': MinimumBenefits;
  'labour.overtime': OvertimeFigures;
  'labour.deduction_limits': DeductionLimits;
  'housing.suspension': { readonly isSuspendedByAbsence: boolean };
  'exemption.aguinaldo': UmaLimit;
  'exemption.vacation_premium': UmaLimit;
  'exemption.profit_sharing': UmaLimit;
  'exemption.sunday_premium': UmaLimit;
  'exemption.overtime': { readonly percent: Decimal; readonly capUmaPerWeek: Decimal };
  'exemption.separation': UmaLimit;
  'exemption.social_welfare': { readonly limitUma: Decimal; readonly floorUma: Decimal };
}
export type RuleKey = keyof RuleValues;

export interface SubsidyFigures {
  readonly percentOfMonthlyUma: Decimal;
  readonly monthlyUma: Decimal;
  readonly monthlyAmount: Decimal;
  readonly monthlyIncomeCap: Decimal;
}

/** One figure for each branch that the worker pays (LSS 106-II, 107, 25, 147, 168-II). */
export interface ImssBranches {
  readonly sicknessExcess: Decimal;
  readonly sicknessCash: Decimal;
  readonly pensionersMedical: Decimal;
  readonly disabilityLife: Decimal;
  readonly oldAge: Decimal;
}

export interface EmployerRates extends Omit<ImssBranches, 'oldAge'> {
  readonly sicknessFixedOnUma: Decimal;
  readonly childcare: Decimal;
  readonly retirement: Decimal;
  readonly housing: Decimal;
}

export interface WorkRiskFigures {
  /** Average premium of class I to V, for a company without a premium of its own. */
  readonly averages: readonly Decimal[];
  readonly min: Decimal;
  readonly max: Decimal;
}

/** A band of contribution bases: up to one minimum wage, up to a number of UMA, or unlimited. */
export interface OldAgeBand {
  readonly toMinimumWages?: Decimal;
  readonly toUma?: Decimal;
  readonly percent: Decimal;
}

export interface MinimumBenefits {
  readonly aguinaldoDays: Decimal;
  readonly vacationPremium: Decimal;
  readonly sundayPremium: Decimal;
}

export interface OvertimeFigures {
  readonly maxWeeklyHours: Decimal;
  readonly doubleHoursPerWeek: Decimal;
  readonly doubleFactor: Decimal;
  readonly tripleFactor: Decimal;
}

/** Limits of deductions from a wage, in percent (LFT art. 97 and 110). */
export interface DeductionLimits {
  readonly housingCreditOfMinimumWage: Decimal;
  readonly fonacot: Decimal;
  readonly fonacotOfMinimumWage: Decimal;
  readonly employerDebtAboveMinimumWage: Decimal;
  readonly savingsAboveMinimumWage: Decimal;
}
