import { say } from '@timbre/api';
import type { Issue } from '@timbre/fiscal';
import type { PayrollPeriod } from './calculation/input';
import { daysInclusive } from './calendar';
import { frequencyOf } from './payment-frequency';
import type { RecordIssue } from './employee-record';

/**
 * The minimum and maximum days of a period for a frequency that sets no limits: up to a year for an
 * extraordinary period, and up to a month if the frequency is invalid.
 */
const otherDays = { extraordinary: [1, 366], ordinary: [1, 31] } as const;

/**
 * Reports all issues of a payroll period.
 * - unsupported_frequency: payroll cannot be calculated for this payment frequency (c_PeriodicidadPago)
 * - period_out_of_order: the period ends before it begins
 * - period_too_short: the period is shorter than its frequency allows, so the wage would pay for more days
 *   than the period has
 * - period_too_long: the period is longer than its frequency allows, or an extraordinary period is longer
 *   than a year
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

/**
 * Warns that another run already pays the period.
 * - period_repeated: another ordinary run of the same frequency pays some of these employees for a part of
 *   the period
 */
export function periodWarnings(
  other:
    | {
        id: string;
        name?: string | null | undefined;
        periodStartedOn: string;
        periodEndedOn: string;
      }
    | undefined,
): Issue[] {
  if (!other) return [];
  const { id, name, periodStartedOn: from, periodEndedOn: to } = other;
  const said = say('period_repeated', { run: name ? `${name}, ${id}` : id, from, to });
  return [{ path: ['periodStartedOn'], code: 'period_repeated', ...said }];
}
