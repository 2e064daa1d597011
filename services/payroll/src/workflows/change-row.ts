import { firstIn } from '@timbre/fiscal';
import {
  conflict,
  operationInProgress,
  replyWith,
  type Issue,
  type Reply,
  type Transaction,
} from '@timbre/kit';
import type { RowMove } from '../domain/states/evaluate-row';
import type { EvaluatedReceipt } from '../domain/receipt';
import { keepCitedRules } from '../store/cited-rules';
import { rowDetail, type PayrollRow } from '../store/payroll-rows';
import type { PayrollRun } from '../store/payroll-runs';
import { nameValues, receiptValues } from '../store/row-values';
import { evaluateRows, type EvaluatedRow } from './evaluate-rows';
import { lockRowWithRun, refreshRun } from './lock-run';
import { decided } from './state-refusal';

/** A row and its run, which are locked for a change. */
export interface RowToChange {
  tx: Transaction;
  row: PayrollRow;
  run: PayrollRun;
}

/**
 * Reads and locks a row and its run, applies `change`, and updates the run.
 * @param change changes the row and returns the warnings of the change
 * @throws Refusal operation_in_progress while the run is calculated; conflict if the run is canceled
 */
export async function changeRow(
  tx: Transaction,
  rowId: string,
  change: (target: RowToChange) => Promise<Issue[] | void>,
): Promise<Reply> {
  const { row, run } = await lockRowWithRun(tx, rowId);
  if (run.state === 'calculating') throw operationInProgress(2);
  if (run.state === 'canceled')
    throw conflict('This run is canceled; its receipts cannot change.', 'state_conflict');
  const warnings = await change({ tx, row, run });
  row.updatedAt = tx.now;
  await refreshRun(tx, run);
  return replyWith(rowDetail, row.id, warnings ?? []);
}

/** Evaluates the row with its unsaved changes, for the current period of its run. */
export async function evaluateOne({ tx, row, run }: RowToChange): Promise<EvaluatedRow> {
  await (await tx.entityManager()).flush();
  const { kind, periodStartedOn, periodEndedOn, paidOn } = run;
  Object.assign(row, { kind, periodStartedOn, periodEndedOn, paidOn });
  const evaluated = firstIn(await evaluateRows(tx, run, [row]));
  await keepCitedRules(tx, [evaluated.receipt.explanation]);
  return evaluated;
}

/**
 * Writes an evaluation and the resulting state to a payroll row. The function `decide` throws an
 * error for a state transition that is not allowed.
 */
export function applyEvaluation(
  { row }: RowToChange,
  { employee, receipt, lastReceiptSalaryAvailable }: EvaluatedRow,
  decide: (receipt: EvaluatedReceipt) => RowMove,
): void {
  const move = decided(() => decide(receipt), row.documentRef);
  Object.assign(row, receiptValues(receipt, lastReceiptSalaryAvailable), move);
  Object.assign(row, nameValues(employee?.legalName ?? row.employeeName));
  row.errorCode = null;
  row.rejectionCode = null;
}
