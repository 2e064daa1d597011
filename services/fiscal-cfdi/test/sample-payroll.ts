import type {
  PayrollDetails,
  PayrollInput,
  PayrollSource,
} from '../src/domain/receipts/payroll-input';

/** A fortnight's wages with the deductions for IMSS contributions and ISR. */
export const samplePayroll: PayrollInput = {
  paidOn: '2026-11-15',
  periodStartedOn: '2026-11-01',
  periodEndedOn: '2026-11-15',
  paidDays: '15',
  employee: {
    curp: 'GOLA850312MDFMPN03',
    employeeNumber: 'E-001',
    employmentStartedOn: '2024-01-08',
    contractType: '01',
    regimeType: '02',
    paymentFrequency: '04',
    stateCode: 'CMX',
    socialSecurityNumber: '12345678903',
    positionRisk: '2',
    integratedDailySalary: '526.05',
  },
  earnings: [{ type: '001', taxableAmount: '7500', exemptAmount: '0' }],
  deductions: [
    { type: '001', amount: '197.86' },
    { type: '002', amount: '732.26' },
  ],
  otherPayments: [{ type: '002', amount: '0.00', employmentSubsidy: '0.00' }],
};

export const samplePayrollSource: PayrollSource = {
  legalName: 'Ana Gómez López',
  rfc: 'GOLA850312AB1',
  postalCode: '36257',
  employerRegistration: 'B5510768108',
};

/** Returns payroll details that contain only the given members. */
export const payrollDetails = (details: Partial<PayrollDetails> = {}): PayrollDetails => ({
  earningTexts: [],
  deductionTexts: [],
  otherPaymentTexts: [],
  overtime: [],
  incapacities: [],
  ...details,
});
