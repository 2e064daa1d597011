import { payroll } from '@timbre/contract';
import {
  createRun,
  readPayload,
  type CallContext,
  type EventConsumer,
  type Runtime,
} from '@timbre/kit';
import { sendRows } from '../workflows/send-rows';
import type { StampingProviders } from '../workflows/readiness-to-stamp';
import { stampingRequested } from '../store/run-events';
import { stepsConsumer, type Parts } from './consumers';

/** Runs that one process sends at once. */
const concurrency = 32;

/** Runs that this process sends, and whether somebody asked for another turn meanwhile. */
type Turns = Map<string, { isAskedAgain: boolean }>;

/**
 * One turn of sending a run; it asks for the next one while rows are left. Each batch that is sealed
 * asks for a turn: those asked for during one are done with at once, or two large runs would take
 * every place of the consumer. The message of the turn stays until its end and stands for them.
 */
export async function onStampingRequested(
  payload: Uint8Array,
  context: CallContext,
  runtime: Runtime<StampingProviders>,
  turns: Turns = new Map(),
): Promise<void> {
  const { runId } = readPayload(payroll.StampingRequested, payload);
  const atWork = turns.get(runId);
  if (atWork) return void (atWork.isAskedAgain = true);
  const turn = { isAskedAgain: false };
  turns.set(runId, turn);
  const steps = createRun(runtime, context);
  let areLeft: boolean;
  try {
    areLeft = await sendRows(steps, runtime.providers.cfdi, runId, 'first');
  } finally {
    turns.delete(runId);
  }
  // Rows that were sealed after it last looked are the next turn's.
  if (!areLeft && !turn.isAskedAgain) return;
  await steps.step(async (tx) => tx.emit(stampingRequested(tx, { id: runId })));
}

export function stampingConsumer(parts: Parts<StampingProviders>): EventConsumer {
  const subject = 'payroll.run.stamping_requested';
  const interest = { name: 'payroll-stamping', subject, concurrency };
  const turns: Turns = new Map();
  return stepsConsumer(parts, interest, (event, context) =>
    onStampingRequested(event.payload, context, parts.runtime, turns),
  );
}
