import type { Decimal } from '@timbre/fiscal';
import type { EmployerSettings } from '../employer-settings';
import type { MinimumWageZone } from '../rules/dated-rule';

/** The period a run pays. An extraordinary run pays aguinaldo or profit sharing alone: no wage. */
export interface PayrollPeriod {
  readonly kind: 'ordinary' | 'extraordinary';
  /** c_PeriodicidadPago of the roster. */
  readonly paymentFrequency: string;
  readonly periodStartedOn: string;
  readonly periodEndedOn: string;
  readonly paidOn: string;
}

/** What the calculation reads of an employee: values that are known and valid. */
export interface EmployeePay {
  readonly dailyWage: Decimal;
  /** Data of the employee, never guessed; absent only without social security. */
  readonly integratedDailySalary?: Decimal;
  readonly contributionBaseSalary?: Decimal;
  readonly employmentStartedOn: string;
  readonly employmentEndedOn?: string;
  readonly minimumWageZone: MinimumWageZone;
  /** Hours of the working day: 8 by day, 7 by night, 7.5 mixed. */
  readonly workdayHours?: Decimal;
  /** Another employer gives the subsidy: this one must not. */
  readonly hasSubsidyElsewhere?: boolean;
  /** The employer has a registration, so quotas are owed. */
  readonly hasSocialSecurity: boolean;
}

/** Overtime and rest days worked are limited week by week, so they are told week by week. */
export interface WorkedWeek {
  readonly overtimeHours?: Decimal;
  /** Days with overtime, for the document; by default the fewest that can hold the hours. */
  readonly overtimeDays?: number;
  readonly restDaysWorked?: Decimal;
  readonly statutoryRestDaysWorked?: Decimal;
}

export interface Incapacity {
  /** c_TipoIncapacidad */
  readonly type: string;
  /** Whole days, as the document counts them. */
  readonly days: Decimal;
  /** Paid by the employer on top of IMSS: its part of earning 014. */
  readonly employerSubsidy?: Decimal;
}

export interface GivenEarning {
  /** c_TipoPercepcion; the exempt part follows from the type. */
  readonly type: string;
  readonly code?: string;
  readonly description?: string;
  readonly amount: Decimal;
}

/** A deduction ordered by a court, an institute, an agreement or the statutes. */
export type GivenDeduction = {
  /** c_TipoDeduccion */
  readonly type: string;
  readonly code?: string;
  readonly description?: string;
} & DeductionBasis;

export type DeductionBasis =
  /** Pesos of this payment. */
  | { readonly basis: 'amount'; readonly amount: Decimal }
  /** Pesos a month, of which an ordinary payment carries its share. */
  | { readonly basis: 'monthly_amount'; readonly amount: Decimal }
  /** 007: of the pay, as `alimonyBase` says; 010: of the contribution base; others: of the wage. */
  | { readonly basis: 'percent'; readonly percent: Decimal }
  /** A monthly amount of so many units (UMI, or the unit of the notice). */
  | { readonly basis: 'factor'; readonly factor: Decimal; readonly unitValue: Decimal };

/** What happened in the period, beyond working it. */
export interface Incidents {
  readonly absenceDays?: Decimal;
  readonly incapacities?: readonly Incapacity[];
  readonly weeks?: readonly WorkedWeek[];
  readonly sundaysWorked?: Decimal;
  /** Days the premium is paid for; the days themselves are paid as wage. */
  readonly vacationPremium?: { readonly vacationDays: Decimal; readonly rate?: Decimal };
  /** Vacation days earned and not taken, paid when the employment ends. */
  readonly vacationDaysPaidOut?: Decimal;
  readonly aguinaldo?: { readonly days: Decimal; readonly workedDaysInYear: Decimal };
  readonly profitSharing?: Decimal;
  readonly otherEarnings?: readonly GivenEarning[];
  readonly deductions?: readonly GivenDeduction[];
  /** How many of both, the first ones, stand in the employee's record. */
  readonly recurring?: { readonly earnings: number; readonly deductions: number };
}

/** Amounts of the employee's other receipts that limit this one. */
export interface EarlierReceipts {
  /** Subsidy caused by other queued, stamping or stamped rows paid in the same calendar month. */
  readonly subsidyCausedInMonth?: Decimal;
  /** Exempt amounts already used in the calendar year. */
  readonly exemptInYear?: {
    readonly aguinaldo?: Decimal;
    readonly vacationPremium?: Decimal;
    readonly profitSharing?: Decimal;
  };
}

export interface CalculationInput {
  readonly period: PayrollPeriod;
  readonly pay: EmployeePay;
  readonly incidents: Incidents;
  readonly earlier: EarlierReceipts;
  readonly settings: EmployerSettings;
}
