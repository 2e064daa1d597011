import { Decimal } from '@timbre/fiscal';
import { sampleEmployee } from '../../../test/sample-receipt';
import type { WorkedWeek } from '../calculation/input';
import { overtimeIssues } from './overtime-issues';

const d = Decimal.from;
const june = {
  kind: 'ordinary',
  paymentFrequency: '02',
  periodStartedOn: '2026-06-01',
  periodEndedOn: '2026-06-07',
  paidOn: '2026-06-07',
} as const;
const april = { ...june, periodStartedOn: '2026-04-20', periodEndedOn: '2026-04-26' };
const minor = { ...sampleEmployee, curp: 'GOLA090312MDFMPNA3' };

const found = (
  week: WorkedWeek,
  employee = sampleEmployee,
  period: typeof june | typeof april = june,
  workdayHours?: Decimal,
) =>
  overtimeIssues({ weeks: [week] }, employee, period, workdayHours && { workdayHours }).map(
    ({ legalBasis }) => legalBasis?.slice(0, 11),
  );

test.each<[string, WorkedWeek, number]>([
  ['nine double and four triple hours', { overtimeHours: d('13') }, 0],
  ['more than thirteen hours a week', { overtimeHours: d('13.5') }, 1],
  ['four hours on each of two days', { overtimeHours: d('8'), overtimeDays: 2 }, 0],
  ['more than four hours a day', { overtimeHours: d('9'), overtimeDays: 2 }, 1],
  ['overtime on five days', { overtimeHours: d('5'), overtimeDays: 5 }, 1],
  ['no overtime', { restDaysWorked: d('1') }, 0],
])(
  'since May 2026 the overtime of a week has the expected number of issues: %s, %j',
  (_, week, issues) => {
    expect(found(week)).toHaveLength(issues);
    // The limits of the reform of 2026-05-01 do not apply to earlier weeks.
    expect(found(week, sampleEmployee, april)).toEqual([]);
  },
);

test('ordinary and overtime hours together are limited to twelve a day', () => {
  const week = { overtimeHours: d('4'), overtimeDays: 1 };
  expect(found(week, sampleEmployee, june, d('8'))).toEqual([]);
  expect(found(week, sampleEmployee, june, d('9'))).toEqual(['LFT art. 66']);
  // The overtime is two hours on each of any four days, in addition to ten ordinary hours a day.
  expect(found({ overtimeHours: d('8') }, sampleEmployee, june, d('10'))).toEqual([]);
  expect(found({ overtimeHours: d('9') }, sampleEmployee, june, d('10'))).toEqual(['LFT art. 66']);
});

test('overtime of a person under eighteen is reported', () => {
  const week = { overtimeHours: d('1') };
  expect(found(week, minor)).toEqual(['LFT art. 17']);
  expect(found(week, minor, april)).toEqual(['LFT art. 17']);
});
