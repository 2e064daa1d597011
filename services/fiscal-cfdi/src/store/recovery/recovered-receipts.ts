import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Transaction } from '@timbre/kit';
import type { PaidPeriod, RecoveredReceipt } from '../../domain/recovery/recovered-receipt';

/**
 * A stamped payroll receipt that was recovered after a restore without a draft. The payroll run may be
 * stamped again, because its rows were lost too; the row of the employee then takes this receipt instead of
 * a second stamp.
 */
export const RecoveredReceiptRow = defineEntity({
  name: 'RecoveredReceiptRow',
  tableName: 'recovered_receipts',
  properties: {
    documentId: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    curp: p.text(),
    employeeNumber: p.text(),
    payrollType: p.text(),
    periodStartedOn: p.date(),
    periodEndedOn: p.date(),
    paidOn: p.date(),
    /** The stamp request of the row that has taken the receipt (add-attempt.ts, requesterOf). */
    takenBy: p.text().nullable(),
    createdAt: p.datetime(),
  },
});

/** Records that a recovered document pays an employee's period. */
export function addRecoveredReceipt(tx: Transaction, documentId: string, period: PaidPeriod): void {
  tx.add(RecoveredReceiptRow, { ...period, documentId, takenBy: null, createdAt: tx.now });
}

/**
 * Returns the recovered receipts of these employees that are valid, and the receipts that these stamp
 * requests have taken.
 */
export const recoveredReceipts = (
  tx: Transaction,
  curps: readonly string[],
  requestedBy: readonly string[],
): Promise<RecoveredReceipt[]> =>
  tx.rows(
    `select d.document_id::text as "documentId", d.curp, d.employee_number as "employeeNumber",
       d.payroll_type as "payrollType", d.period_started_on::text as "periodStartedOn",
       d.period_ended_on::text as "periodEndedOn", d.paid_on::text as "paidOn",
       d.taken_by as "takenBy", c.total::text as total
     from recovered_receipts d join cfdi c on c.org_id = d.org_id and c.id = d.document_id
     where d.org_id = $1 and (d.taken_by = any($3)
       or d.curp = any($2) and d.taken_by is null and c.status = 'valid')
     order by d.document_id`,
    [tx.organizationId, curps, requestedBy],
  );

/** Records the stamp request whose row takes a recovered receipt. */
export async function takeRecovered(
  tx: Transaction,
  documentId: string,
  requestedBy: string,
): Promise<void> {
  await tx.rows(
    'update recovered_receipts set taken_by = $3 where org_id = $1 and document_id = $2',
    [tx.organizationId, documentId, requestedBy],
  );
}
