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
 * Calculates one part of a run and requests the next part. Nothing is done if the run was deleted or a
 * newer calculation has begun.
 */
export async function onCalculationRequested(event: ReceivedEvent, tx: Transaction): Promise<void> {
  const message = readPayload(payroll.CalculationRequested, event.payload);
  const run = await holdRun(tx, message.runId);
  if (run?.state !== 'calculating' || run.calculationId !== message.calculationId) return;
  const { lane, lanes, afterEmployeeId } = message;
  // Messages from versions without partitions are handled as a single partition.
  await calculateBatch(tx, run, { index: lane, count: lanes || 1 }, afterEmployeeId);
}

/**
 * Creates the consumer that calculates runs. Each process calculates only one run at a time, so that
 * requests still get CPU time.
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
