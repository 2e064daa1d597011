import { payroll } from '@timbre/contract';
import {
  createConsumer,
  createRun,
  streamOf,
  type Background,
  type EventConsumer,
  type ReceivedEvent,
  type Transaction,
} from '@timbre/kit';
import { calculateBatch } from '../operations/calculate-batch';
import { lockRun } from '../operations/lock-run';

/** One part of a calculation. Parts of a calculation that is over, or of a run that is gone, are
 * passed over: each part asks for the next one, so nothing else would stop them. */
export async function onCalculationRequested(event: ReceivedEvent, tx: Transaction): Promise<void> {
  const { runId, calculationId, afterEmployeeId } = payroll.CalculationRequested.decode(
    event.payload,
  );
  const run = await lockRun(tx, runId);
  if (run?.state !== 'calculating' || run.calculationId !== calculationId) return;
  await calculateBatch(tx, run, afterEmployeeId);
}

type Parts = Pick<Background<unknown>, 'runtime' | 'systemPool' | 'nats' | 'settings'>;

const name = 'payroll-calculations';

/** The consumer of payroll.run.calculation_requested: two runs at once in each process, so that
 * requests always find a free moment. */
export function calculationConsumer({ runtime, systemPool, nats, settings }: Parts): EventConsumer {
  return createConsumer<Transaction>({
    name,
    stream: streamOf('payroll'),
    subject: 'payroll.run.calculation_requested',
    concurrency: 2,
    transaction: (organizationId, work) =>
      createRun(runtime, {
        organizationId,
        environment: settings.TIMBRE_ENVIRONMENT,
        actor: `consumer:${name}`,
        permissions: [],
        requestId: name,
        deadlineMs: Infinity,
      }).step(work),
    handle: onCalculationRequested,
    link: nats,
    pool: systemPool,
    logger: runtime.logger,
  });
}
