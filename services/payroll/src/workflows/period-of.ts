import type { payroll } from '@timbre/contract';
import type { PayrollPeriod } from '../domain/calculation/input';

/**
 * Returns the period of a message. A missing value becomes an empty text, so that `periodIssues` reports it.
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
