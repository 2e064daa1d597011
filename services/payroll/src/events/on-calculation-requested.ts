import { payroll } from '@timbre/contract';
import { readPayload, type EventConsumer, type ReceivedEvent, type Transaction } from '@timbre/kit';
import { calculateBatch, calculationLanes } from '../workflows/calculate-batch';
import { holdRun } from '../workflows/lock-run';
import { transactionConsumer, type Parts } from './consumers';

/** One part of a calculation. Parts of a calculation that is over, or of a run that is gone, are
 * passed over: each part asks for the next one, so nothing else would stop them. */
export async function onCalculationRequested(event: ReceivedEvent, tx: Transaction): Promise<void> {
  const message = readPayload(payroll.CalculationRequested, event.payload);
  const run = await holdRun(tx, message.runId);
  if (run?.state !== 'calculating' || run.calculationId !== message.calculationId) return;
  const { lane, lanes, afterEmployeeId } = message;
  // A message of before there were lanes is of the only one.
  await calculateBatch(tx, run, { lane, lanes: lanes || 1 }, afterEmployeeId);
}

/** As much at once in each process as one run has, so that requests always find a free moment. */
export function calculationConsumer(parts: Parts): EventConsumer {
  const subject = 'payroll.run.calculation_requested';
  const interest = { name: 'payroll-calculations', subject, concurrency: calculationLanes };
  return transactionConsumer(parts, interest, onCalculationRequested);
}
