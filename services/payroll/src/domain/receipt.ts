import type { Decimal, ExemptExcess } from '@timbre/fiscal';
import type { Issue } from './issues/issue';
import type { ImssBranches } from './rules/dated-rule';
import type { RuleRead } from './rules/rule-book';

/** A line of the SAT element nomina12:Percepcion. All amounts in this file are pesos with two decimals. */
export interface EarningLine {
  /** A code of the SAT catalogue c_TipoPercepcion. */
  readonly type: string;
  /** The employer's own code (Clave); the default is the type. */
  readonly code: string;
  readonly description?: string;
  readonly taxableAmount: Decimal;
  readonly exemptAmount: Decimal;
  /** The hours of a manual line 019. */
  readonly overtime?: readonly OvertimeDetail[];
  /** The SAT element AccionesOTitulos, in earnings of type 045. */
  readonly shares?: { readonly marketValue: Decimal; readonly grantPrice: Decimal };
}

/** A line of the SAT element nomina12:Deduccion. */
export interface DeductionLine {
  /** A code of the SAT catalogue c_TipoDeduccion. */
  readonly type: string;
  readonly code: string;
  readonly description?: string;
  readonly amount: Decimal;
}

/** A line of the SAT element nomina12:OtroPago. */
export interface OtherPaymentLine {
  /** A code of the SAT catalogue c_TipoOtroPago. */
  readonly type: string;
  readonly code: string;
  readonly description?: string;
  readonly amount: Decimal;
  /** The SubsidioCausado of a line of type 002. */
  readonly employmentSubsidy?: Decimal;
  /** The SAT element CompensacionSaldosAFavor, in other payments of type 004. */
  readonly favorableBalance?: FavorableBalance;
}

/** The ISR in favor of the employee in a year, which the employer returns (LISR art. 97). */
interface FavorableBalance {
  /** SaldoAFavor: the whole balance. */
  readonly amount: Decimal;
  readonly year: number;
  /** RemanenteSalFav: the balance that is left after this payment. */
  readonly remainingAmount: Decimal;
}

export interface ReceiptLines {
  readonly earnings: readonly EarningLine[];
  readonly deductions: readonly DeductionLine[];
  readonly otherPayments: readonly OtherPaymentLine[];
}

/** The net is gross + other payments - deductions. `subsidy` is the part that reduced the ISR. */
export interface ReceiptTotals {
  readonly gross: Decimal;
  readonly deductions: Decimal;
  readonly net: Decimal;
  readonly isr: Decimal;
  readonly subsidy: Decimal;
  readonly imss: Decimal;
}

export interface ExplanationLine {
  readonly label: string;
  readonly amount: Decimal;
}

export interface Explanation {
  readonly paidDays: Decimal;
  readonly contributionDays: Decimal;
  readonly dailyWage: Decimal;
  readonly integratedDailySalary: Decimal;
  readonly contributionBaseSalary: Decimal;
  readonly isrCaused: Decimal;
  /** The SAT attribute NumAñosServicio of a separation. */
  readonly serviceYears?: number;
  readonly lines: readonly ExplanationLine[];
  readonly rules: readonly RuleRead[];
}

/** nomina12:HorasExtra: the document's details of an earning 019. */
export interface OvertimeDetail {
  readonly days: number;
  /** c_TipoHoras: 01 double, 02 triple, 03 simple. */
  readonly hoursType: string;
  readonly hours: Decimal;
  readonly amount: Decimal;
}

/** A line of the SAT element nomina12:Incapacidad. */
export interface IncapacityDetail {
  readonly days: Decimal;
  /** A code of the SAT catalogue c_TipoIncapacidad. */
  readonly type: string;
  readonly amount?: Decimal;
}

/** The end of an employment, which the document of a separation states. */
export interface EmploymentEnd {
  /** UltimoSueldoMensOrd, in pesos; also of a pension paid at once. */
  readonly lastMonthlySalary: Decimal;
  /** The last day of the years of service. */
  readonly employmentEndedOn: string;
}

/** The parts of the document of manual lines that no line contains. */
export interface ManualDetails extends Partial<EmploymentEnd> {
  readonly incapacities: readonly IncapacityDetail[];
  /** The SAT attribute MontoDiario of a pension in parts. */
  readonly pensionDailyAmount?: Decimal;
}

/** A complete calculation: the values of the row and of its document. */
export interface Calculation extends ReceiptLines {
  readonly paidDays: Decimal;
  readonly totals: ReceiptTotals;
  readonly taxableBase: Decimal;
  /** The part of the ISR that was withheld separately (RLISR art. 174). */
  readonly isrRegulation174: Decimal;
  readonly subsidyCaused: Decimal;
  readonly imssBranches: ImssBranches;
  readonly overtime: readonly OvertimeDetail[];
  readonly incapacities: readonly IncapacityDetail[];
  /**
   * The end of the employment, for separation payments; of a pension paid at once, only the last salary.
   */
  readonly employmentEnd?: Partial<EmploymentEnd>;
  /** The SAT attribute MontoDiario; present for a pension. */
  readonly pensionDailyAmount?: Decimal;
  readonly explanation: Explanation;
}

export type EvaluatedState = 'ready' | 'needs_attention' | 'excluded';

/** An evaluated row: all its issues, and its amounts if they are known. */
export interface EvaluatedReceipt extends ReceiptLines {
  readonly source: 'calculated' | 'manual';
  readonly state: EvaluatedState;
  readonly issues: readonly Issue[];
  readonly paidDays?: Decimal;
  readonly totals?: ReceiptTotals;
  readonly explanation?: Explanation;
  /** The calculation, present if it is complete. */
  readonly calculation?: Calculation;
  /** The lines are present on manual rows. */
  readonly details?: ManualDetails;
  /** For manual rows: the exempt parts with issue `invalid_request`, with the limits of the law. */
  readonly exemptExcesses?: readonly ExemptExcess[];
}
