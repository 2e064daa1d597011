import { Decimal } from '@timbre/fiscal';
import { calculateReceipt } from '../evaluation';
import { sampleInput } from '../../../test/sample-receipt';
import type { SampleChanges } from '../../../test/sample-receipt';

const d = (text: string) => Decimal.from(text);

/**
 * Calculates a fortnight of 7,500.00 with an ISR of 709.86, contributions of 197.86 and an ISR
 * balance that is refunded to the employee.
 */
const returning = (amount: string, year = 2025, changes: SampleChanges = {}) =>
  calculateReceipt(
    sampleInput({ ...changes, incidents: { favorableBalance: { amount: d(amount), year } } }),
  );
const returnedOf = ({ otherPayments }: ReturnType<typeof returning>) =>
  otherPayments
    .filter(({ type }) => type === '004')
    .map(({ amount, favorableBalance: balance }) => `${amount} ${balance?.remainingAmount}`);

test('ISR is refunded to the employee up to the ISR of the payment, and the rest of the balance remains', () => {
  const receipt = returning('900.00');
  expect(receipt).toMatchObject({ state: 'ready', issues: [] });
  expect(receipt.otherPayments[1]).toEqual({
    type: '004',
    code: '004',
    description: 'Aplicación de saldo a favor por compensación anual',
    amount: d('709.86'),
    favorableBalance: { amount: d('900.00'), year: 2025, remainingAmount: d('190.14') },
  });
  // The net is 7,500.00 + 709.86 - 197.86 - 709.86.
  expect(receipt.totals).toMatchObject({ isr: d('709.86'), net: d('7302.14') });
  expect(receipt.explanation?.lines.at(-2)).toEqual({
    label: 'ISR in favor returned',
    amount: d('709.86'),
  });
});

test('an ISR balance below the ISR of the payment is refunded in full', () => {
  const receipt = returning('300.00');
  expect(returnedOf(receipt)).toEqual(['300.00 0.00']);
  expect(receipt.totals?.net).toEqual(d('6892.28'));
});

test('a payment without ISR refunds no ISR balance', () => {
  const receipt = returning('300.00', 2025, {
    employee: { dailyWage: d('315.04'), integratedDailySalary: d('331.46') },
  });
  expect(receipt).toMatchObject({ state: 'ready', issues: [], totals: { isr: d('0.00') } });
  expect(returnedOf(receipt)).toEqual([]);
});

test('an ISR balance of the current year is refunded only in December', () => {
  const issues = [{ code: 'invalid_request', field: 'incidents.favorableBalance.year' }];
  expect(returning('300.00', 2026).issues).toEqual(issues);
  expect(returning('300.00', 2024).issues).toEqual(issues);
  const period = {
    periodStartedOn: '2026-12-01',
    periodEndedOn: '2026-12-15',
    paidOn: '2026-12-15',
  };
  expect(returning('300.00', 2026, { period }).issues).toEqual([]);
});

test.each([
  ['income that is taxed like wages', { contractType: '99', regimeType: '09' }],
  ['a pension', { contractType: '10', regimeType: '12' }],
])('%s returns no ISR in favor', (_, employee) => {
  expect(returning('300.00', 2025, { employee }).issues).toEqual([
    { code: 'invalid_request', field: 'incidents.favorableBalance' },
  ]);
});
