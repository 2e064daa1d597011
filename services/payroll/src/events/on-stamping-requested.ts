import { payroll } from '@timbre/contract';
import { createRun, type CallContext, type EventConsumer, type Runtime } from '@timbre/kit';
import { sendRows } from '../operations/send-rows';
import type { StampingProviders } from '../operations/stamp-payroll-run';
import { stampingRequested } from '../store/run-events';
import { stepsConsumer, type Parts } from './consumers';

/** Runs that one process sends at once. */
const concurrency = 32;

/** One turn of sending a run; it asks for the next one while rows are left. */
export async function onStampingRequested(
  payload: Uint8Array,
  context: CallContext,
  runtime: Runtime<StampingProviders>,
): Promise<void> {
  const { runId } = payroll.StampingRequested.decode(payload);
  const steps = createRun(runtime, context);
  if (!(await sendRows(steps, runtime.providers.cfdi, runId, 'first'))) return;
  await steps.step(async (tx) => tx.emit(stampingRequested({ id: runId })));
}

export function stampingConsumer(parts: Parts<StampingProviders>): EventConsumer {
  const subject = 'payroll.run.stamping_requested';
  const interest = { name: 'payroll-stamping', subject, concurrency };
  return stepsConsumer(parts, interest, (event, context) =>
    onStampingRequested(event.payload, context, parts.runtime),
  );
}
