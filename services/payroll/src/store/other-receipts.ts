import { Decimal } from '@timbre/fiscal';
import { pickColumns, type Reader, type RowOf, type Transaction } from '@timbre/kit';
import type { EarlierReceipts, PayrollPeriod } from '../domain/calculation/input';
import type { PaidPeriod } from '../domain/issues/row-issues';
import { PayrollRow } from './payroll-rows';

/**
 * The effects of an employee's other queued, stamping or stamped receipts on a receipt of this
 * period.
 */
export interface OtherReceipts {
  paidPeriods: PaidPeriod[];
  earlier: EarlierReceipts;
}

const columns = pickColumns(PayrollRow, [
  'id', 'employeeId', 'kind', 'periodStartedOn', 'periodEndedOn', 'paidOn', 'subsidyCaused',
  'exemptAguinaldo', 'exemptVacationPremium', 'exemptProfitSharing',
]); // prettier-ignore

type Found = RowOf<typeof columns>;

/**
 * Returns the SQL query for other receipts, which looks up one employee at a time. If the query
 * looked up several employees, PostgreSQL might read every receipt of the organization.
 */
const selectOf = (org: string) => `select r.* from unnest($2::uuid[]) e (id) cross join lateral (
    select ${columns} from payroll_rows
    where org_id = ${org} and employee_id = e.id and state in ('queued', 'stamping', 'stamped')
      and ((period_started_on <= $3 and period_ended_on >= $4) or paid_on between $5 and $6)
    offset 0) r`;

/**
 * Reads the effects of each employee's other receipts, keyed by the identifier of the employee.
 * Employees without other receipts are not in the result.
 */
export async function otherReceipts(
  tx: Transaction,
  employeeIds: readonly string[],
  period: PayrollPeriod,
): Promise<Map<string, OtherReceipts>> {
  const values = [tx.organizationId, ...valuesOf(employeeIds, period)];
  return byEmployee(await tx.rows<Found>(selectOf('$1'), values), period);
}

/**
 * Like `otherReceipts`, but for stored receipts, which are not counted as other receipts of
 * themselves.
 */
export async function receiptsBeside(
  read: Reader,
  rows: readonly { id: string; employeeId: string }[],
  period: PayrollPeriod,
): Promise<Map<string, OtherReceipts>> {
  const own = new Set(rows.map(({ id }) => id));
  const ids = rows.map(({ employeeId }) => employeeId);
  const found = await read.rows<Found>(selectOf(':org'), valuesOf(ids, period));
  return byEmployee(
    found.filter(({ id }) => !own.has(id)),
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
  const sum = (of: Found[], name: 'subsidyCaused' | (`exempt${string}` & keyof Found)) =>
    Decimal.sum(of.map((row) => Decimal.from(row[name])));
  return {
    paidPeriods: rows,
    earlier: {
      subsidyCausedInMonth: sum(sameMonth, 'subsidyCaused'),
      exemptInYear: {
        aguinaldo: sum(sameYear, 'exemptAguinaldo'),
        vacationPremium: sum(sameYear, 'exemptVacationPremium'),
        profitSharing: sum(sameYear, 'exemptProfitSharing'),
      },
    },
  };
}

interface LastSalary {
  employeeId: string;
  salary: { dailyWage: string; integratedDailySalary: string };
}

/** Returns for each employee the salary of the last stamped receipt that states a salary. */
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
