import type { payroll } from '@timbre/contract';
import { command, conflict, Refusal, replyWith, type CallContext } from '@timbre/kit';
import type { CfdiPort, StampingFunds } from '../domain/ports';
import { moveRun } from '../domain/states/run-moves';
import { PayrollRun, runDetail, runName } from '../store/payroll-runs';
import { takeUpGivenBack } from '../store/queued-rows';
import { queueingRequested, runChanged } from '../store/run-events';
import { countRows } from '../store/run-summary';
import { decided } from './state-refusal';

/** What stamping needs of the outside. */
export interface StampingProviders {
  cfdi: CfdiPort<CallContext>;
}

/** Has every ready receipt of a run stamped; it goes on after the answer, with progress on the run.
 * Nothing is queued while nothing could be stamped. */
export const stampPayrollRun = command(
  async (tx, { runId }: payroll.StampPayrollRunRequest, { cfdi }: StampingProviders) => {
    const readiness = await readinessOf(cfdi, tx.context);
    const run = await tx.lock(PayrollRun, runId, runName);
    const next = decided(() => moveRun(run.state, 'stamp_requested'));
    const { ready = 0 } = await countRows(tx, run.id);
    if (ready === 0) throw conflict('No receipt of this run is ready.', 'no_ready_rows');
    refuseUnready(readiness, ready);
    await takeUpGivenBack(tx, run.id);
    run.state = next;
    run.queueing = true;
    run.progressTotal = 0;
    run.workedAt = tx.now;
    run.updatedAt = tx.now;
    tx.emit(() => queueingRequested(run));
    tx.emit(() => runChanged(run));
    return replyWith(runDetail, run.id);
  },
);

/** Why nothing could be stamped now, or what can be paid. Asked before the transaction, told after
 * what the caller can see for itself: that there is no such run or row, or that it is in another
 * state. */
export async function readinessOf(
  cfdi: CfdiPort<CallContext>,
  context: CallContext,
): Promise<Refusal | StampingFunds> {
  try {
    return await cfdi.requireReady(context);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** Nothing is queued that could not be stamped or paid: a run half paid would stay half stamped.
 * @throws Refusal conflict fiscal_not_ready, payment_required api_wallet_insufficient */
export function refuseUnready(readiness: Refusal | StampingFunds, stamps: number): void {
  if (readiness instanceof Refusal) throw readiness;
  const { balanceMinor, stampPriceMinor, topUpUrl } = readiness;
  if (stampPriceMinor * stamps <= balanceMinor) return;
  throw new Refusal(
    'payment_required',
    'The prepaid balance does not cover these stamps; top it up, then stamp with a new key.',
    { reason: 'api_wallet_insufficient', balanceMinor, ...(topUpUrl ? { topUpUrl } : {}) },
  );
}
