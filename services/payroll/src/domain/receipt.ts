import type { Decimal, ExemptExcess } from '@timbre/fiscal';
import type { Issue } from './issues/issue';
import type { ImssBranches } from './rules/dated-rule';
import type { RuleRead } from './rules/rule-book';

/**
 * An earning of a receipt (the SAT element nomina12:Percepcion). All amounts in this file are pesos
 * with two decimals.
 */
export interface EarningLine {
  /** A code of the SAT catalogue c_TipoPercepcion. */
  readonly type: string;
  /** The employer's own code (Clave); by default the earning type. */
  readonly code: string;
  readonly description?: string;
  readonly taxableAmount: Decimal;
  readonly exemptAmount: Decimal;
  /** The overtime hours of a manual line 019. */
  readonly overtime?: readonly OvertimeDetail[];
  /** The SAT element AccionesOTitulos, for earnings of type 045. */
  readonly shares?: { readonly marketValue: Decimal; readonly grantPrice: Decimal };
}

/** A deduction of a receipt (the SAT element nomina12:Deduccion). */
export interface DeductionLine {
  /** A code of the SAT catalogue c_TipoDeduccion. */
  readonly type: string;
  readonly code: string;
  readonly description?: string;
  readonly amount: Decimal;
}

/** Another payment in a receipt (the SAT element nomina12:OtroPago). */
export interface OtherPaymentLine {
  /** A code of the SAT catalogue c_TipoOtroPago. */
  readonly type: string;
  readonly code: string;
  readonly description?: string;
  readonly amount: Decimal;
  /** The SAT attribute SubsidioCausado of a line of type 002. */
  readonly employmentSubsidy?: Decimal;
  /** The SAT element CompensacionSaldosAFavor, for other payments of type 004. */
  readonly favorableBalance?: FavorableBalance;
}

/** The ISR balance of a year that the employer refunds to the employee (LISR art. 97). */
interface FavorableBalance {
  /**
   * The SAT attribute SaldoAFavor: the whole ISR balance that the employer owes to the employee.
   */
  readonly amount: Decimal;
  readonly year: number;
  /** The SAT attribute RemanenteSalFav: the ISR balance that remains after this payment. */
  readonly remainingAmount: Decimal;
}

export interface ReceiptLines {
  readonly earnings: readonly EarningLine[];
  readonly deductions: readonly DeductionLine[];
  readonly otherPayments: readonly OtherPaymentLine[];
}

/**
 * The totals of a receipt. The net is gross + other payments - deductions. The total `subsidy` is
 * the part of the subsidy that lowered the ISR.
 */
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

/** The SAT element nomina12:HorasExtra, which details an earning 019 in the document. */
export interface OvertimeDetail {
  readonly days: number;
  /** A code of the SAT catalogue c_TipoHoras: 01 double, 02 triple, 03 simple. */
  readonly hoursType: string;
  readonly hours: Decimal;
  readonly amount: Decimal;
}

/** An incapacity of a receipt (the SAT element nomina12:Incapacidad). */
export interface IncapacityDetail {
  readonly days: Decimal;
  /** A code of the SAT catalogue c_TipoIncapacidad. */
  readonly type: string;
  readonly amount?: Decimal;
}

/** The end of an employment, which the document of a separation states. */
export interface EmploymentEnd {
  /** The SAT attribute UltimoSueldoMensOrd in pesos; a pension paid at once states it too. */
  readonly lastMonthlySalary: Decimal;
  /** The last day that counts for the years of service. */
  readonly employmentEndedOn: string;
}

/** The SAT elements in the document of a manual row that do not belong to a line. */
export interface ManualDetails extends Partial<EmploymentEnd> {
  readonly incapacities: readonly IncapacityDetail[];
  /** The SAT attribute MontoDiario of a pension in installments. */
  readonly pensionDailyAmount?: Decimal;
}

/** A complete calculation, with the values of the row and of its document. */
export interface Calculation extends ReceiptLines {
  readonly paidDays: Decimal;
  readonly totals: ReceiptTotals;
  readonly taxableBase: Decimal;
  /** The part of the ISR that was withheld separately under RLISR art. 174. */
  readonly isrRegulation174: Decimal;
  readonly subsidyCaused: Decimal;
  readonly imssBranches: ImssBranches;
  readonly overtime: readonly OvertimeDetail[];
  readonly incapacities: readonly IncapacityDetail[];
  /**
   * The end of the employment, for separation payments; for a pension paid at once, only the last
   * salary.
   */
  readonly employmentEnd?: Partial<EmploymentEnd>;
  /** The SAT attribute MontoDiario, which only a pension has. */
  readonly pensionDailyAmount?: Decimal;
  readonly explanation: Explanation;
}

export type EvaluatedState = 'ready' | 'needs_attention' | 'excluded';

/** An evaluated row, with all its issues, and with its amounts if they are known. */
export interface EvaluatedReceipt extends ReceiptLines {
  readonly source: 'calculated' | 'manual';
  readonly state: EvaluatedState;
  readonly issues: readonly Issue[];
  readonly paidDays?: Decimal;
  readonly totals?: ReceiptTotals;
  readonly explanation?: Explanation;
  /** The complete calculation of the row; absent if the row could not be calculated. */
  readonly calculation?: Calculation;
  /**
   * The SAT elements of the document that do not belong to a line; present only for manual rows.
   */
  readonly details?: ManualDetails;
  /**
   * For manual rows: the exempt amounts that have the issue `invalid_request`, with the limits of
   * the law.
   */
  readonly exemptExcesses?: readonly ExemptExcess[];
}
