/** A payment to a worker as the client sent it; decimals are plain text, in pesos. */
export interface PayrollInput {
  paidOn: string;
  /** The first day of the period; by default the day of payment. */
  periodStartedOn?: string | undefined;
  periodEndedOn?: string | undefined;
  /** The days paid; by default the calendar days of the period if both its days are given. */
  paidDays?: string | undefined;
  employee?: PayrollEmployeeInput | undefined;
  earnings: EarningInput[];
  deductions: DeductionInput[];
  otherPayments: OtherPaymentInput[];
  /** SubsidioCausado of a subsidy that was not paid out. The field replaces a line 002. */
  employmentSubsidyCaused?: string | undefined;
  /** The SAT attribute RegistroPatronal; defaults to the employer's registration. */
  employerRegistration?: string | undefined;
  incapacities?: IncapacityInput[] | undefined;
  /** UltimoSueldoMensOrd, for separation payments and for a pension paid at once. */
  lastMonthlySalary?: string | undefined;
  /** Last day of the ended employment; defaults to the end of the period. */
  employmentEndedOn?: string | undefined;
  /** MontoDiario of a pension in parts; defaults to the payment divided by its days. */
  pensionDailyAmount?: string | undefined;
}

export interface PayrollEmployeeInput {
  curp: string;
  employeeNumber: string;
  employmentStartedOn: string;
  /**
   * The next four fields are codes of the SAT catalogues c_TipoContrato, c_TipoRegimen, c_PeriodicidadPago
   * and c_Estado.
   */
  contractType: string;
  regimeType: string;
  paymentFrequency: string;
  stateCode: string;
  socialSecurityNumber?: string | undefined;
  /** A code of the SAT catalogue c_RiesgoPuesto. */
  positionRisk?: string | undefined;
  integratedDailySalary?: string | undefined;
}

/**
 * Clave and Concepto of a line. The code and name of the type are the defaults of Clave and
 * Concepto.
 */
export interface OwnText {
  code?: string | undefined;
  description?: string | undefined;
}

interface EarningInput extends OwnText {
  /** A code of the SAT catalogue c_TipoPercepcion. */
  type: string;
  taxableAmount: string;
  exemptAmount: string;
  /** The hours of overtime, for earnings of type 019. */
  overtime?: OvertimeInput[] | undefined;
  /** The SAT element AccionesOTitulos, for earnings of type 045. */
  shares?: { marketValue: string; grantPrice: string } | undefined;
}

export interface OvertimeInput {
  days: number;
  /** A code of the SAT catalogue c_TipoHoras. */
  hoursType: string;
  hours: string;
  amount: string;
}

interface IncapacityInput {
  days: string;
  /** A code of the SAT catalogue c_TipoIncapacidad. */
  type: string;
  amount?: string | undefined;
}

interface DeductionInput extends OwnText {
  /** A code of the SAT catalogue c_TipoDeduccion. */
  type: string;
  amount: string;
}

export interface OtherPaymentInput extends OwnText {
  /** A code of the SAT catalogue c_TipoOtroPago. */
  type: string;
  amount: string;
  /** SubsidioCausado of an other payment of type 002. */
  employmentSubsidy?: string | undefined;
  /** The SAT element CompensacionSaldosAFavor, for other payments of type 004. */
  favorableBalance?: { amount: string; year: number; remainingAmount: string } | undefined;
}

/**
 * Data from payroll that the client's input lacks. Employee and employer are read when a client drafts a
 * receipt. The details of the lines come only with receipts of payroll runs.
 */
export interface PayrollSource {
  legalName: string;
  rfc: string;
  postalCode: string;
  /** The SAT attribute RegistroPatronal. */
  employerRegistration?: string | undefined;
  /** CURP of an employer who is a natural person. */
  employerCurp?: string | undefined;
  details?: PayrollDetails | undefined;
}

export interface PayrollDetails {
  /** c_TipoNomina. The period defaults to the frequency of payment. */
  payrollType?: string | undefined;
  /**
   * The texts of the earnings, in the order of the lines. The code and name of the type are the
   * defaults of Clave and Concepto.
   */
  earningTexts: LineText[];
  deductionTexts: LineText[];
  otherPaymentTexts: LineText[];
  overtime: OvertimeInput[];
  incapacities: IncapacityInput[];
  department?: string | undefined;
  jobTitle?: string | undefined;
  workScheduleType?: string | undefined;
  bankCode?: string | undefined;
  bankAccount?: string | undefined;
  contributionBaseSalary?: string | undefined;
  /** The SAT attribute UltimoSueldoMensOrd, for separation payments. */
  lastMonthlySalary?: string | undefined;
  /** Last day of the ended employment; defaults to the end of the period. */
  employmentEndedOn?: string | undefined;
}

export interface LineText {
  code: string;
  description?: string | undefined;
}
