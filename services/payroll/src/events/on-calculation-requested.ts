import { payroll } from '@timbre/contract';
import {
  readPayload,
  transactionConsumer,
  type ConsumerParts,
  type EventConsumer,
  type ReceivedEvent,
  type Transaction,
} from '@timbre/kit';
import { calculateBatch, calculationPartitions } from '../workflows/calculate-batch';
import { holdRun } from '../workflows/lock-run';

/**
 * Calculates one part of a run and requests the next part. The message is ignored if the run was
 * deleted or a newer calculation has begun.
 */
export async function onCalculationRequested(event: ReceivedEvent, tx: Transaction): Promise<void> {
  const message = readPayload(payroll.CalculationRequested, event.payload);
  const run = await holdRun(tx, message.runId);
  if (run?.state !== 'calculating' || run.calculationId !== message.calculationId) return;
  const { lane, lanes, afterEmployeeId } = message;
  // A message from an older version without partitions is handled as a single partition.
  await calculateBatch(tx, run, { index: lane, count: lanes || 1 }, afterEmployeeId);
}

/**
 * Creates the event consumer that calculates payroll runs. Each process calculates only one run at
 * a time, so that API requests still get CPU time.
 */
export function calculationConsumer(parts: ConsumerParts): EventConsumer {
  const subject = 'payroll.run.calculation_requested';
  const interest = {
    name: 'payroll-calculations',
    subject,
    service: 'payroll',
    concurrency: calculationPartitions,
  };
  return transactionConsumer(parts, interest, onCalculationRequested);
}
