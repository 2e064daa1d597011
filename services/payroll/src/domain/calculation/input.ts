import type { Decimal } from '@timbre/fiscal';
import type { EmployerSettings } from '../employer-settings';
import type { MinimumWageZone } from '../rules/dated-rule';
import type { EarningLine } from '../receipt';
import type { RuleRead } from '../rules/rule-book';

/**
 * The period of a run. An extraordinary run pays aguinaldo, profit sharing, a separation or a pension at once, but no wage.
 */
export interface PayrollPeriod {
  readonly kind: 'ordinary' | 'extraordinary';
  /** A code of the SAT catalogue c_PeriodicidadPago: the frequency of the roster. */
  readonly paymentFrequency: string;
  readonly periodStartedOn: string;
  readonly periodEndedOn: string;
  readonly paidOn: string;
}

/** The data of an employee that the calculation needs; all values are present and valid. */
export interface EmployeePay {
  readonly dailyWage: Decimal;
  /**
   * The integrated daily salary (SDI) of the record, never an estimate; absent only without social
   * security.
   */
  readonly integratedDailySalary?: Decimal;
  readonly contributionBaseSalary?: Decimal;
  readonly employmentStartedOn: string;
  readonly employmentEndedOn?: string;
  readonly minimumWageZone: MinimumWageZone;
  /** The hours of the working day; by default the hours of the shift. */
  readonly workdayHours?: Decimal;
  /** A code of the SAT catalogue c_TipoJornada. */
  readonly workScheduleType?: string;
  /** Whether another employer applies the subsidy, so that this employer must not apply it. */
  readonly hasSubsidyElsewhere?: boolean;
  /** Whether the employer has a registration, so that quotas are due. */
  readonly hasSocialSecurity: boolean;
}

/** One week, because the law limits overtime and worked rest days by the week. */
export interface WorkedWeek {
  readonly overtimeHours?: Decimal;
  /**
   * The days with overtime, which the document shows; by default the fewest days that can have
   * these hours.
   */
  readonly overtimeDays?: number;
  readonly restDaysWorked?: Decimal;
  readonly statutoryRestDaysWorked?: Decimal;
}

interface Incapacity {
  /** A code of the SAT catalogue c_TipoIncapacidad. */
  readonly type: string;
  /** The days, which are whole days as in the document. */
  readonly days: Decimal;
  /** The employer's supplement to the IMSS subsidy, which is a part of earning 014. */
  readonly employerSubsidy?: Decimal;
}

export interface GivenEarning {
  /** The c_TipoPercepcion of the earning, on which its exempt part depends. */
  readonly type: string;
  readonly code?: string;
  readonly description?: string;
  readonly amount: Decimal;
  /** The shares or titles of an earning 045. */
  readonly shares?: NonNullable<EarningLine['shares']>;
}

/** A deduction ordered by a court, an institute, an agreement or the statutes. */
export type GivenDeduction = {
  /** A code of the SAT catalogue c_TipoDeduccion. */
  readonly type: string;
  readonly code?: string;
  readonly description?: string;
} & DeductionBasis;

export type DeductionBasis =
  /** The amount in pesos for each payment. */
  | { readonly basis: 'amount'; readonly amount: Decimal }
  /** The amount in pesos per month; an ordinary payment deducts the share of its days. */
  | { readonly basis: 'monthly_amount'; readonly amount: Decimal }
  /**
   * A percent. The base depends on the type: for 007 the pay that `alimonyBase` names, for 010 the
   * contribution base, otherwise the wage.
   */
  | { readonly basis: 'percent'; readonly percent: Decimal }
  /** A monthly amount in units (UMI, or the unit of the notice). */
  | { readonly basis: 'factor'; readonly factor: Decimal; readonly unitValue: Decimal };

/** Events of the period that change the pay. */
export interface Incidents {
  readonly absenceDays?: Decimal;
  readonly incapacities?: readonly Incapacity[];
  readonly weeks?: readonly WorkedWeek[];
  readonly sundaysWorked?: Decimal;
  /** The number of vacation days for which the premium is paid. The days themselves are paid as wage. */
  readonly vacationPremium?: { readonly vacationDays: Decimal; readonly rate?: Decimal };
  /** Vacation days earned and not used, paid at the end of the employment. */
  readonly vacationDaysPaidOut?: Decimal;
  readonly aguinaldo?: { readonly days: Decimal; readonly workedDaysInYear: Decimal };
  readonly profitSharing?: Decimal;
  readonly otherEarnings?: readonly GivenEarning[];
  readonly deductions?: readonly GivenDeduction[];
  /** The ISR in favor of the employee that is still to be returned, in pesos, with its year (LISR art. 97). */
  readonly favorableBalance?: { readonly amount: Decimal; readonly year: number };
  /** The last ordinary monthly salary in pesos, for separation earnings and a pension paid at once. */
  readonly lastMonthlySalary?: Decimal;
  /** The last day employed, for separation earnings. */
  readonly employmentEndedOn?: string;
  /** The number of items at the start of each list that come from the employee's record. */
  readonly recurring?: { readonly earnings: number; readonly deductions: number };
}

/**
 * Another queued, stamping or stamped receipt of separation payments (022, 023, 025), or of a pension paid at
 * once (039); amounts in pesos.
 */
export interface OtherSeparation {
  readonly isPension: boolean;
  /** The last day employed, or the end of its period if the receipt does not state that day. */
  readonly employmentEndedOn: string;
  readonly exempt: Decimal;
  readonly taxable: Decimal;
  readonly isr: Decimal;
}

/** Amounts of the employee's other receipts that reduce the limits of this receipt. */
export interface EarlierReceipts {
  /** The subsidy caused by other queued, stamping or stamped rows with a payment date in the same month. */
  readonly subsidyCausedInMonth?: Decimal;
  /** Exempt amounts that earlier receipts of the calendar year have used. */
  readonly exemptInYear?: {
    readonly aguinaldo?: Decimal;
    readonly vacationPremium?: Decimal;
    readonly profitSharing?: Decimal;
  };
  /** The other separations and pensions paid at once, of any employment with this employer. */
  readonly separations?: readonly OtherSeparation[];
}

export interface CalculationInput {
  readonly period: PayrollPeriod;
  readonly pay: EmployeePay;
  readonly incidents: Incidents;
  readonly earlier: EarlierReceipts;
  readonly settings: EmployerSettings;
  /** The rules of an earlier calculation, whose provisional figures are used again. */
  readonly cited?: readonly RuleRead[];
}
