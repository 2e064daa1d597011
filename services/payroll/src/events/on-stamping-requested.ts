import { payroll } from '@timbre/contract';
import { createRun, type EventConsumer } from '@timbre/kit';
import { stampLane } from '../operations/stamp-lane';
import type { StampingProviders } from '../operations/stamp-payroll-run';
import { stepsConsumer, type Parts } from './consumers';

/** Lanes of all organizations that one process works in at once. */
const concurrency = 32;

export function stampingConsumer(parts: Parts<StampingProviders>): EventConsumer {
  const { runtime } = parts;
  const subject = 'payroll.run.stamping_requested';
  const interest = { name: 'payroll-stamping', subject, concurrency };
  return stepsConsumer(parts, interest, (event, context) => {
    const { runId, lane } = payroll.StampingRequested.decode(event.payload);
    return stampLane(createRun(runtime, context), runtime.providers.cfdi, runId, lane);
  });
}
