/** An employee's wages as plain decimal text; null marks a cleared value. */
export interface Salary {
  readonly dailyWage?: string | null | undefined;
  readonly integratedDailySalary?: string | null | undefined;
  readonly contributionBaseSalary?: string | null | undefined;
}

/** A salary with the first day on which it applies. */
export interface SalaryEntry extends Salary {
  readonly effectiveOn: string;
}

/**
 * Adds a salary that applies from a day. A day has one salary, and the days stay in order. Values
 * that are not given are copied from the salary of that day, so that a later raise does not start
 * early.
 */
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

/**
 * Returns the salary of a period that ends on a day: the last salary in effect by then. A period before the
 * first salary uses the first salary, because the record has no other.
 */
export function salaryOn(history: readonly SalaryEntry[], on: string): Salary {
  return history.findLast((entry) => entry.effectiveOn <= on) ?? history[0] ?? {};
}
