import { Decimal } from '@timbre/fiscal';
import type { Transaction } from '@timbre/kit';
import { isGiven } from '../domain/employee';
import { payrollDraftOf } from '../domain/payroll-draft';
import { payrollDraftDetailsOf } from '../domain/payroll-draft-details';
import { abandonedMs } from '../domain/stamp-schedule';
import type { Recalculated, ShownRow, StampRequest } from '../domain/states/stamp-row';
import { employeeFacts } from '../store/employee-facts';
import { periodOfRun, type PayrollRun } from '../store/payroll-runs';
import type { RowToQueue } from '../store/queued-rows';
import { draftDropped } from '../store/row-events';
import { nameValues, receiptValues } from '../store/row-values';
import type { EvaluatedRow } from './evaluate-rows';

/** Returns the data of the row that a user saw, as input for the decision about stamping. */
export function shownRow(row: RowToQueue): ShownRow {
  const { state, omitted, errorCode, receiverRfc: rfc, receiverTaxSystem: taxSystem } = row;
  const net = Decimal.from(row.totals?.net ?? 0).round(2);
  return { state, omitted, errorCode, rfc, taxSystem, net };
}

/** Returns the data of the recalculated row, as input for the decision about stamping. */
export function recalculatedRow({ employee, receipt }: EvaluatedRow): Recalculated {
  const { state, issues, totals } = receipt;
  return { state, issues, net: totals?.net, rfc: employee?.rfc, taxSystem: employee?.taxSystem };
}

/**
 * Applies the decision about stamping to the row. Either the row is queued with all data of its
 * document, or the row stores the new amounts and the reason why it needs attention.
 * @returns whether the row was queued for stamping
 */
export function applyStampRequest(
  tx: Transaction,
  run: PayrollRun,
  row: RowToQueue,
  evaluated: EvaluatedRow,
  outcome: StampRequest,
): boolean {
  const { employee, receipt, lastReceiptSalaryAvailable } = evaluated;
  Object.assign(row, nameValues(employee?.legalName ?? row.employeeName));
  Object.assign(row, receiptValues(receipt, lastReceiptSalaryAvailable));
  row.updatedAt = tx.now;
  row.state = outcome.state;
  row.rejectionCode = null;
  if (outcome.state !== 'queued') {
    Object.assign(row, { issues: [...outcome.issues] });
    row.errorCode = outcome.errorCode ?? null;
    return false;
  }
  queue(tx, run, row, evaluated, outcome.keepDraft);
  return true;
}

function queue(
  tx: Transaction,
  run: PayrollRun,
  row: RowToQueue,
  evaluated: EvaluatedRow,
  keepDraft: boolean,
): void {
  const { documentRef } = row;
  if (documentRef && !keepDraft) {
    tx.emit(() => draftDropped(row, documentRef));
    row.documentRef = null;
  }
  row.stampNumber += 1;
  row.tries = 0;
  row.errorCode = null;
  row.leaseUntil = null;
  row.nextTryAt = new Date(tx.now.getTime() + abandonedMs);
  row.stampInput = stampInputOf(run, row, evaluated);
  row.receiverRfc = evaluated.employee?.rfc ?? null;
  row.receiverTaxSystem = evaluated.employee?.taxSystem ?? null;
}

/**
 * Returns the stamp input as text, because the input is sent without being parsed again. A ready
 * row has all data that its document needs.
 */
function stampInputOf(run: PayrollRun, row: RowToQueue, evaluated: EvaluatedRow): string {
  const { employee, receipt } = evaluated;
  if (!employee) throw new Error('a ready receipt has no employee');
  const facts = employeeFacts(employee, run.periodEndedOn, run.employer);
  const period = periodOfRun(run);
  const { dailyWage, integratedDailySalary } = facts;
  if (isGiven(dailyWage) && isGiven(integratedDailySalary)) {
    row.salary = {
      dailyWage: dailyWage.toString(),
      integratedDailySalary: integratedDailySalary.toString(),
    };
  }
  const { registration, curp } = run.employer;
  const input = {
    draft: payrollDraftOf(employee.id, facts, period, receipt),
    details: payrollDraftDetailsOf(facts, period, receipt),
    receiver: { legalName: employee.legalName, rfc: facts.rfc, postalCode: facts.postalCode },
    employer: { registration: registration ?? undefined, curp: curp ?? undefined },
  };
  return JSON.stringify(input);
}
