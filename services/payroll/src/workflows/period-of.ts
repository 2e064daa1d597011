import type { payroll } from '@timbre/contract';
import type { PayrollPeriod } from '../domain/calculation/input';

/** The period of a message; what is missing is empty and named by `periodIssues`. */
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
