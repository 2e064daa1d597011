/** A payment to a worker, as the client sent it; decimals are text, in pesos. */
export interface PayrollInput {
  paidOn: string;
  /** The first day of the payroll period; by default the day of payment. */
  periodStartedOn?: string | undefined;
  periodEndedOn?: string | undefined;
  /**
   * The days paid; by default the calendar days of the period, if both its first and last day are given.
   */
  paidDays?: string | undefined;
  employee?: PayrollEmployeeInput | undefined;
  earnings: EarningInput[];
  deductions: DeductionInput[];
  otherPayments: OtherPaymentInput[];
  /**
   * The SubsidioCausado of a subsidy that was not paid out. A client sends this field instead of a line of
   * type 002.
   */
  employmentSubsidyCaused?: string | undefined;
  /** The SAT attribute RegistroPatronal; by default the employer's registration that payroll stores. */
  employerRegistration?: string | undefined;
  incapacities?: IncapacityInput[] | undefined;
  /** The SAT attribute UltimoSueldoMensOrd, for separation payments and for a pension paid at once. */
  lastMonthlySalary?: string | undefined;
  /** The last day of the ended employment; by default the end of the period. */
  employmentEndedOn?: string | undefined;
  /** The SAT attribute MontoDiario of a pension in parts; by default the payment divided by its days. */
  pensionDailyAmount?: string | undefined;
}

export interface PayrollEmployeeInput {
  curp: string;
  employeeNumber: string;
  employmentStartedOn: string;
  /**
   * The following four fields are codes of the SAT catalogues c_TipoContrato, c_TipoRegimen,
   * c_PeriodicidadPago and c_Estado.
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
 * The SAT attributes Clave and Concepto of a payroll line. The default of Clave is the code of the type,
 * and the default of Concepto is the name of the type.
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
  /** The overtime hours of an earning of type 019. */
  overtime?: OvertimeInput[] | undefined;
  /** The SAT element AccionesOTitulos of an earning of type 045. */
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
  /** The SAT attribute SubsidioCausado of an other payment of type 002. */
  employmentSubsidy?: string | undefined;
  /** The SAT element CompensacionSaldosAFavor of an other payment of type 004. */
  favorableBalance?: { amount: string; year: number; remainingAmount: string } | undefined;
}

/**
 * Data of a payroll document that payroll sends, because the client's input does not contain these data.
 * The data of employee and employer are read when a client creates the draft of a receipt. Only receipts of
 * payroll runs contain `details`.
 */
export interface PayrollSource {
  legalName: string;
  rfc: string;
  postalCode: string;
  /** The SAT attribute RegistroPatronal. */
  employerRegistration?: string | undefined;
  /** The CURP of an employer who is a natural person. */
  employerCurp?: string | undefined;
  details?: PayrollDetails | undefined;
}

export interface PayrollDetails {
  /**
   * The SAT attribute TipoNomina, a code of c_TipoNomina. By default the frequency of payment determines
   * the code.
   */
  payrollType?: string | undefined;
  /**
   * The texts of the earnings lines, in the order of the lines. The default of Clave is the code of the
   * type, and the default of Concepto is the name of the type.
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
  /** The last day of the ended employment; by default the end of the period. */
  employmentEndedOn?: string | undefined;
}

export interface LineText {
  code: string;
  description?: string | undefined;
}
