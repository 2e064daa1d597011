import type { payroll } from '@timbre/contract';
import { command, conflict, invalid, replyWith, type Transaction } from '@timbre/kit';
import { periodIssues } from '../domain/period-issues';
import { mayChangeDates, moveRun } from '../domain/states/run-moves';
import { PayrollRun, periodOfRun, runDetail, runName } from '../store/payroll-runs';
import { countEmployees } from '../store/roster';
import { calculationRequested } from '../store/run-events';
import {
  employerIn,
  employerWith,
  refuseWrongEmployer,
  type EmployerProviders,
} from '../workflows/employer';
import { calculationPartitions } from '../workflows/calculate-batch';
import { decided } from '../workflows/state-refusal';

/**
 * Starts a calculation of the run with the current data, rules and employer. The calculation runs in
 * batches, and each batch requests the next batch.
 */
export const calculatePayrollRun = command(
  async (tx, request: payroll.CalculatePayrollRunRequest, { fiscal }: EmployerProviders) => {
    const rfc = await fiscal.employerRfc(tx.context);
    const run = await tx.lock(PayrollRun, request.runId, runName);
    const before = run.state;
    const next = decided(() => moveRun(run.state, 'calculation_started'));
    changeDates(run, request);
    refuseWrongEmployer(request.employer);
    run.employerGiven = employerWith(run.employerGiven ?? run.employer, request.employer);
    run.employer = { ...employerWith(await employerIn(tx), run.employerGiven), rfc };
    run.stateBefore = before as 'draft' | 'review' | 'partially_stamped';
    run.state = next;
    await begin(tx, run);
    return replyWith(runDetail, run.id);
  },
);

async function begin(tx: Transaction, run: PayrollRun): Promise<void> {
  run.calculationId = tx.newId();
  run.progressDone = 0;
  run.progressTotal = await countEmployees(tx, run);
  run.workedAt = tx.now;
  run.updatedAt = tx.now;
  run.partitionsLeft = calculationPartitions;
  for (let index = 0; index < calculationPartitions; index += 1) {
    tx.emit(() => calculationRequested(run, { index, count: calculationPartitions }));
  }
}

/**
 * - dates_fixed: the run has stamped receipts, so its dates cannot change
 */
function changeDates(run: PayrollRun, request: payroll.CalculatePayrollRunRequest): void {
  const { periodStartedOn, periodEndedOn, paidOn } = request;
  if (!(periodStartedOn ?? periodEndedOn ?? paidOn)) return;
  if (!mayChangeDates(run.state)) {
    throw conflict('This run has stamped receipts; its dates cannot change.', 'dates_fixed');
  }
  if (periodStartedOn) run.periodStartedOn = periodStartedOn;
  if (periodEndedOn) run.periodEndedOn = periodEndedOn;
  if (paidOn) run.paidOn = paidOn;
  // A new payment date alone needs no check, because it does not change the length of the period.
  const issues = periodStartedOn || periodEndedOn ? periodIssues(periodOfRun(run)) : [];
  if (issues.length) throw invalid(issues);
}
