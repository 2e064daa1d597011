import type { PayrollPeriod } from './calculation/input';
import { daysInclusive } from './calendar';
import { frequencyOf } from './payment-frequency';
import type { RecordIssue } from './employee-record';

/** Days of the periods that have none of a frequency: the year of an aguinaldo; a month where the
 * frequency is an issue itself. */
const otherDays = { extraordinary: [1, 366], ordinary: [1, 31] } as const;

/**
 * What is wrong with the period of a payroll, all at once.
 * - unsupported_frequency: payroll is not calculated for this c_PeriodicidadPago
 * - period_out_of_order: it ends before it begins
 * - period_too_short: shorter than its frequency makes it, where the wage would be of more days
 * - period_too_long: longer than its frequency makes it, an extraordinary one than a year
 */
export function periodIssues(period: PayrollPeriod): RecordIssue[] {
  const issues: RecordIssue[] = [];
  const { periodStartedOn, periodEndedOn, paymentFrequency, kind } = period;
  const frequency = frequencyOf(paymentFrequency);
  if (frequency === undefined) {
    const message =
      'Payroll supports periods of a day, a week, ten, fourteen or fifteen days, or a month.';
    issues.push({ path: ['paymentFrequency'], code: 'unsupported_frequency', message });
  }
  const days = daysInclusive(periodStartedOn, periodEndedOn);
  const [min, max] = (kind === 'ordinary' && frequency?.calendarDays) || otherDays[kind];
  if (days <= 0) {
    const message = 'The period ends before it begins.';
    issues.push({ path: ['periodEndedOn'], code: 'period_out_of_order', message });
  } else if (days < min) {
    const message = `A period of this frequency has at least ${min} days.`;
    issues.push({ path: ['periodEndedOn'], code: 'period_too_short', message });
  } else if (days > max) {
    const message = `A period of this kind and frequency has at most ${max} days.`;
    issues.push({ path: ['periodEndedOn'], code: 'period_too_long', message });
  }
  return issues;
}
