import { Decimal } from '@timbre/fiscal';
import type { OvertimeDetail } from '../receipt';
import type { OvertimeFigures } from '../rules/dated-rule';
import type { EmployeePay, WorkedWeek } from './input';
import type { RulesOfPeriod } from './rules-of-period';

/** A kind of pay in addition to the wage, split into a taxable and an exempt part by LISR art. 93-I. */
export interface SplitAmount {
  readonly taxable: Decimal;
  readonly exempt: Decimal;
}
export interface OvertimePay {
  readonly overtime: SplitAmount;
  readonly restDays: SplitAmount;
  readonly statutoryRestDays: SplitAmount;
  readonly details: readonly OvertimeDetail[];
}

const hundred = Decimal.from(100);
const daysOfWeek = 7;
const nothing: SplitAmount = { taxable: Decimal.zero, exempt: Decimal.zero };

/**
 * Returns the pay for overtime and rest days worked, week by week (LFT art. 67, 68, 73, 75). Half of the
 * overtime pay in a week is exempt, up to five UMA. If the wage is a minimum wage, the whole overtime pay
 * is exempt. Pay for triple hours is never exempt. The pay for double hours and the pay for triple hours
 * of a week are rounded to the cent separately.
 */
export function overtimePay(
  weeks: readonly WorkedWeek[],
  pay: EmployeePay,
  rules: RulesOfPeriod,
): OvertimePay {
  const total = { overtime: nothing, restDays: nothing, statutoryRestDays: nothing };
  const details: OvertimeDetail[] = [];
  for (const week of weeks) {
    const hours = hoursPay(week, pay, rules);
    details.push(...hours.details);
    const rest = restDayPay(week.restDaysWorked, pay, rules);
    const statutory = restDayPay(week.statutoryRestDaysWorked, pay, rules);
    const limit = exemptionOf([hours.double, rest, statutory], pay, rules);
    total.overtime = add(total.overtime, split(hours.double, limit), hours.triple);
    total.restDays = add(total.restDays, split(rest, limit));
    total.statutoryRestDays = add(total.statutoryRestDays, split(statutory, limit));
  }
  return { ...total, details };
}

function hoursPay(week: WorkedWeek, pay: EmployeePay, rules: RulesOfPeriod) {
  const hours = week.overtimeHours ?? Decimal.zero;
  if (!hours.isPositive()) return { double: Decimal.zero, triple: Decimal.zero, details: [] };
  const figures = rules.reader.read('labour.overtime', rules.labourOn);
  const doubleHours = Decimal.min(hours, figures.doubleHoursPerWeek);
  const tripleHours = hours.minus(doubleHours);
  const workdayHours = workdayHoursOf(pay, figures);
  const hourlyPay = (amount: Decimal, factor: Decimal) =>
    pay.dailyWage.times(amount).times(factor).dividedBy(workdayHours, 2);
  const double = hourlyPay(doubleHours, figures.doubleFactor);
  const triple = hourlyPay(tripleHours, figures.tripleFactor);
  const { overtimeHoursPerDay } = figures;
  const doubleDetail = detail('01', doubleHours, double, week, overtimeHoursPerDay);
  if (tripleHours.isZero()) return { double, triple, details: [doubleDetail] };
  return {
    double,
    triple,
    details: [doubleDetail, detail('02', tripleHours, triple, week, overtimeHoursPerDay)],
  };
}

const nightShift = '02';
const mixedShift = '03';

/**
 * Returns the hours of a working day: the agreed hours, or the legal maximum of the shift if no
 * hours were agreed (LFT art. 61).
 */
export function workdayHoursOf(
  { workdayHours, workScheduleType }: Pick<EmployeePay, 'workdayHours' | 'workScheduleType'>,
  { dayHours, nightHours, mixedHours }: OvertimeFigures,
): Decimal {
  if (workdayHours !== undefined) return workdayHours;
  if (workScheduleType === nightShift) return nightHours;
  return workScheduleType === mixedShift ? mixedHours : dayHours;
}

/**
 * Returns the overtime details that the document states. The number of days is given, or is the minimum
 * that the law allows for these hours (LFT art. 66).
 */
function detail(
  hoursType: '01' | '02',
  hours: Decimal,
  amount: Decimal,
  week: WorkedWeek,
  hoursPerDay: Decimal,
) {
  const fewest = Math.ceil(hours.toNumber() / hoursPerDay.toNumber());
  const days = week.overtimeDays ?? Math.min(fewest, daysOfWeek);
  return { days, hoursType, hours, amount } as const;
}

/** Returns the pay for rest days worked, which is double pay in addition to the wage of the day. */
function restDayPay(days: Decimal | undefined, pay: EmployeePay, rules: RulesOfPeriod): Decimal {
  if (days === undefined || !days.isPositive()) return Decimal.zero;
  const { doubleFactor } = rules.reader.read('labour.overtime', rules.labourOn);
  return pay.dailyWage.times(days).times(doubleFactor).round(2);
}

/** Returns the overtime exemption of the week, which `split` distributes over the lines. */
function exemptionOf(
  amounts: readonly Decimal[],
  pay: EmployeePay,
  rules: RulesOfPeriod,
): { left: Decimal; percent: Decimal } {
  if (amounts.every((amount) => amount.isZero())) return { left: Decimal.zero, percent: hundred };
  const figures = rules.reader.read('exemption.overtime', rules.taxOn);
  if (pay.dailyWage.equals(rules.minimumWage)) {
    return { left: Decimal.sum(amounts), percent: hundred };
  }
  return { left: rules.umaTax.times(figures.capUmaPerWeek).round(2), percent: figures.percent };
}

function split(amount: Decimal, limit: { left: Decimal; percent: Decimal }): SplitAmount {
  if (amount.isZero()) return nothing;
  const allowed = amount.times(limit.percent).dividedBy(hundred, 2);
  const exempt = Decimal.min(allowed, limit.left);
  limit.left = limit.left.minus(exempt);
  return { taxable: amount.minus(exempt), exempt };
}

function add(total: SplitAmount, part: SplitAmount, taxable = Decimal.zero): SplitAmount {
  return {
    taxable: total.taxable.plus(part.taxable).plus(taxable),
    exempt: total.exempt.plus(part.exempt),
  };
}
