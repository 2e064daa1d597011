import { payroll } from '@timbre/contract';
import {
  createRun,
  readPayload,
  type CallContext,
  type ConsumerParts,
  type EventConsumer,
  type Runtime,
} from '@timbre/kit';
import { sendRows } from '../workflows/send-rows';
import type { StampingProviders } from '../workflows/readiness-to-stamp';
import { stampingRequested } from '../store/run-events';
import { stepsConsumer } from './steps-consumer';

/** The number of runs whose receipts one process sends concurrently. */
const concurrency = 32;

/**
 * The runs whose receipts this process is sending now. `isAskedAgain` is true if another turn for
 * the run was requested during the current turn.
 */
type Turns = Map<string, { isAskedAgain: boolean }>;

/**
 * Sends rows of a run for a limited time (a turn), and requests another turn if rows remain. Each
 * sealed batch requests a turn for its run. A request that arrives during a turn of the same run is
 * acknowledged at once. If requests waited for the end of a turn, two large runs would occupy every
 * slot of the consumer. No request is lost, because the message of the current turn is acknowledged
 * only when the turn ends.
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
  // Rows that were sealed after the last query of this turn need another turn.
  if (!areLeft && !turn.isAskedAgain) return;
  await steps.step(async (tx) => tx.emit(stampingRequested(tx, { id: runId })));
}

export function stampingConsumer(parts: ConsumerParts<StampingProviders>): EventConsumer {
  const subject = 'payroll.run.stamping_requested';
  const interest = { name: 'payroll-stamping', subject, concurrency };
  const turns: Turns = new Map();
  return stepsConsumer(parts, interest, (event, context) =>
    onStampingRequested(event.payload, context, parts.runtime, turns),
  );
}
