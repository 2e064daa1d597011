import { Decimal } from '@timbre/fiscal';
import { calculateReceipt } from './evaluation';
import { payrollDraftOf } from './payroll-draft';
import { payrollDraftDetailsOf } from './payroll-draft-details';
import { sampleEmployee, sampleInput, samplePeriod } from '../../test/sample-receipt';

const d = (text: string) => Decimal.from(text);
const weeks = [{ overtimeHours: d('2') }];
const receipt = calculateReceipt(sampleInput({ incidents: { weeks } }));

test('payrollDraftOf converts a receipt to a payroll draft of the fiscal-cfdi contract, with the same amounts', () => {
  expect(payrollDraftOf('e1', sampleEmployee, samplePeriod, receipt)).toEqual({
    kind: 'payroll',
    employeeId: 'e1',
    payroll: {
      paidOn: '2026-06-15',
      periodStartedOn: '2026-06-01',
      periodEndedOn: '2026-06-15',
      paidDays: d('15'),
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
        integratedDailySalary: d('526.05'),
      },
      earnings: [
        { type: '001', taxableAmount: d('7500.00'), exemptAmount: d('0.00') },
        { type: '019', taxableAmount: d('125.00'), exemptAmount: d('125.00') },
      ],
      deductions: [
        { type: '001', amount: d('197.86') },
        { type: '002', amount: d('732.26') },
      ],
      otherPayments: [{ type: '002', amount: d('0.00'), employmentSubsidy: d('0.00') }],
    },
  });
});

test('payrollDraftOf returns separately the data for which the contract has no field', () => {
  const employee = { ...sampleEmployee, department: 'Ventas', bankAccount: '012180001234567899' };
  const details = payrollDraftDetailsOf(employee, samplePeriod, receipt);
  expect(details).toMatchObject({
    payrollType: 'O',
    overtime: [{ days: 1, hoursType: '01', hours: d('2'), amount: d('250.00') }],
    department: 'Ventas',
    bankAccount: '012180001234567899',
    contributionBaseSalary: d('526.05'),
  });
  expect(details.lineTexts.earnings[0]).toEqual({ code: '001', description: 'Sueldo' });
});

describe.each(['022', '023', '025'])('payrollDraftOf returns a payroll draft with %s', (type) => {
  const line = { type, code: type, taxableAmount: d('0.00'), exemptAmount: d('70000.00') };
  const separation = { ...receipt, earnings: [line] };

  test('the payroll draft states the last ordinary monthly salary and the last day of service', () => {
    const employee = { ...sampleEmployee, employmentEndedOn: '2026-06-08' };
    const details = payrollDraftDetailsOf(employee, samplePeriod, separation);
    expect(details).toMatchObject({
      lastMonthlySalary: d('15000.00'),
      employmentEndedOn: '2026-06-08',
    });
    const ofWage = payrollDraftDetailsOf(employee, samplePeriod, receipt);
    expect(ofWage).not.toHaveProperty('lastMonthlySalary');
    expect(ofWage).not.toHaveProperty('employmentEndedOn');
  });

  test('the payroll draft of a separation has the contract and the regime of separations', () => {
    const draft = payrollDraftOf('e1', sampleEmployee, samplePeriod, separation);
    expect(draft.payroll.employee).toMatchObject({ contractType: '99', regimeType: '13' });
    const ofWage = payrollDraftOf('e1', sampleEmployee, samplePeriod, receipt);
    expect(ofWage.payroll.employee).toMatchObject({ contractType: '01', regimeType: '02' });
  });

  test('the payroll draft has no last day for an employment without an end date', () => {
    const details = payrollDraftDetailsOf(sampleEmployee, samplePeriod, separation);
    expect(details).not.toHaveProperty('employmentEndedOn');
  });
});

test('the payroll draft of a payment without paid days states the minimum number of days that a document allows', () => {
  const unpaid = { ...receipt, paidDays: d('0') };
  const { payroll } = payrollDraftOf('e1', sampleEmployee, samplePeriod, unpaid);
  expect(payroll.paidDays.toString()).toBe('0.001');
});

test('the payroll draft of an extraordinary payroll has periodicity 99', () => {
  const period = { ...samplePeriod, kind: 'extraordinary' } as const;
  const draft = payrollDraftOf('e1', sampleEmployee, period, receipt);
  expect(draft.payroll.employee.paymentFrequency).toBe('99');
  expect(payrollDraftDetailsOf(sampleEmployee, period, receipt).payrollType).toBe('E');
});

test('payrollDraftOf refuses a row that is not ready', () => {
  const employee = { ...sampleEmployee, curp: null };
  expect(() => payrollDraftOf('e1', employee, samplePeriod, receipt)).toThrow('curp');
});
