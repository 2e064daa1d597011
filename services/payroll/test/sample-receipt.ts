import { Decimal } from '@timbre/fiscal';
import type { Incidents, PayrollPeriod } from '../src/domain/calculation/input';
import type { Employee, Employer } from '../src/domain/employee';
import { defaultEmployerSettings } from '../src/domain/employer-settings';
import type { EmployerSettings } from '../src/domain/employer-settings';
import type { ReceiptInput } from '../src/domain/evaluation';
import type { EvaluatedReceipt } from '../src/domain/receipt';

/** An employee with valid data for tests; each test changes some of the data. */

export const sampleEmployee: Employee = {
  rfc: 'GOLA850312AB1',
  taxSystem: '605',
  postalCode: '06000',
  curp: 'GOLA850312MDFMPN03',
  employeeNumber: 'E-001',
  contractType: '01',
  regimeType: '02',
  paymentFrequency: '04',
  stateCode: 'CMX',
  socialSecurityNumber: '12345678903',
  employmentStartedOn: '2024-01-08',
  positionRisk: '2',
  dailyWage: Decimal.from('500.00'),
  integratedDailySalary: Decimal.from('526.05'),
  minimumWageZone: 'general',
};

export const sampleEmployer: Employer = {
  rfc: 'EKU9003173C9',
  registration: 'A1234567890',
  settings: defaultEmployerSettings,
};

export const samplePeriod: PayrollPeriod = {
  kind: 'ordinary',
  paymentFrequency: '04',
  periodStartedOn: '2026-06-01',
  periodEndedOn: '2026-06-15',
  paidOn: '2026-06-15',
};

export interface SampleChanges {
  readonly employee?: Employee | null;
  readonly employer?: Partial<Employer>;
  readonly settings?: Partial<EmployerSettings>;
  readonly period?: Partial<PayrollPeriod>;
  readonly incidents?: Incidents;
  readonly row?: Partial<Pick<ReceiptInput, 'isInRoster' | 'paidPeriods' | 'earlier'>>;
}

/**
 * Returns the input for a fortnight of an employee with a daily wage of 500.00. The value `employee:
 * null` means a deleted employee.
 */
export function sampleInput(changes: SampleChanges = {}): ReceiptInput {
  const settings = { ...defaultEmployerSettings, ...changes.settings };
  return {
    period: { ...samplePeriod, ...changes.period },
    employee: changes.employee === null ? null : { ...sampleEmployee, ...changes.employee },
    employer: { ...sampleEmployer, settings, ...changes.employer },
    incidents: changes.incidents ?? {},
    isInRoster: true,
    paidPeriods: [],
    earlier: {},
    ...changes.row,
  };
}

/**
 * Returns each earning of a receipt as text with its taxable and exempt amount, and then each
 * deduction.
 */
export const shownLines = ({
  earnings,
  deductions,
}: Pick<EvaluatedReceipt, 'earnings' | 'deductions'>): string[] => [
  ...earnings.map((line) => `${line.type} ${line.taxableAmount} ${line.exemptAmount}`),
  ...deductions.map((line) => `-${line.type} ${line.amount}`),
];
