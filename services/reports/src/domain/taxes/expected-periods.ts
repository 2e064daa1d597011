import {
  certain,
  addDays,
  daysBetween,
  figureOn,
  type CalendarDate,
  firstIn,
} from '@timbre/fiscal';
import {
  monthsOf,
  provisional,
  type Declaration,
  type Periodicity,
  type Taxpayer,
} from './declaration';

/** The `period` number of an annual declaration. */
export const wholeYear = 13;

/**
 * Returns the periodicity of the organization's provisional declarations in a year. The periodicity is
 * taken from the obligations of the taxpayer. If they are unknown, it is the most frequent
 * periodicity of the filings. Returns undefined if the organization files only annual declarations.
 * @param filed the declarations that were filed for the year
 */
export function provisionalPeriodicity(
  { obligations }: Taxpayer,
  filed: readonly Declaration[],
): Periodicity | undefined {
  if (obligations) return provisional.find(([name]) => obligations.includes(name))?.[0];
  if (filed.length === 0) return 'monthly';
  const counted = provisional.map(([name]) => ({
    name,
    count: new Set(filed.flatMap((one) => (one.periodicity === name ? one.period : []))).size,
  }));
  const most = firstIn(counted.toSorted((a, b) => b.count - a.count));
  if (most.count > 0) return most.name;
  return filed.some(({ periodicity }) => periodicity === 'annual') ? undefined : 'monthly';
}

/**
 * Returns the periods that the organization should have filed by the given day; each period is identified
 * by its last month.
 */
export function expectedPeriods(
  taxpayer: Taxpayer,
  periodicity: Periodicity | undefined,
  fiscalYear: number,
  today: CalendarDate,
): number[] {
  const length = provisional.find(([name]) => name === periodicity)?.[1];
  const { operationsStartedOn: started = '0000', obligations = [] } = taxpayer;
  const lastMonths = length === undefined ? [] : Array.from({ length: 12 / length }, (_, at) => (at + 1) * length); // prettier-ignore
  const expected = lastMonths.filter(
    (month) =>
      `${fiscalYear}-${pad(month)}` >= started.slice(0, 7) &&
      isPast(dueOn(fiscalYear, month), today),
  );
  const isAnnual = obligations.includes('annual') && `${fiscalYear}` >= started.slice(0, 4);
  return isAnnual && isPast(annualDueOn(taxpayer, fiscalYear), today)
    ? [...expected, wholeYear]
    : expected;
}

const pad = (month: number): string => String(month).padStart(2, '0');

const isPast = (due: CalendarDate | undefined, today: CalendarDate): boolean =>
  due !== undefined && today > due;

/**
 * Returns the due date of a period, which is in the month after the period. If the due date would
 * be on a weekend, the due date is the following Monday (CFF 12).
 */
function dueOn(fiscalYear: number, month: number): CalendarDate | undefined {
  const [year, next] = month === 12 ? [fiscalYear + 1, 1] : [fiscalYear, month + 1];
  const inMonth = (day: number) => `${year}-${pad(next)}-${pad(day)}`;
  const due = figureOn('declarations.due', inMonth(1))?.value;
  if (due === undefined) return undefined;
  const date = inMonth(due.provisionalDay);
  const weekday = daysBetween(aMonday, date) % 7;
  return weekday < saturday ? date : addDays(date, 7 - weekday);
}

/**
 * A Monday from which weekdays are counted. The date is before every fiscal year that a request can
 * name.
 */
const aMonday = '1990-01-01';
const saturday = 5;

const companyRfcLength = 12;

/** Returns the due date of the annual declaration, which is in the year after the fiscal year. */
function annualDueOn({ rfc }: Taxpayer, fiscalYear: number): CalendarDate | undefined {
  const year = fiscalYear + 1;
  const due = figureOn('declarations.due', `${year}-01-01`)?.value;
  return (
    due && `${year}-${rfc.length === companyRfcLength ? due.companiesAnnual : due.personsAnnual}`
  );
}

/** Whether declarations in effect cover every month of an expected period. */
export function isCovered(
  period: number,
  periodicity: Periodicity | undefined,
  inEffect: readonly Pick<Declaration, 'periodicity' | 'period'>[],
): boolean {
  if (period === wholeYear) return inEffect.some((one) => one.period === wholeYear);
  const [first, last] = certain(
    monthsOf({ periodicity: periodicity ?? 'monthly', period }),
    'the months',
  );
  const covered = new Set(
    inEffect.flatMap((one) => {
      const [from, to] = monthsOf(one) ?? [1, 0];
      return Array.from({ length: to - from + 1 }, (_, at) => from + at);
    }),
  );
  for (let month = first; month <= last; month += 1) if (!covered.has(month)) return false;
  return true;
}
