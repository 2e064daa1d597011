import { payroll } from '@timbre/contract';
import {
  readPayload,
  transactionConsumer,
  type ConsumerParts,
  type EventConsumer,
  type ReceivedEvent,
  type Transaction,
} from '@timbre/kit';
import { lockRun } from '../workflows/lock-run';
import { queueBatch } from '../workflows/queue-batch';

/** Queues one part of a run for stamping. */
export async function onQueueingRequested(event: ReceivedEvent, tx: Transaction): Promise<void> {
  const { runId, afterRowId } = readPayload(payroll.QueueingRequested, event.payload);
  const run = await lockRun(tx, runId);
  if (run?.state !== 'stamping' || !run.queueing) return;
  await queueBatch(tx, run, afterRowId);
}

export function queueingConsumer(parts: ConsumerParts): EventConsumer {
  const subject = 'payroll.run.queueing_requested';
  const interest = { name: 'payroll-queueing', subject, service: 'payroll', concurrency: 2 };
  return transactionConsumer(parts, interest, onQueueingRequested);
}
