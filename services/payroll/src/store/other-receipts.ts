import { Decimal } from '@timbre/fiscal';
import type { Reader, Transaction } from '@timbre/kit';
import type { EarlierReceipts, PayrollPeriod } from '../domain/calculation/input';
import type { PaidPeriod } from '../domain/issues/row-issues';

/**
 * The effects of the employee's other queued, stamping or stamped receipts on a receipt of this
 * period.
 */
export interface OtherReceipts {
  paidPeriods: PaidPeriod[];
  earlier: EarlierReceipts;
}

interface Found extends PaidPeriod {
  rowId: string;
  employeeId: string;
  paidOn: string;
  subsidyCaused: string;
  aguinaldo: string;
  vacationPremium: string;
  profitSharing: string;
}

/**
 * Looks up one employee at a time; otherwise the planner might read every receipt of the
 * organization.
 */
const selectOf = (org: string) => `select r.* from unnest($2::uuid[]) e (id) cross join lateral (
    select id as "rowId", employee_id as "employeeId", kind, period_started_on::text as "periodStartedOn",
      period_ended_on::text as "periodEndedOn", paid_on::text as "paidOn",
      subsidy_caused::text as "subsidyCaused", exempt_aguinaldo::text as aguinaldo,
      exempt_vacation_premium::text as "vacationPremium",
      exempt_profit_sharing::text as "profitSharing"
    from payroll_rows
    where org_id = ${org} and employee_id = e.id and state in ('queued', 'stamping', 'stamped')
      and ((period_started_on <= $3 and period_ended_on >= $4) or paid_on between $5 and $6)
    offset 0) r`;

/** By employee; an employee without other receipts is absent. */
export async function otherReceipts(
  tx: Transaction,
  employeeIds: readonly string[],
  period: PayrollPeriod,
): Promise<Map<string, OtherReceipts>> {
  const values = [tx.organizationId, ...valuesOf(employeeIds, period)];
  return byEmployee(await tx.rows<Found>(selectOf('$1'), values), period);
}

/** The same for receipts that exist, which are not among the others. */
export async function receiptsBeside(
  read: Reader,
  rows: readonly { id: string; employeeId: string }[],
  period: PayrollPeriod,
): Promise<Map<string, OtherReceipts>> {
  const own = new Set(rows.map(({ id }) => id));
  const ids = rows.map(({ employeeId }) => employeeId);
  const found = await read.rows<Found>(selectOf(':org'), valuesOf(ids, period));
  return byEmployee(
    found.filter(({ rowId }) => !own.has(rowId)),
    period,
  );
}

function valuesOf(
  employeeIds: readonly string[],
  { periodStartedOn, periodEndedOn, paidOn }: PayrollPeriod,
): unknown[] {
  const year = paidOn.slice(0, 4);
  return [employeeIds, periodEndedOn, periodStartedOn, `${year}-01-01`, `${year}-12-31`];
}

function byEmployee(found: Found[], { paidOn }: PayrollPeriod): Map<string, OtherReceipts> {
  const groups = Map.groupBy(found, (row) => row.employeeId);
  return new Map([...groups].map(([id, rows]) => [id, summed(rows, paidOn)]));
}

function summed(rows: Found[], paidOn: string): OtherReceipts {
  const sameMonth = rows.filter((row) => row.paidOn.slice(0, 7) === paidOn.slice(0, 7));
  const sameYear = rows.filter((row) => row.paidOn.slice(0, 4) === paidOn.slice(0, 4));
  const sum = (
    of: Found[],
    name: 'subsidyCaused' | 'aguinaldo' | 'vacationPremium' | 'profitSharing',
  ) => Decimal.sum(of.map((row) => Decimal.from(row[name])));
  return {
    paidPeriods: rows,
    earlier: {
      subsidyCausedInMonth: sum(sameMonth, 'subsidyCaused'),
      exemptInYear: {
        aguinaldo: sum(sameYear, 'aguinaldo'),
        vacationPremium: sum(sameYear, 'vacationPremium'),
        profitSharing: sum(sameYear, 'profitSharing'),
      },
    },
  };
}

interface LastSalary {
  employeeId: string;
  salary: { dailyWage: string; integratedDailySalary: string };
}

/** The salary of each employee's last stamped receipt that states one. */
export async function lastReceiptSalaries(
  tx: Transaction,
  employeeIds: readonly string[],
): Promise<Map<string, LastSalary['salary']>> {
  if (employeeIds.length === 0) return new Map();
  const found = await tx.rows<LastSalary>(
    `select distinct on (employee_id) employee_id as "employeeId", salary from payroll_rows
     where org_id = $1 and employee_id = any($2::uuid[]) and state = 'stamped' and salary is not null
     order by employee_id, paid_on desc, id desc`,
    [tx.organizationId, `{${employeeIds.join(',')}}`],
  );
  return new Map(found.map((row) => [row.employeeId, row.salary]));
}
