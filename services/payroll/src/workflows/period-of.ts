import type { payroll } from '@timbre/contract';
import type { PayrollPeriod } from '../domain/calculation/input';

/**
 * Returns the period that a message states. A missing value becomes an empty text, which `periodIssues`
 * then reports.
 */
export function periodOf(message: payroll.PayrollPeriod | undefined): PayrollPeriod {
  const kind = message?.kind === 'extraordinary' ? 'extraordinary' : 'ordinary';
  const {
    paymentFrequency = '',
    periodStartedOn = '',
    periodEndedOn = '',
    paidOn = '',
  } = message ?? {};
  return { kind, paymentFrequency, periodStartedOn, periodEndedOn, paidOn };
}
