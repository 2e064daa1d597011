/** A payment to a worker as the client sent it; decimals are plain text, in pesos. */
export interface PayrollInput {
  paidOn: string;
  /** Defaults to the day of payment, like the end. */
  periodStartedOn?: string | undefined;
  periodEndedOn?: string | undefined;
  /** Defaults to the calendar days of the period. */
  paidDays?: string | undefined;
  employee?: PayrollEmployeeInput | undefined;
  earnings: EarningInput[];
  deductions: DeductionInput[];
  otherPayments: OtherPaymentInput[];
}

export interface PayrollEmployeeInput {
  curp: string;
  employeeNumber: string;
  employmentStartedOn: string;
  /** c_TipoContrato, c_TipoRegimen, c_PeriodicidadPago, c_Estado. */
  contractType: string;
  regimeType: string;
  paymentFrequency: string;
  stateCode: string;
  socialSecurityNumber?: string | undefined;
  /** c_RiesgoPuesto. */
  positionRisk?: string | undefined;
  integratedDailySalary?: string | undefined;
}

export interface EarningInput {
  /** c_TipoPercepcion. */
  type: string;
  taxableAmount: string;
  exemptAmount: string;
}

export interface DeductionInput {
  /** c_TipoDeduccion. */
  type: string;
  amount: string;
}

export interface OtherPaymentInput {
  /** c_TipoOtroPago. */
  type: string;
  amount: string;
  /** SubsidioCausado, of type 002. */
  employmentSubsidy?: string | undefined;
}

/**
 * The data from payroll beyond the client's input: employee and employer, read when a client
 * drafts, and line details, only for receipts of payroll runs.
 */
export interface PayrollSource {
  legalName: string;
  rfc: string;
  postalCode: string;
  /** RegistroPatronal. */
  employerRegistration?: string | undefined;
  /** Of an employer who is a natural person. */
  employerCurp?: string | undefined;
  details?: PayrollDetails | undefined;
}

export interface PayrollDetails {
  /** c_TipoNomina; defaults by the frequency. */
  payrollType?: string | undefined;
  /** In the order of the lines; defaults to code and name of the type. */
  earningTexts: LineText[];
  deductionTexts: LineText[];
  otherPaymentTexts: LineText[];
  overtime: { days: number; hoursType: string; hours: string; amount: string }[];
  incapacities: { days: string; type: string; amount?: string | undefined }[];
  department?: string | undefined;
  jobTitle?: string | undefined;
  workScheduleType?: string | undefined;
  bankCode?: string | undefined;
  bankAccount?: string | undefined;
  contributionBaseSalary?: string | undefined;
  /** UltimoSueldoMensOrd, of separation payments. */
  lastMonthlySalary?: string | undefined;
  /** Last day of the ended employment; defaults to the end of the period. */
  employmentEndedOn?: string | undefined;
}

export interface LineText {
  code: string;
  description?: string | undefined;
}
