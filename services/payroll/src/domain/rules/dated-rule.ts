import type { FigureKey, FigureValue, PackReference } from '@timbre/fiscal';

/** The legal figures that payroll uses, selected by the prefix of their rule keys. */
type PayrollFigure = Extract<
  FigureKey,
  | `isr.${string}`
  | `sat.${string}`
  | `minimum_wage.${string}`
  | `imss.${string}`
  | `labour.${string}`
  | `housing.${string}`
  | `exemption.${string}`
>;

/**
 * The UMA is split into two rules because it is read for two dates: the payment date for the tax, and the
 * end of the period for social security.
 */
type UmaRule = 'uma.tax' | 'uma.social_security';

export type RuleKey = PayrollFigure | UmaRule;

/**
 * The type of the figures of each rule. Percentages are written as percentages, not as fractions: 30
 * means 30 %.
 */
export type RuleValues = {
  readonly [Key in RuleKey]: Key extends PayrollFigure ? FigureValue<Key> : UmaFigures;
};

/** A legal figure with the dates between which it is in force: validFrom <= date <= validTo. */
export interface DatedRule<Key extends RuleKey = RuleKey> {
  readonly key: Key;
  readonly label: string;
  readonly legalBasis: string;
  readonly sourceUrl?: string;
  readonly validFrom: string;
  readonly validTo: string | null;
  readonly value: RuleValues[Key];
  /** The law pack that contains the legal figure. */
  readonly pack: PackReference;
}

export type Tariff = FigureValue<'isr.tariff.monthly'>;
export type Bracket = Tariff[number];
export type TariffName = RuleKey extends infer Key
  ? Key extends `isr.tariff.${infer Name}`
    ? Name
    : never
  : never;
export type MinimumWageZone = 'general' | 'border';
type UmaFigures = FigureValue<'uma'>;
export type SubsidyFigures = FigureValue<'isr.subsidy'>;
/**
 * A limit in UMA for each year, each Sunday worked or each year of service, as the label of the rule
 * states.
 */
export type UmaLimit = FigureValue<'exemption.aguinaldo'>;
/** The worker's social security rates, one for each branch of social security. */
export type ImssBranches = FigureValue<'imss.employee_rates'>;
export type OvertimeFigures = FigureValue<'labour.overtime'>;
