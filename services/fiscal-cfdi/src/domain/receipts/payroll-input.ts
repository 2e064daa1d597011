/** A payment to a worker as the client sent it; decimals are plain text, in pesos. */
export interface PayrollInput {
  paidOn: string;
  /** The day of payment when absent; so is the end. */
  periodStartedOn?: string | undefined;
  periodEndedOn?: string | undefined;
  /** The calendar days of the period when absent. */
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
 * What payroll knows beyond the contract's input: who is paid and by whom, asked of it where a
 * client drafts; and the details of the lines, of the receipts of its runs alone.
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
  /** c_TipoNomina; by the frequency when absent. */
  payrollType?: string | undefined;
  /** In the order of the lines; the type and its name in the catalogue where absent. */
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
  /** Last day of the employment that they end; the end of the period when absent. */
  employmentEndedOn?: string | undefined;
}

export interface LineText {
  code: string;
  description?: string | undefined;
}
