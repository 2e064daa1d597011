import type { Decimal } from '@timbre/fiscal';
import type { EmployerSettings } from '../employer-settings';
import type { MinimumWageZone } from '../rules/dated-rule';
import type { EarningLine } from '../receipt';
import type { RuleRead } from '../rules/rule-book';

/**
 * The period that a run pays. An extraordinary run pays aguinaldo, profit sharing, a separation or a
 * pension paid at once, but no wage.
 */
export interface PayrollPeriod {
  readonly kind: 'ordinary' | 'extraordinary';
  /**
   * A code of the SAT catalogue c_PeriodicidadPago: the payment frequency of the employees in the run.
   */
  readonly paymentFrequency: string;
  readonly periodStartedOn: string;
  readonly periodEndedOn: string;
  readonly paidOn: string;
}

/** The data of an employee that the calculation needs; all values are present and valid. */
export interface EmployeePay {
  readonly dailyWage: Decimal;
  /**
   * The integrated daily salary (SDI) in the record, never an estimate; absent only for persons
   * without social security.
   */
  readonly integratedDailySalary?: Decimal;
  readonly contributionBaseSalary?: Decimal;
  readonly employmentStartedOn: string;
  readonly employmentEndedOn?: string;
  readonly minimumWageZone: MinimumWageZone;
  /** The hours of a working day; by default the hours of the shift. */
  readonly workdayHours?: Decimal;
  /** A code of the SAT catalogue c_TipoJornada. */
  readonly workScheduleType?: string;
  /**
   * Whether another employer applies the employment subsidy, so that this employer must not apply
   * it.
   */
  readonly hasSubsidyElsewhere?: boolean;
  /** Whether the employer has a registration, so that social security contributions are due. */
  readonly hasSocialSecurity: boolean;
}

/** One week of work. The law sets the limits of overtime and rest days worked for each week. */
export interface WorkedWeek {
  readonly overtimeHours?: Decimal;
  /**
   * The number of days with overtime, which the document states. The default is the smallest number
   * of days that can contain these hours.
   */
  readonly overtimeDays?: number;
  readonly restDaysWorked?: Decimal;
  readonly statutoryRestDaysWorked?: Decimal;
}

interface Incapacity {
  /** A code of the SAT catalogue c_TipoIncapacidad. */
  readonly type: string;
  /** The number of days; the document allows only whole days. */
  readonly days: Decimal;
  /** The employer's supplement to the IMSS subsidy, which is part of earning 014. */
  readonly employerSubsidy?: Decimal;
}

export interface GivenEarning {
  /** The earning type (c_TipoPercepcion), which determines the exempt part. */
  readonly type: string;
  readonly code?: string;
  readonly description?: string;
  readonly amount: Decimal;
  /** The shares or titles of an earning of type 045. */
  readonly shares?: NonNullable<EarningLine['shares']>;
}

/** A deduction that a court, an institute, an agreement or the statutes require. */
export type GivenDeduction = {
  /** A code of the SAT catalogue c_TipoDeduccion. */
  readonly type: string;
  readonly code?: string;
  readonly description?: string;
} & DeductionBasis;

export type DeductionBasis =
  /** The amount in pesos that each payment deducts. */
  | { readonly basis: 'amount'; readonly amount: Decimal }
  /**
   * The amount in pesos per month; an ordinary payment deducts the share for the days that it pays.
   */
  | { readonly basis: 'monthly_amount'; readonly amount: Decimal }
  /**
   * A percentage that is deducted from a base. The base depends on the deduction type: the pay that
   * `alimonyBase` selects for 007, the contribution base for 010, and otherwise the wage.
   */
  | { readonly basis: 'percent'; readonly percent: Decimal }
  /** A monthly amount in units (UMI, or the unit that the notice states). */
  | { readonly basis: 'factor'; readonly factor: Decimal; readonly unitValue: Decimal };

/** Incidents in the period that change the pay. */
export interface Incidents {
  readonly absenceDays?: Decimal;
  readonly incapacities?: readonly Incapacity[];
  readonly weeks?: readonly WorkedWeek[];
  readonly sundaysWorked?: Decimal;
  /**
   * The number of vacation days for which the premium is paid. The vacation days themselves are paid as
   * part of the wage.
   */
  readonly vacationPremium?: { readonly vacationDays: Decimal; readonly rate?: Decimal };
  /** Vacation days that were earned and not taken, and are paid out at the end of the employment. */
  readonly vacationDaysPaidOut?: Decimal;
  readonly aguinaldo?: { readonly days: Decimal; readonly workedDaysInYear: Decimal };
  readonly profitSharing?: Decimal;
  readonly otherEarnings?: readonly GivenEarning[];
  readonly deductions?: readonly GivenDeduction[];
  /**
   * The year and the amount in pesos of an ISR balance that was not refunded to the employee yet
   * (LISR art. 97).
   */
  readonly favorableBalance?: { readonly amount: Decimal; readonly year: number };
  /**
   * The last ordinary monthly salary in pesos, which separation earnings and a pension paid at once need.
   */
  readonly lastMonthlySalary?: Decimal;
  /** The last day of the employment, which separation earnings need. */
  readonly employmentEndedOn?: string;
  /** The number of items at the start of each list that come from the employee's record. */
  readonly recurring?: { readonly earnings: number; readonly deductions: number };
}

/**
 * Another receipt in state queued, stamping or stamped that pays a separation (022, 023, 025) or a
 * pension at once (039). The amounts are in pesos.
 */
export interface OtherSeparation {
  readonly isPension: boolean;
  /**
   * The last day of the employment, or the end of the receipt's period if the receipt does not state that
   * day.
   */
  readonly employmentEndedOn: string;
  readonly exempt: Decimal;
  readonly taxable: Decimal;
  readonly isr: Decimal;
}

/** Amounts in the employee's other receipts that lower the limits of this receipt. */
export interface EarlierReceipts {
  /**
   * The subsidy caused by other queued, stamping or stamped rows with a payment date in the same
   * month.
   */
  readonly subsidyCausedInMonth?: Decimal;
  /** Exempt amounts that earlier receipts of the calendar year have used up. */
  readonly exemptInYear?: {
    readonly aguinaldo?: Decimal;
    readonly vacationPremium?: Decimal;
    readonly profitSharing?: Decimal;
  };
  /**
   * The employee's other separation payments and pensions paid at once, from any employment with
   * this employer.
   */
  readonly separations?: readonly OtherSeparation[];
}

export interface CalculationInput {
  readonly period: PayrollPeriod;
  readonly pay: EmployeePay;
  readonly incidents: Incidents;
  readonly earlier: EarlierReceipts;
  readonly settings: EmployerSettings;
  /**
   * The rules that an earlier calculation read, whose provisional figures this calculation uses
   * again.
   */
  readonly cited?: readonly RuleRead[];
}
