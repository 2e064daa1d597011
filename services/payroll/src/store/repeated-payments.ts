import type { Transaction } from '@timbre/kit';
import type { PayrollRow } from './payroll-rows';

/** The payments in a receipt that no other receipt of the employee may repeat. */
interface PaidOnce {
  /** The years of the ISR balances that the receipt refunds to the employee. */
  balanceYears: readonly string[];
  /** The c_TipoPercepcion codes of payments after an employment. */
  finalTypes: readonly string[];
  /**
   * The first day of the employment; payments of an earlier employment do not count as repeated.
   */
  employmentStartedOn: string;
}

/** Another receipt of the employee that repeats a payment which may be paid only once. */
interface Repeated {
  runId: string;
  paidOn: string;
  returnsBalance: boolean;
  isFinal: boolean;
}

/** The maximum number of receipts in a warning; the latest receipts are enough. */
const repeatedMax = 20;

/**
 * Returns the other receipts of the employee, stamped or not, that contain one of these payments,
 * latest first. Canceled and omitted receipts are not included.
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
