import type { Transaction } from '@timbre/kit';
import type { PayrollRow } from './payroll-rows';

/** The parts of a receipt that another receipt of the employee must not repeat. */
interface PaidOnce {
  /** The years of the balances in favor of the employee that the receipt returns. */
  balanceYears: readonly string[];
  /** c_TipoPercepcion of the payments after an employment. */
  finalTypes: readonly string[];
  /** The first day of the employment; payments of an earlier employment are others. */
  employmentStartedOn: string;
}

/** Another receipt with such a part. */
interface Repeated {
  runId: string;
  paidOn: string;
  returnsBalance: boolean;
  isFinal: boolean;
}

/** The latest receipts are enough to warn. */
const repeatedMax = 20;

/**
 * Returns the employee's other receipts, stamped or not yet, that have one of these parts, latest first. Canceled
 * and omitted receipts do not count.
 */
export const receiptsThatRepeat = (
  tx: Transaction,
  { id, employeeId }: Pick<PayrollRow, 'id' | 'employeeId'>,
  { balanceYears, finalTypes, employmentStartedOn }: PaidOnce,
): Promise<Repeated[]> =>
  tx.rows<Repeated>(
    `select r.* from (
       select run_id as "runId", paid_on::text as "paidOn",
         exists (select from jsonb_array_elements(other_payments) line
           where line->'favorableBalance'->>'year' = any($4::text[])) as "returnsBalance",
         exists (select from jsonb_array_elements(earnings) line where line->>'type' = any($5::text[]))
           and coalesce(details->>'employmentEndedOn', period_ended_on::text) >= $6 as "isFinal"
       from payroll_rows
       where org_id = $1 and employee_id = $2 and id <> $3 and not omitted
         and state not in ('canceled', 'excluded')) r
     where r."returnsBalance" or r."isFinal"
     order by r."paidOn" desc, r."runId" limit ${repeatedMax}`,
    [tx.organizationId, employeeId, id, balanceYears, finalTypes, employmentStartedOn],
  );
