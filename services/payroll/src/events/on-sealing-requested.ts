import { payroll } from '@timbre/contract';
import { createRun, readPayload, type ConsumerParts, type EventConsumer } from '@timbre/kit';
import { sealRows } from '../workflows/seal-rows';
import type { StampingProviders } from '../workflows/readiness-to-stamp';
import { stepsConsumer } from './steps-consumer';

/** Seals one batch of queued rows of a run. */
export function sealingConsumer(parts: ConsumerParts<StampingProviders>): EventConsumer {
  const { runtime } = parts;
  const subject = 'payroll.run.sealing_requested';
  const interest = { name: 'payroll-sealing', subject, concurrency: 4 };
  return stepsConsumer(parts, interest, (event, context) => {
    const {
      runId,
      firstRowId: first,
      lastRowId: last,
    } = readPayload(payroll.SealingRequested, event.payload);
    const steps = createRun(runtime, context);
    return sealRows(steps, runtime.providers.cfdi, runId, { first, last });
  });
}
