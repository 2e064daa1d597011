import { Decimal } from '@timbre/fiscal';
import { recoveredFor } from './recovered-receipt';

const period = {
  curp: 'GOLA850312MDFMPN03',
  employeeNumber: 'E-1',
  payrollType: 'O',
  periodStartedOn: '2026-06-01',
  periodEndedOn: '2026-06-15',
  paidOn: '2026-06-15',
};
const receipt = { ...period, documentId: 'a', total: '7000.50', takenBy: null };
const wanted = { ...period, total: Decimal.from('7000.5'), requestedBy: 'payroll one' };

test('a row takes the recovered receipt of its employee, period and date of payment', () => {
  const other = { ...receipt, documentId: 'b', total: '1.00' };
  expect(recoveredFor([other, receipt], wanted)).toBe(receipt);
});

test('a row gets no receipt that another request has taken', () => {
  const taken = { ...receipt, takenBy: 'payroll two' };
  expect(recoveredFor([taken], wanted)).toBeUndefined();
  expect(recoveredFor([{ ...taken, takenBy: wanted.requestedBy }], wanted)).toMatchObject({
    documentId: 'a',
  });
});

test('a row with other amounts than the receipt of its period differs', () => {
  expect(recoveredFor([receipt], { ...wanted, total: Decimal.from('1') })).toBe('differs');
});

test.each([
  { curp: 'XEXX010101HNEXXXA4' },
  { employeeNumber: 'E-2' },
  { payrollType: 'E' },
  { periodStartedOn: '2026-06-02' },
  { periodEndedOn: '2026-06-16' },
  { paidOn: '2026-06-16' },
])('a receipt with another period belongs to another row: %j', (change) => {
  expect(recoveredFor([{ ...receipt, ...change }], wanted)).toBeUndefined();
});
