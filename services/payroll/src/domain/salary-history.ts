/** The wages of an employee as decimal text; null marks a wage that was cleared. */
export interface Salary {
  readonly dailyWage?: string | null | undefined;
  readonly integratedDailySalary?: string | null | undefined;
  readonly contributionBaseSalary?: string | null | undefined;
}

/** A salary and the first day on which it applies. */
export interface SalaryEntry extends Salary {
  readonly effectiveOn: string;
}

/**
 * Adds a salary that applies from a day on. Each day has at most one salary, and the list stays sorted by
 * day. Wages that are not given are copied from the salary that applies on that day, so that a later
 * raise is not copied to an earlier day.
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
 * Returns the salary for a period that ends on a day: the last salary that is in effect by then. For a
 * period before the first salary, the first salary is returned, because the record contains no
 * earlier salary.
 */
export function salaryOn(history: readonly SalaryEntry[], on: string): Salary {
  return history.findLast((entry) => entry.effectiveOn <= on) ?? history[0] ?? {};
}
