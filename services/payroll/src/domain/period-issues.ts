import type { PayrollPeriod } from './calculation/input';
import { daysInclusive } from './calendar';
import { frequencyOf } from './payment-frequency';
import type { RecordIssue } from './employee-record';

/** Longest periods that are paid at once: a month, or the year of an aguinaldo. */
const daysMax = { ordinary: 31, extraordinary: 366 } as const;

/**
 * What is wrong with the period of a payroll, all at once.
 * - unsupported_frequency: payroll is not calculated for this c_PeriodicidadPago
 * - period_out_of_order: it ends before it begins
 * - period_too_long: longer than a month, an extraordinary one than a year
 */
export function periodIssues(period: PayrollPeriod): RecordIssue[] {
  const issues: RecordIssue[] = [];
  const { periodStartedOn, periodEndedOn, paymentFrequency, kind } = period;
  if (frequencyOf(paymentFrequency) === undefined) {
    const message = 'Payroll is calculated by the day, week, ten, fourteen, fifteen days or month.';
    issues.push({ path: ['paymentFrequency'], code: 'unsupported_frequency', message });
  }
  const days = daysInclusive(periodStartedOn, periodEndedOn);
  if (days <= 0) {
    const message = 'The period ends before it begins.';
    issues.push({ path: ['periodEndedOn'], code: 'period_out_of_order', message });
  } else if (days > daysMax[kind]) {
    const message = `A period of this kind has at most ${daysMax[kind]} days.`;
    issues.push({ path: ['periodEndedOn'], code: 'period_too_long', message });
  }
  return issues;
}
