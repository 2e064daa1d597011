import { Decimal } from './decimal';
import { isSubsidyPaidOut } from './subsidy-paid-out';

it.each([
  ['0.00', '0.00', '2026-06-15', false],
  ['0.01', '0.00', '2026-06-15', false],
  ['0.02', '0.00', '2026-06-15', true],
  ['264.30', '264.29', '2026-06-15', false],
  ['264.30', '264.28', '2026-06-15', true],
  ['264.30', '0.00', '2024-04-30', false],
])('a subsidy of %s with an ISR of %s on %s is paid out: %s', (paid, isr, on, expected) => {
  expect(isSubsidyPaidOut(Decimal.from(paid), Decimal.from(isr), on)).toBe(expected);
});
