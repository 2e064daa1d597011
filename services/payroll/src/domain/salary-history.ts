/** What an employee earns, as plain decimal text; null is a datum that was cleared. */
export interface Salary {
  readonly dailyWage?: string | null | undefined;
  readonly integratedDailySalary?: string | null | undefined;
  readonly contributionBaseSalary?: string | null | undefined;
}

/** A salary and the first day it holds. */
export interface SalaryEntry extends Salary {
  readonly effectiveOn: string;
}

/** The history with a salary from a day on, in the order of the days; a day has one salary. What is
 * not given stays as it is on that day: a later raise is not paid before its own. */
export function withSalary(
  history: readonly SalaryEntry[],
  salary: Salary,
  effectiveOn: string,
): SalaryEntry[] {
  const held = salaryOn(history, effectiveOn);
  const {
    dailyWage = held.dailyWage,
    integratedDailySalary = held.integratedDailySalary,
    contributionBaseSalary = held.contributionBaseSalary,
  } = salary;
  const entry = { effectiveOn, dailyWage, integratedDailySalary, contributionBaseSalary };
  const others = history.filter((one) => one.effectiveOn !== effectiveOn);
  return [...others, entry].sort((one, other) => (one.effectiveOn < other.effectiveOn ? -1 : 1));
}

/** The salary a period that ends on a day is paid with: the last one that holds by then. A period
 * before the first one known takes the first: the record has no other. */
export function salaryOn(history: readonly SalaryEntry[], on: string): Salary {
  return history.findLast((entry) => entry.effectiveOn <= on) ?? history[0] ?? {};
}
