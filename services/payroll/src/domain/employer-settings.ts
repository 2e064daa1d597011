import type { Decimal } from '@timbre/fiscal';

/**
 * Calculation choices that the law leaves to the employer or does not define. The table
 * `employerChoices` explains each choice.
 */
export interface EmployerSettings {
  readonly extraordinaryIsrMethod: 'law' | 'regulation174';
  readonly partialPeriodTariff: 'frequency' | 'paid_days';
  readonly subsidyEntitlementBase: 'taxable_base' | 'contribution_base';
  readonly subsidyDays: 'paid_days' | 'calendar_days';
  readonly absenceCost: 'day' | 'day_and_rest_share';
  readonly alimonyBase: 'after_taxes' | 'gross';
  readonly housingCreditProration: 'bimester_days' | 'month_of_30';
  readonly deductionLimits: 'as_given' | 'law';
  /**
   * Whether the last published figure is used if a legal figure is not published yet; the payroll
   * row is then marked as provisional.
   */
  readonly provisionalRules: boolean;
  /**
   * The vacation premium as a share of the daily wage. If the rate of the vacation premium is
   * absent, the legal minimum of 0.25 applies.
   */
  readonly vacationPremiumRate?: Decimal;
  readonly sundayPremiumRate?: Decimal;
  readonly aguinaldoDays?: Decimal;
}

type ChoiceKey = Exclude<
  keyof EmployerSettings,
  'provisionalRules' | 'vacationPremiumRate' | 'sundayPremiumRate' | 'aguinaldoDays'
>;

export interface EmployerChoice<Key extends ChoiceKey = ChoiceKey> {
  readonly key: Key;
  readonly options: readonly EmployerSettings[Key][];
  readonly reason: string;
}

/** Every choice of an employer, with the reason why the first option is its default. */
export const employerChoices: readonly EmployerChoice[] = [
  {
    key: 'extraordinaryIsrMethod',
    options: ['law', 'regulation174'],
    reason:
      'LISR art. 96 is the rule; art. 174 of its regulation is an option the employer takes for ' +
      'aguinaldo, profit sharing and vacation premium.',
  },
  {
    key: 'partialPeriodTariff',
    options: ['frequency', 'paid_days'],
    reason: 'Annex 8 gives one tariff for each frequency; no text scales a period paid in part.',
  },
  {
    key: 'subsidyEntitlementBase',
    options: ['taxable_base', 'contribution_base'],
    reason:
      'The decree limits the income that is the base of the tax; the contribution base is ' +
      'another reading seen in practice.',
  },
  {
    key: 'subsidyDays',
    options: ['paid_days', 'calendar_days'],
    reason:
      'The decree prorates by the days of the payment; some count 16 in the second half of a ' +
      '31-day month.',
  },
  {
    key: 'absenceCost',
    options: ['day', 'day_and_rest_share'],
    reason:
      'An absence takes the day itself; LFT art. 72 also allows to take the sixth part of the ' +
      'rest day, which favours the employer.',
  },
  {
    key: 'alimonyBase',
    options: ['after_taxes', 'gross'],
    reason: 'Orders usually mean the pay after ISR and IMSS, which the worker never disposes of.',
  },
  {
    key: 'housingCreditProration',
    options: ['bimester_days', 'month_of_30'],
    reason: 'INFONAVIT collects by bimester and its days; payments then add up to what it charges.',
  },
  {
    key: 'deductionLimits',
    options: ['as_given', 'law'],
    reason:
      'Notices already come within the limits of LFT art. 97 and 110; cutting one silently would ' +
      'hide a mistake, so too much shows as negative_net.',
  },
];

export const defaultEmployerSettings: EmployerSettings = {
  extraordinaryIsrMethod: 'law',
  partialPeriodTariff: 'frequency',
  subsidyEntitlementBase: 'taxable_base',
  subsidyDays: 'paid_days',
  absenceCost: 'day',
  alimonyBase: 'after_taxes',
  housingCreditProration: 'bimester_days',
  deductionLimits: 'as_given',
  provisionalRules: false,
};
